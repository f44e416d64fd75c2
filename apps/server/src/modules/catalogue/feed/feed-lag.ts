import type { FeedGame } from '../ports.ts'

/** The largest measured lag. It is also recorded for a pushed goal that every response within this time lacks. */
const LONGEST_MS = 120_000
const MAX_REMEMBERED = 5_000

/** Times are milliseconds of one monotonic clock. */
export type LagMeter = {
  pushed(games: readonly FeedGame[], atMs: number): void
  /**
   * Returns the lags of pushed goals that this response is the first to include, or the first after one without them.
   */
  answered(games: readonly FeedGame[], requestedAtMs: number): number[]
  /** Forgets all goals, because pushes or responses were missed. */
  forget(): void
}

/** A pushed score, with the earlier scores that show that a response is old. */
type Pushed = {
  readonly score: string
  readonly earlier: readonly string[]
  readonly atMs: number
  /** The age of the last response without the goal; 0 if a newer response included it. */
  readonly lagMs: number
  readonly isCounted: boolean
}

/**
 * Measures how old the responses of a feed are (decision 0032). If a goal was pushed before a request and its response
 * lacks the goal, the response is at least as old as the time between push and request. A response that returns to the
 * earlier score is counted when a later one includes the goal again. Without a later one, the goal was cancelled.
 */
export function lagMeter(): LagMeter {
  const scores = new Map<string, string>()
  const waiting = new Map<string, Pushed>()

  function remember(matchId: string, score: string): void {
    if (scores.size >= MAX_REMEMBERED) scores.clear()
    scores.set(matchId, score)
  }

  return {
    pushed(games, atMs) {
      for (const { matchId, ...game } of games) {
        const score = scoreOf(game)
        if (score === null) continue
        const before = scores.get(matchId)
        remember(matchId, score)
        if (before === undefined || before === score) continue
        const earlier = [...(waiting.get(matchId)?.earlier ?? []), before]
        waiting.set(matchId, { score, earlier, atMs, lagMs: 0, isCounted: false })
      }
    },
    answered(games, requestedAtMs) {
      return games.flatMap(({ matchId, ...game }) => {
        const score = scoreOf(game)
        if (game.status.kind !== 'live') waiting.delete(matchId)
        const goal = waiting.get(matchId)
        if (goal === undefined) {
          if (score !== null) remember(matchId, score)
          return []
        }
        const lagMs = Math.round(requestedAtMs - goal.atMs)
        // The request was sent before the push, or the response has no score.
        if (lagMs < 0 || score === null) return []
        const isOld = score !== goal.score && goal.earlier.includes(score)
        const isLate = lagMs >= LONGEST_MS
        if (isLate) waiting.delete(matchId)
        else waiting.set(matchId, isOld ? { ...goal, lagMs } : { ...goal, lagMs: 0, isCounted: true })
        if (!isOld || isLate) remember(matchId, score)
        if (isOld) return isLate && !goal.isCounted ? LONGEST_MS : []
        return goal.isCounted && goal.lagMs === 0 ? [] : goal.lagMs
      })
    },
    forget() {
      scores.clear()
      waiting.clear()
    },
  }
}

const scoreOf = ({ status, score }: Pick<FeedGame, 'status' | 'score'>): string | null =>
  status.kind === 'live' && score !== null ? `${score.home}-${score.away}` : null
