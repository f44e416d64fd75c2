import type { Rulebook, Side } from '../markets/types.ts'
import { HALF_MINUTES } from '../match/clock.ts'
import { sameScore, type Score } from '../match/goals.ts'
import { expectation, type Points, pointsFor, storyWeights } from './points.ts'
import { sharesFor } from './probability.ts'
import { AWAY_GOALS, HOME_GOALS } from './score-grid.ts'
import type { Shares } from './shares.ts'
import { allStories, storyColumns } from './stories.ts'
import type { Pick, PricingContext, ScoreParams } from './types.ts'

/** The known state of a live game. */
export interface InPlayState {
  readonly phase: 'first-half' | 'half-time' | 'second-half'
  /** Minutes of play since the kick-off, the break not counted: 46 is the second half's first. */
  readonly minute: number
  readonly score: Score
  /** Null while the first half is on, or where it is not known. */
  readonly halfTime: Score | null
  /** Null before the first goal, and when its side is unknown. */
  readonly firstToScore: Side | null
  /** Red cards of each side. */
  readonly redCards: Score
  /** Ids of those who have scored; null where the goals do not tell. */
  readonly scorers: readonly string[] | null
}

/** The mean of what selections of one game win (`true`) and give back (`false`) of a stake, all of them together. */
export type Expectation = (wins: readonly boolean[]) => number

// Usual stoppage time after the 45th and the 90th minute.
const STOPPAGE_MINUTES = { first: 2, second: 5 } as const
// Until the whistle a half can still see a goal, so its elapsed share never reaches one.
const LATEST_SHARE = 0.98
// A goal is possible in the first minute of a half.
const EARLIEST_MINUTES = 0.5
// A man fewer: how many goals a side scores of those it would have scored, and how many the other side.
const RED_CARD = { own: 0.7, other: 1.2 } as const

/**
 * The joint expectation of selections of one game now. Before the start (`state` null) it follows from the model; afterwards
 * from the same model given minute, score, half-time score, first goal and red cards. Null when a selection has no price.
 *
 * Given the final score, the goals of a half are uniform over the half. The observed state therefore weighs each story of
 * the game by its likelihood (Bayes). The price moves only with new information: the expected probability after the next
 * minute equals the probability now.
 */
export function inPlayExpectation(
  params: ScoreParams,
  picks: readonly Pick[],
  rulebook: Rulebook,
  state: InPlayState | null,
  context: PricingContext = {},
): Expectation | null {
  const legs = picks.map((pick) => sharesNow(pick, rulebook, state, context))
  if (!legs.every((leg) => leg !== null)) return null
  const points = state === null ? pointsFor(params, legs) : pointsGiven(params, state)
  return points === null ? null : (wins) => Math.min(1, expectation(points, legs, wins))
}

/** The shares of a selection, or null where what is known of the game does not do for it. */
function sharesNow(pick: Pick, rulebook: Rulebook, state: InPlayState | null, context: PricingContext): Shares | null {
  if (state === null) return sharesFor(pick, rulebook, context)
  if (pick.market === 'anytime_scorer') return hasScored(pick.selectionId, state) ? CERTAIN : null
  const shares = sharesFor(pick, rulebook, context)
  if (shares === null || shares.per === 'scores') return shares
  const { home, away } = state.score
  if (pick.market === 'first_to_score') return home + away > 0 && knownFirst(state) === null ? null : shares
  if (pick.market === 'to_qualify') return shares
  return state.phase === 'second-half' && state.halfTime === null ? null : shares
}

// Whether a player who has not scored yet is still on the pitch is not known, so that only a goal can be counted on.
const hasScored = (playerId: string, { scorers }: InPlayState): boolean => scorers?.includes(playerId) === true

const CERTAIN: Shares = { per: 'scores', win: new Float64Array(HOME_GOALS.length).fill(1), back: null }

/** Every story with its probability given the state; null when no story of the model shows it (a score beyond the grid). */
function pointsGiven(params: ScoreParams, state: InPlayState): Points | null {
  const { cells, weights } = storyColumns()
  const halves = halfColumns()
  const first = knownFirst(state)
  // The first scorer adds no information about the rest of the game beyond the score.
  const within = first === null ? weights : halves.weight.map((weight, at) => (halves.first[at] === first ? weight : 0))
  const likely = likelihood(state)
  const found = storyWeights(params, within).map((weight, story) => {
    if (weight === 0) return 0
    const cell = cells[story] as number
    return (
      weight *
      likely(
        { home: HOME_GOALS[cell] as number, away: AWAY_GOALS[cell] as number },
        { home: halves.home[story] as number, away: halves.away[story] as number },
      )
    )
  })
  const sum = found.reduce((total, weight) => total + weight, 0)
  return sum > 0 ? { per: 'stories', weights: found.map((weight) => weight / sum) } : null
}

function knownFirst({ score, firstToScore }: InPlayState): Side | null {
  if (score.home + score.away === 0) return null
  if (score.away === 0) return 'home'
  return score.home === 0 ? 'away' : firstToScore
}

type Likelihood = (final: Score, half: Score) => number

/** How likely a game with such a half-time and final score shows what has been seen. */
function likelihood(state: InPlayState): Likelihood {
  const { phase, score, halfTime } = state
  const fewer = { home: menFewer(state, 'home'), away: menFewer(state, 'away') }
  // Goals still to come are fewer for a side that is short of men, and more for the other.
  const tilt = (final: Score): number =>
    fewer.home ** (final.home - score.home) * fewer.away ** (final.away - score.away)
  const isHalf = (half: Score): boolean => halfTime === null || sameScore(half, halfTime)
  const share = shareOfHalf(state)
  if (phase === 'first-half') {
    return (final, half) => seen(half.home, score.home, share) * seen(half.away, score.away, share) * tilt(final)
  }
  if (phase === 'half-time') {
    return (final, half) => (sameScore(half, score) ? tilt(final) : 0)
  }
  return (final, half) =>
    isHalf(half)
      ? seen(final.home - half.home, score.home - half.home, share) *
        seen(final.away - half.away, score.away - half.away, share) *
        tilt(final)
      : 0
}

const menFewer = ({ redCards }: InPlayState, side: Side): number =>
  RED_CARD.own ** redCards[side] * RED_CARD.other ** redCards[side === 'home' ? 'away' : 'home']

/** The part of the running half that has been played. */
function shareOfHalf({ phase, minute }: InPlayState): number {
  if (phase === 'half-time') return 1
  const played = phase === 'first-half' ? minute : minute - HALF_MINUTES
  const length = HALF_MINUTES + (phase === 'first-half' ? STOPPAGE_MINUTES.first : STOPPAGE_MINUTES.second)
  return Math.min(LATEST_SHARE, Math.max(EARLIEST_MINUTES, played) / length)
}

/** The chance that of `all` goals of a half just `so` have fallen in this part of it. */
function seen(all: number, so: number, share: number): number {
  if (so < 0 || so > all) return 0
  let ways = 1
  for (let k = 1; k <= so; k += 1) ways = (ways * (all - so + k)) / k
  return ways * share ** so * (1 - share) ** (all - so)
}

interface HalfColumns {
  readonly home: Uint8Array
  readonly away: Uint8Array
  readonly first: readonly (Side | 'none')[]
  /** The share of a story's half-time split in its score, over all first scorers. */
  readonly weight: Float64Array
}

let columns: HalfColumns | undefined

function halfColumns(): HalfColumns {
  columns ??= readColumns()
  return columns
}

function readColumns(): HalfColumns {
  const stories = allStories()
  const keyOf = ({ cell, playOff, result }: (typeof stories)[number]): string =>
    `${cell} ${playOff ?? ''} ${result.halfTime?.home ?? 0} ${result.halfTime?.away ?? 0}`
  const weights = new Map<string, number>()
  for (const story of stories) weights.set(keyOf(story), (weights.get(keyOf(story)) ?? 0) + story.weight)
  return {
    home: Uint8Array.from(stories, ({ result }) => result.halfTime?.home ?? 0),
    away: Uint8Array.from(stories, ({ result }) => result.halfTime?.away ?? 0),
    first: stories.map(({ result }) => result.firstToScore ?? 'none'),
    weight: Float64Array.from(stories, (story) => weights.get(keyOf(story)) ?? 0),
  }
}
