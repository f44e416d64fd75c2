import { bonusPercentFor, type BonusRule, countQualifying } from '../ticket/totals.ts'
import type { OddsHundredths } from './odds.ts'

/**
 * Which changed total odds a player accepts (INP-07): no change, better odds, or any odds. `better` is the default.
 */
export const ODDS_POLICIES = ['none', 'better', 'any'] as const
export type OddsPolicy = (typeof ODDS_POLICIES)[number]

/** The policy of a bet. `acceptOddsChanges` is the older form of `any` and `better`. */
export const oddsPolicyOf = (bet: {
  readonly oddsPolicy?: OddsPolicy
  readonly acceptOddsChanges?: boolean
}): OddsPolicy => bet.oddsPolicy ?? (bet.acceptOddsChanges === true ? 'any' : 'better')

/** Whether the player accepts total odds that compare like this with the total that the player saw. */
export function acceptsChange(policy: OddsPolicy, change: 'same' | 'better' | 'worse'): boolean {
  if (change === 'same' || policy === 'any') return true
  return change === 'better' && policy === 'better'
}

/** One game of a delayed bet: its odds at the request and now, and its fair odds now; null if they are unknown. */
export interface OddsOfGame {
  readonly requested: OddsHundredths
  readonly current: OddsHundredths
  /** 100 ÷ the probability. May have a fraction. */
  readonly fairHundredths: number | null
}

/**
 * Whether a delayed bet may get the odds of its request (decision 0041). They must not raise the expected return above
 * the stake and above that of the current odds: neither for one game, nor for the total with the win bonus. The current
 * odds replace unknown fair odds, which are higher.
 */
export function canPayRequestedOdds(games: readonly OddsOfGame[], bonus: BonusRule): boolean {
  const isFair = ({ requested, current, fairHundredths }: OddsOfGame): boolean =>
    requested <= current || (fairHundredths !== null && requested <= fairHundredths)
  const requested = withBonus(
    games.map((game) => game.requested),
    bonus,
  )
  const current = withBonus(
    games.map((game) => game.current),
    bonus,
  )
  const fair = factorOf(games.map((game) => game.fairHundredths ?? game.current))
  return games.every(isFair) && (requested <= current || requested <= fair)
}

/** What one staked unit pays, with the win bonus. */
const withBonus = (perGame: readonly OddsHundredths[], bonus: BonusRule): number =>
  factorOf(perGame) * (1 + bonusPercentFor(countQualifying(perGame, bonus)) / 100)

const factorOf = (perGame: readonly number[]): number =>
  perGame.reduce((product, hundredths) => (product * hundredths) / 100, 1)
