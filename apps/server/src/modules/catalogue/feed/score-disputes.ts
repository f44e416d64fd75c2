import type { FeedGame } from '../ports.ts'

/** A pushed score that was not repeated for this long is older than every response. */
const PUSH_EXPIRES_MS = 120_000
const MAX_REMEMBERED = 5_000

/**
 * Detects matches whose pushed and polled scores differ (INP-08): one of the two is old or wrong, and the other one may
 * be known to players. A dispute begins with a response that was requested after a push and has another score. It ends
 * when a later push or response agrees with the other side, or when the feed has not pushed the match for two minutes.
 * While the feed pushes nothing, a response with more goals than the last push is newer and ends its dispute. A response
 * with fewer goals may be the older one.
 * Times are milliseconds of one monotonic clock.
 */
export type ScoreDisputes = {
  /** The pushed matches, marked where they dispute the last response. */
  pushed(games: readonly FeedGame[], atMs: number): readonly FeedGame[]
  /** The matches of a response, marked where they dispute the last push. `isPushing`: the feed is pushing now. */
  answered(games: readonly FeedGame[], requestedAtMs: number, isPushing: boolean): readonly FeedGame[]
}

type Known = {
  readonly pushed: string
  readonly pushedAtMs: number
  /** The other score of the last response while it disputes the push, or null. */
  readonly polled: string | null
}

export function scoreDisputes(): ScoreDisputes {
  const known = new Map<string, Known>()

  function remember(matchId: string, latest: Known): void {
    if (!known.has(matchId) && known.size >= MAX_REMEMBERED) known.clear()
    known.set(matchId, latest)
  }

  return {
    pushed: (games, atMs) =>
      games.map((game) => {
        const score = scoreOf(game)
        if (score === null) {
          known.delete(game.matchId)
          return game
        }
        const before = known.get(game.matchId)?.polled ?? null
        const polled = before === score ? null : before
        remember(game.matchId, { pushed: score, pushedAtMs: atMs, polled })
        return marked(game, polled !== null)
      }),
    answered(games, requestedAtMs, isPushing) {
      return games.map((game) => {
        const score = scoreOf(game)
        const push = known.get(game.matchId)
        // A push that arrived after the request is newer than the response.
        if (push === undefined || push.pushedAtMs > requestedAtMs) return marked(game, push?.polled != null)
        const isNewer = !isPushing && score !== null && goalsIn(score) > goalsIn(push.pushed)
        if (score === null || isNewer || requestedAtMs - push.pushedAtMs >= PUSH_EXPIRES_MS) {
          known.delete(game.matchId)
          return game
        }
        const polled = score === push.pushed ? null : score
        remember(game.matchId, { ...push, polled })
        return marked(game, polled !== null)
      })
    },
  }
}

const marked = (game: FeedGame, isScoreDisputed: boolean): FeedGame =>
  isScoreDisputed ? { ...game, isScoreDisputed } : game

const scoreOf = ({ status, score }: Pick<FeedGame, 'status' | 'score'>): string | null =>
  status.kind === 'live' && score !== null ? `${score.home}-${score.away}` : null

/** `goalsIn('2-1')` → 3 */
const goalsIn = (score: string): number => score.split('-').reduce((sum, goals) => sum + Number(goals), 0)
