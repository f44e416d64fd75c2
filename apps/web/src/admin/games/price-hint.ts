import { isMarketId } from '@mupiira/domain/markets/types.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { isRisky, type ManualOddsRules, oddsEffects, riskText } from './manual-odds.ts'

type Selection = AdminMarket['selections'][number]

/** The effect of manual odds before they are saved, in sentences; null for the model's odds. */
export function priceHints(
  market: AdminMarket,
  selection: Selection,
  own: number | null,
  rules: ManualOddsRules,
): readonly string[] {
  if (own === null) return ['Leave empty to use the model’s odds.']
  return [
    ...oddsEffects(market, selection, own),
    ...(cannotLose(market, selection, own)
      ? ['A player who backs every selection at these odds cannot lose. Lower the other odds too.']
      : []),
    isRisky(market, { [selection.id]: own }, rules)
      ? riskText(rules)
      : 'These odds stay until you remove them. They are capped so that players do not win on average.',
  ]
}

/** Returns whether manual odds are offered lower than entered, because the model's price has changed. */
export const isCapped = ({ own, offered }: Selection): boolean => own !== null && offered !== null && offered < own

function cannotLose({ id, selections }: AdminMarket, { id: changed }: Selection, own: number): boolean {
  if (!isMarketId(id) || !marketDefinition(id).coversEverything) return false
  const prices = selections.map((selection) => (selection.id === changed ? own : selection.offered))
  return prices.every((price) => price !== null) && prices.reduce((sum, price) => sum + 1 / price, 0) < 1
}
