import type { Score } from '../match/goals.ts'
import type { MatchResult, Side } from './types.ts'

/** What is known of a match. The final result must fit it. */
export interface MatchProgress {
  readonly score: Score
  readonly isFirstHalf: boolean
  /** The half-time score; null in the first half, or if unknown. */
  readonly halfTime: Score | null
  /** The side that scored first; null without a goal, or if unknown. */
  readonly firstToScore: Side | null
}

export const NOT_STARTED: MatchProgress = {
  score: { home: 0, away: 0 },
  isFirstHalf: true,
  halfTime: null,
  firstToScore: null,
}

/** The number of goals per side before a match. Of all offered selections, only a team total of 6+ needs more goals. */
const MAX_GOALS = 5
/** Later goals that can still change a selection: a lead of three goals decides the winning margin. */
const MORE_GOALS = 3

/** The final scores that the match can still end with. A score that needs more goals pays like one of these. */
export function reachableScores({ score }: MatchProgress): readonly Score[] {
  const upTo = (goals: number): number => Math.max(MAX_GOALS, goals + MORE_GOALS)
  return range(score.home, upTo(score.home)).flatMap((home) =>
    range(score.away, upTo(score.away)).map((away) => ({ home, away })),
  )
}

/** Facts of a result that some selections depend on besides the final score. */
type Fact = 'halves' | 'first goal' | 'qualifier'

/** All results with a final score that the match can still end with. They differ in the given facts only. */
export function resultsWithScore(
  final: MatchResult,
  progress: MatchProgress,
  facts: ReadonlySet<Fact>,
): readonly MatchResult[] {
  const halves = facts.has('halves') || facts.has('first goal') ? halfTimesOf(final, progress) : [null]
  const qualifiers = facts.has('qualifier') ? (['home', 'away'] as const) : [null]
  return halves.flatMap((halfTime) =>
    (facts.has('first goal') && halfTime !== null ? firstGoalsOf(final, halfTime, progress) : [null]).flatMap(
      (firstToScore) =>
        qualifiers.map((qualifier) => ({
          ...final,
          ...(halfTime === null ? {} : { halfTime }),
          ...(firstToScore === null ? {} : { firstToScore }),
          ...(qualifier === null ? {} : { qualifier }),
        })),
    ),
  )
}

function halfTimesOf(final: Score, { score, isFirstHalf, halfTime }: MatchProgress): readonly Score[] {
  if (halfTime !== null) return [halfTime]
  const [from, to] = isFirstHalf ? [score, final] : [{ home: 0, away: 0 }, score]
  return range(from.home, to.home).flatMap((home) => range(from.away, to.away).map((away) => ({ home, away })))
}

/** The sides that can have scored first. */
function firstGoalsOf(final: Score, halfTime: Score, progress: MatchProgress): readonly (Side | 'none')[] {
  if (progress.firstToScore !== null) return [progress.firstToScore]
  // The earliest known score with a goal.
  const scores = progress.isFirstHalf ? [progress.score, halfTime] : [halfTime, progress.score]
  const { home, away } = scores.find((score) => score.home + score.away > 0) ?? final
  if (home + away === 0) return ['none']
  return [...(home > 0 ? (['home'] as const) : []), ...(away > 0 ? (['away'] as const) : [])]
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
