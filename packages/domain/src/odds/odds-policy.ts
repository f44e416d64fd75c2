import { type OddsHundredths, totalOdds } from './odds.ts'

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
 * Whether an accepted bet gets the requested odds instead of the current ones (decision 0041). The better total wins,
 * but requested odds above the fair odds of a game are never paid: the expected return would exceed the stake.
 */
export const paysRequestedOdds = (games: readonly OddsOfGame[]): boolean =>
  totalOdds(games.map(({ requested }) => requested)) > totalOdds(games.map(({ current }) => current)) &&
  games.every(
    ({ requested, current, fairHundredths }) =>
      requested <= current || (fairHundredths !== null && requested <= fairHundredths),
  )
