import type { FeedAnswer, FeedGame, FeedOdds } from '../ports.ts'

const FIRST_AGAIN_MS = 15_000
const LAST_AGAIN_MS = 5 * 60_000

export type LateOdds = ReturnType<typeof lateOdds>

/**
 * Odds that were missing when their matches were listed. They are requested again after 15 s, 30 s, 60 s … 5 min, and
 * with each week; after a quota failure only with the next week. Their matches are cached until then, because a feed
 * lists distant days rarely and odds apply only together with their matches.
 */
export function lateOdds() {
  let failures = 0
  let againAtMs = Number.POSITIVE_INFINITY
  let waiting = new Map<string, FeedGame>()

  return {
    areLate: (): boolean => failures > 0,
    areDue: (now: Date): boolean => now.getTime() >= againAtMs,

    /** Records the response to a request for the odds of matches up to `to`. */
    answered(answer: FeedAnswer<FeedOdds>, to: Date, now: Date): void {
      failures = answer.ok && answer.value.until >= to ? 0 : failures + 1
      const mayRetry = failures > 0 && (answer.ok || answer.error !== 'QUOTA')
      const pauseMs = Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (failures - 1))
      againAtMs = mayRetry ? now.getTime() + pauseMs : Number.POSITIVE_INFINITY
    },

    /** The listed matches, plus the waiting matches that this response covers. The other matches keep waiting. */
    matchesFor(answer: FeedAnswer<FeedOdds>, listed: readonly FeedGame[], now: Date): readonly FeedGame[] {
      const matches = new Map([...waiting, ...listed.map((match) => [match.matchId, match] as const)])
      const isWaiting = ({ status, startsAt }: FeedGame): boolean =>
        status.kind === 'upcoming' && startsAt > now && !(answer.ok && startsAt < answer.value.until)
      waiting = new Map([...matches].filter(([, match]) => isWaiting(match)))
      return answer.ok ? [...matches.values()] : listed
    },

    /** A waiting match is replaced by its newest report, and stops waiting once it has started. */
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
