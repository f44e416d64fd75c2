import type { FeedAnswer, FeedGame, FeedOdds } from './ports.ts'

const FIRST_AGAIN_MS = 15_000
const LAST_AGAIN_MS = 5 * 60_000

export type LateOdds = ReturnType<typeof lateOdds>

/**
 * Odds that were not told with their matches. They are asked for again after 15 s, 30 s, 60 s … 5 min, and with each week; a
 * quota that is spent is not asked for more. Their matches are kept until then: a feed lists a distant day once in hours,
 * and odds count for the matches that they come with.
 */
export function lateOdds() {
  let failures = 0
  let againAtMs = Number.POSITIVE_INFINITY
  let waiting = new Map<string, FeedGame>()

  return {
    areLate: (): boolean => failures > 0,
    areDue: (now: Date): boolean => now.getTime() >= againAtMs,

    /** An answer about odds of matches up to `to`. */
    answered(answer: FeedAnswer<FeedOdds>, to: Date, now: Date): void {
      failures = answer.ok && answer.value.until >= to ? 0 : failures + 1
      const isWorthIt = failures > 0 && (answer.ok || answer.error !== 'QUOTA')
      const pauseMs = Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (failures - 1))
      againAtMs = isWorthIt ? now.getTime() + pauseMs : Number.POSITIVE_INFINITY
    },

    /** What was listed, with those matches that wait for this answer; those that it does not reach wait for the next one. */
    matchesFor(answer: FeedAnswer<FeedOdds>, listed: readonly FeedGame[], now: Date): readonly FeedGame[] {
      const matches = new Map([...waiting, ...listed.map((match) => [match.matchId, match] as const)])
      const isLeft = ({ status, startsAt }: FeedGame): boolean =>
        status.kind === 'upcoming' && startsAt > now && !(answer.ok && startsAt < answer.value.until)
      waiting = new Map([...matches].filter(([, match]) => isLeft(match)))
      return answer.ok ? [...matches.values()] : listed
    },

    /** A match that is told otherwise meanwhile waits as it was told last; one that has begun waits no more. */
    received(games: readonly FeedGame[]): void {
      for (const game of games) {
        if (game.status.kind !== 'upcoming') waiting.delete(game.matchId)
        else if (waiting.has(game.matchId)) waiting.set(game.matchId, game)
      }
    },

    forget(): void {
      failures = 0
      againAtMs = Number.POSITIVE_INFINITY
      waiting = new Map()
    },
  }
}
