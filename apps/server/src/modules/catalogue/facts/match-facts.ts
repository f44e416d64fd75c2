import type { Kernel } from '../../../kernel/kernel.ts'
import type { FeedAnswer, FeedLineup, FeedMeetings, FeedStanding, FeedStatistics, MatchFacts } from '../ports.ts'
import { readFacts, storeFacts } from './match-facts.repository.ts'

export type FactsOf = {
  readonly statistics: FeedStatistics
  readonly lineups: { readonly home: FeedLineup | null; readonly away: FeedLineup | null }
  readonly meetings: FeedMeetings
  readonly standings: readonly FeedStanding[]
}
export type FactsKind = keyof FactsOf

export type ReportedFacts<T> = { readonly facts: T; readonly reportedAt: Date }

/** After a failure the feed is not requested again for this long. */
const RETRY_AFTER_FAILURE_MS = 60_000
/** Each request counts against the feed's quota, which visitors must not exhaust. */
const MAX_REQUESTS_PER_MINUTE = 60

type Request<K extends FactsKind> = (facts: MatchFacts) => Promise<FeedAnswer<FactsOf[K]>>

/**
 * Facts of the feed with their age, from the database; requested again when older than `freshMs`. null when the feed
 * has none.
 */
export type FactsReader = <K extends FactsKind>(
  kind: K,
  subject: string,
  freshMs: number,
  now: Date,
  request: Request<K>,
) => Promise<ReportedFacts<FactsOf[K]> | null>

export function factsReader(kernel: Kernel, source: MatchFacts | null): FactsReader {
  const underWay = new Map<string, Promise<void>>()
  let minute = 0
  let requestsThisMinute = 0

  function consumeQuota(now: Date): boolean {
    const thisMinute = Math.floor(now.getTime() / 60_000)
    if (thisMinute !== minute) [minute, requestsThisMinute] = [thisMinute, 0]
    requestsThisMinute += 1
    return requestsThisMinute <= MAX_REQUESTS_PER_MINUTE
  }

  async function requestFeed<K extends FactsKind>(
    kind: K,
    subject: string,
    freshMs: number,
    now: Date,
    request: Request<K>,
  ) {
    if (source === null) return
    const answer = await request(source)
    const waitMs = answer.ok ? freshMs : Math.min(freshMs, RETRY_AFTER_FAILURE_MS)
    await storeFacts(kernel.db, {
      kind,
      subject,
      facts: answer.ok ? JSON.stringify(answer.value) : null,
      reportedAt: answer.ok ? now : null,
      nextRequestAt: new Date(now.getTime() + waitMs),
    })
  }

  return async (kind, subject, freshMs, now, request) => {
    const read = () => readFacts(kernel.db, { kind, subject })
    const known = await read()
    const isDue = source !== null && (known === undefined || known.nextRequestAt <= now)
    const key = `${kind} ${subject}`
    if (isDue && (underWay.has(key) || consumeQuota(now))) {
      const pending = underWay.get(key) ?? requestFeed(kind, subject, freshMs, now, request)
      underWay.set(key, pending)
      await pending.finally(() => underWay.delete(key))
    }
    const row = isDue ? await read() : known
    return row?.facts == null || row.reportedAt === null
      ? null
      : { facts: row.facts as unknown as FactsOf[typeof kind], reportedAt: row.reportedAt }
  }
}
