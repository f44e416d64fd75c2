import { liabilityLimits } from '@mupiira/domain/limits/stake-rules.ts'
import { minUgx, type Ugx, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { BetRestrictions } from '@mupiira/domain/risk/restrictions.ts'
import { mostStakeByFactor } from '@mupiira/domain/risk/stake-factor.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { type BonusRule, bonusRule, NO_BONUS } from '@mupiira/domain/ticket/totals.ts'
import type { BetGame } from './bet-game.ts'
import { betMaximums } from './in-play.ts'

type Player = Pick<BetRestrictions, 'hasPromotions' | 'stakeFactor'> & {
  /** The stake limit that staff has set for the player; null without one. */
  readonly mostStake: Ugx | null
}

type Terms = { readonly maximumUgx: Ugx; readonly maxPayoutUgx: Ugx; readonly bonus: BonusRule }

/** The largest stake and payout of a player's bet and its win bonus, by the settings and what staff has set. */
export function playerTerms(player: Player, games: readonly BetGame[], settings: Settings): Terms {
  const general = betMaximums(games, settings)
  const legs = games.flatMap((game) => game.legs)
  const ofSelections = legs.flatMap((leg) => leg.game.controls[leg.market]?.mostStake?.[leg.selectionId] ?? [])
  const odds = games.map(({ oddsHundredths }) => oddsHundredths)
  const bet = { maximumUgx: general.stakeUgx, odds, limits: liabilityLimits(settings) }
  const maximums = [
    mostStakeByFactor(player.stakeFactor, bet),
    ...(player.mostStake === null ? [] : [player.mostStake]),
    ...ofSelections.map(ugxFromShillings),
  ]
  return {
    maximumUgx: maximums.reduce(minUgx, general.stakeUgx),
    maxPayoutUgx: general.payoutUgx,
    bonus: bonusOf(player, settings),
  }
}

export const bonusOf = ({ hasPromotions }: Pick<Player, 'hasPromotions'>, settings: Settings): BonusRule =>
  hasPromotions ? bonusRule(settings.bonus_min_odds) : NO_BONUS
