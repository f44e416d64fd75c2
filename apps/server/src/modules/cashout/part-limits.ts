import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { PartRules } from '@mupiira/domain/cashout/part.ts'
import { minimumStake } from '@mupiira/domain/limits/stake-rules.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { OfferNow } from './offer-now.ts'

/** The limits of a partial cash-out (COUT-01). */
export const partRules = ({ cashout_part_minimum, cashout_stake_left }: Settings): PartRules => ({
  leastPaidUgx: ugxFromShillings(cashout_part_minimum),
  leastLeftUgx: ugxFromShillings(cashout_stake_left),
})

/**
 * The limits of a partial cash-out of a pending ticket now. A player's only bet must keep the minimum of a first bet
 * until its first game starts, because it makes the next bet a later bet (SLIP-35). All of it can be cashed out: it then
 * no longer counts.
 */
export function partRulesNow(
  settings: Settings,
  { dependsOn }: Pick<OfferNow, 'dependsOn'>,
  validTickets: number,
): PartRules {
  const rules = partRules(settings)
  if (dependsOn.hasBegun || validTickets > 1) return rules
  const firstBetUgx = minimumStake(true, settings)
  return firstBetUgx > rules.leastLeftUgx ? { ...rules, leastLeftUgx: firstBetUgx } : rules
}
