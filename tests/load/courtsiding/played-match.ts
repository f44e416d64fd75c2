import type { MatchResult, Side } from '@mupiira/domain/markets/types.ts'
import type { InPlayState } from '@mupiira/domain/pricing/in-play.ts'
import { scoresOf, HOME_GOALS, AWAY_GOALS } from '@mupiira/domain/pricing/score-grid.ts'
import { halvesOf } from '@mupiira/domain/pricing/scenarios.ts'
import type { ScoreParams } from '@mupiira/domain/pricing/types.ts'
import type { Draws } from '../../support/seeded.ts'
import { drawnFrom } from '../pricing/outcomes.ts'

const MINUTE_S = 60
/** The length of each half with its usual stoppage time, in seconds. */
const FIRST_HALF_S = 47 * MINUTE_S
const SECOND_HALF_S = 50 * MINUTE_S

/** A goal and the second of play at which the feed knows it. */
export type Goal = { readonly side: Side; readonly at: number }

/** A match drawn from the model of its prices: the goals are uniform within each half. */
export type PlayedMatch = {
  readonly params: ScoreParams
  readonly goals: readonly Goal[]
  readonly result: MatchResult
}

export function playMatch(params: ScoreParams, draws: Draws): PlayedMatch {
  const cell = drawnFrom(scoresOf(params), draws)
  const [home, away] = [HOME_GOALS[cell] as number, AWAY_GOALS[cell] as number]
  const halves = halvesOf(home, away)
  const halfTime = halves[
    drawnFrom(
      halves.map(({ weight }) => weight),
      draws,
    )
  ]?.halfTime ?? { home: 0, away: 0 }
  const within = (side: Side, count: number, from: number, length: number): Goal[] =>
    Array.from({ length: count }, () => ({ side, at: from + draws.below(length * 10) / 10 }))
  const goals = [
    ...within('home', halfTime.home, 0, FIRST_HALF_S),
    ...within('away', halfTime.away, 0, FIRST_HALF_S),
    ...within('home', home - halfTime.home, FIRST_HALF_S, SECOND_HALF_S),
    ...within('away', away - halfTime.away, FIRST_HALF_S, SECOND_HALF_S),
  ].sort((a, b) => a.at - b.at)
  const firstToScore = goals[0]?.side ?? 'none'
  return { params, goals, result: { sport: 'soccer', home, away, halfTime, firstToScore } }
}

/** The state of play at a second, with the goals until `known`. */
export function stateAt({ goals, result }: PlayedMatch, second: number, known: number): InPlayState {
  const isFirst = second < FIRST_HALF_S
  const seen = goals.filter(({ at }) => at <= known)
  const count = (side: Side): number => seen.filter((goal) => goal.side === side).length
  return {
    phase: isFirst ? 'first-half' : 'second-half',
    minute: isFirst ? second / MINUTE_S : 45 + (second - FIRST_HALF_S) / MINUTE_S,
    score: { home: count('home'), away: count('away') },
    halfTime: isFirst ? null : (result.halfTime ?? null),
    firstToScore: seen[0]?.side ?? null,
    redCards: { home: 0, away: 0 },
    scorers: null,
  }
}
