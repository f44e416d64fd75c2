import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { GameRow } from './game-row.ts'

/** Odds in hundredths. Both sides must be above 1.00 for a game to have prices (D14). */
export type BaseOdds = Pick<GameRow, 'homeOdds' | 'drawOdds' | 'awayOdds' | 'over25Odds' | 'under25Odds'>

/** `before`: the odds that the model knows; null for a game without earlier odds. */
export type ComparedOdds = { readonly before: BaseOdds | null; readonly after: BaseOdds }

/**
 * What new base odds give away (decision 0026); null if one member of staff may set them alone. Pricing provides this
 * function.
 */
export type BaseOddsRisk = (
  game: Pick<GameRow, 'id' | 'homeTeam' | 'awayTeam' | 'sport' | 'startTime'>,
  odds: ComparedOdds,
) => Promise<string | null>

/** The id of a game that does not exist yet. */
export const NEW_GAME = ''

const BASE_ODDS = ['homeOdds', 'drawOdds', 'awayOdds', 'over25Odds', 'under25Odds'] as const

export const haveSameOdds = (one: BaseOdds, other: BaseOdds): boolean =>
  BASE_ODDS.every((side) => one[side] === other[side])

export const hasOdds = (odds: Partial<BaseOdds>): boolean => BASE_ODDS.some((side) => (odds[side] ?? null) !== null)

export const baseOddsOf = ({ homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }: BaseOdds): BaseOdds => ({
  homeOdds,
  drawOdds,
  awayOdds,
  over25Odds,
  under25Odds,
})

/** Base odds as decimals for the model; null without odds for both sides. */
export function matchOddsOf(odds: BaseOdds): MatchOdds | null {
  const { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds } = odds
  if (homeOdds === null || awayOdds === null) return null
  return {
    home: homeOdds / 100,
    draw: drawOdds === null ? null : drawOdds / 100,
    away: awayOdds / 100,
    ...(over25Odds === null || under25Odds === null ? {} : { over25: over25Odds / 100, under25: under25Odds / 100 }),
  }
}
