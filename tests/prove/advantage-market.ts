import type { GameForMarkets, MarketId } from '@mupiira/domain/markets/types.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { probabilityOf } from '@mupiira/domain/pricing/probability.ts'
import { isQuoteFresh } from '@mupiira/domain/pricing/quote-age.ts'
import { jointProbability } from '@mupiira/domain/pricing/same-game.ts'
import type { MatchOdds, ModelParams } from '@mupiira/domain/pricing/types.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { MatchWithOdds } from '../support/recorded-odds.ts'

// The market of recorded matches as informed players see it: its odds move from opening to closing in two days.

export const MARKET_HOURS = 48

export type Pick = readonly [market: MarketId, selection: string]
export const RESULT_PICKS: readonly Pick[] = [
  ['1x2', '1'],
  ['1x2', 'X'],
  ['1x2', '2'],
]
export const GOALS_PICKS: readonly Pick[] = [
  ['over_under', 'over_2.5'],
  ['over_under', 'under_2.5'],
  ['btts', 'yes'],
  ['btts', 'no'],
]
export const PICKS = [...RESULT_PICKS, ...GOALS_PICKS]

const GAME: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'A',
  awayTeam: 'B',
  knockout: false,
  favourite: 'home',
  players: [],
  drawPossible: true,
}

/** The market's odds some hours before the start. */
export function marketAt({ open, close }: MatchWithOdds, hoursBefore: number) {
  const moved = 1 - Math.min(1, hoursBefore / MARKET_HOURS)
  const between = (from: number, to: number) => from ** (1 - moved) * to ** moved
  return {
    home: between(open.home, close.home),
    draw: between(open.draw, close.draw),
    away: between(open.away, close.away),
    over25: between(open.over25, close.over25),
    under25: between(open.under25, close.under25),
  }
}

export function modelOf(market: MatchOdds): ModelParams | null {
  const fair = fairMatch(market)
  return fair.ok ? fitModel(fair.value, 'soccer') : null
}

/** The probability of a selection by the market; 0 without one. */
export const chanceOf = (market: ModelParams | null, [id, selection]: Pick): number =>
  (market && probabilityOf(market, id, selection, 'house', GAME)) ?? 0

/** The probability that all selections of one game win, by the market; 0 when they cannot be combined. */
export function jointChanceOf(market: ModelParams | null, picks: readonly Pick[]): number {
  const wanted = picks.map(([id, selectionId]) => ({ market: id, selectionId }))
  return (market && jointProbability(market, wanted, 'house', GAME)) ?? 0
}

/** The highest accepted age of a quote, in hours, at this time before the start. */
export function maxQuoteAgeHours(hoursBefore: number): number {
  const start = new Date(hoursBefore * HOUR_MS)
  const isAccepted = (age: number) => isQuoteFresh(new Date(-age * HOUR_MS), start, new Date(0))
  let age = 0
  while (age < MARKET_HOURS && isAccepted(age + 0.25)) age += 0.25
  return age
}
