import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { FeedAnswer, FeedGame } from '../../modules/catalogue/ports.ts'

/** Maximum odds requests per poll. The remaining matches are requested at the next poll. */
const MAX_REQUESTS = 10
const RETRY_MS = 10 * MINUTE_MS
const MAX_WAITING = 1_000

type Waiting = { readonly lineUpsAtMs: number; readonly startsAtMs: number; readonly dueMs: number }
type RefreshedOdds = { readonly requestedAtMs: number; readonly startsAtMs: number; readonly odds: MatchOdds }

/**
 * Requests the odds of single matches after their line-ups are published, because older scorer odds are not used.
 * Repeats the request every ten minutes until the match has newer scorer odds or starts.
 */
export function createOddsRefresh(oddsOf: (matchId: string) => Promise<FeedAnswer<ReadonlyMap<string, MatchOdds>>>) {
  const waiting = new Map<string, Waiting>()
  const received = new Map<string, RefreshedOdds>()

  function forgetStarted(nowMs: number): void {
    for (const [matchId, { startsAtMs }] of waiting) if (startsAtMs <= nowMs) waiting.delete(matchId)
    for (const [matchId, { startsAtMs }] of received) if (startsAtMs <= nowMs) received.delete(matchId)
  }

  return {
    lineUpsKnown({ matchId, startsAt }: FeedGame, nowMs: number): void {
      if (waiting.size >= MAX_WAITING) waiting.clear()
      waiting.set(matchId, { lineUpsAtMs: nowMs, startsAtMs: startsAt.getTime(), dueMs: nowMs })
    },

    /** Requests the odds that are due, earliest kick-off first. Stops when the quota or the connection fails. */
    async request(nowMs: number): Promise<void> {
      forgetStarted(nowMs)
      const due = [...waiting]
        .filter(([, { dueMs }]) => dueMs <= nowMs)
        .toSorted(([, one], [, other]) => one.startsAtMs - other.startsAtMs)
      for (const [matchId, match] of due.slice(0, MAX_REQUESTS)) {
        const response = await oddsOf(matchId)
        if (!response.ok && (response.error === 'QUOTA' || response.error === 'UNREACHABLE')) return
        // A match that the feed refuses must not delay the others.
        const odds = response.ok ? response.value.get(matchId) : undefined
        if (odds !== undefined) received.set(matchId, { requestedAtMs: nowMs, startsAtMs: match.startsAtMs, odds })
        const isQuoted = odds?.scorers !== undefined && (odds.quotedAt?.getTime() ?? 0) >= match.lineUpsAtMs
        if (isQuoted) waiting.delete(matchId)
        else waiting.set(matchId, { ...match, dueMs: nowMs + RETRY_MS })
      }
    },

    /** Odds by match that were requested after the last request for the whole day of the match. */
    newerThan: (dayOf: (startsAtMs: number) => number): ReadonlyMap<string, MatchOdds> =>
      new Map(
        [...received].flatMap(([matchId, { requestedAtMs, startsAtMs, odds }]) =>
          requestedAtMs > dayOf(startsAtMs) ? [[matchId, odds] as const] : [],
        ),
      ),
  }
}
