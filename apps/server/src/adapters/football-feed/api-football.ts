import type { RequestQuota } from './request-quota.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Clock } from '../../kernel/clock.ts'
import { pause } from '../../kernel/pause.ts'
import type { FeedAnswer, FeedFailure, FeedGame, FootballFeed, LiveOddsOutcome } from '../../modules/catalogue/ports.ts'
import { requestApiFootball, type ApiFootballOptions } from './api-football-call.ts'
import { fixtureIdOf, hasDetail, ID_PREFIX, readFixture } from './api-football-fixture.ts'
import { createLiveStops, unknownStops } from './api-football-live-odds.ts'
import { oddsIn } from './api-football-odds.ts'
import { createOddsRefresh } from './api-football-odds-refresh.ts'
import { type FeedRow, field, text } from './feed-row.ts'

const WEEK_EVERY_MS = 5 * 60_000
/** The provider updates odds every three hours and rarely changes distant fixtures. */
const DISTANT_EVERY_MS = 3 * 3_600_000
const ODDS_EVERY_MS = 30 * 60_000
/** Odds of a day expire after this many missed updates. */
const MAX_MISSED_UPDATES = 3
const IDS_PER_REQUEST = 20
/** Line-ups appear 20 to 60 minutes before the kick-off. */
const LINE_UPS_BEFORE_MS = HOUR_MS
const LINE_UPS_EVERY_MS = 10 * MINUTE_MS
/** Maximum detail requests per poll. Remaining details are requested at the next poll. */
const MAX_DETAIL_REQUESTS = 10
const MAX_PAGES = 60
const MAX_RESCHEDULED = 60
const MAX_CACHED = 20_000
/** Timeout of a request for stops, which must end before the next poll. */
const STOPS_WITHIN_MS = 3_000
/** How much longer than their own request scores may wait for stops. Without stops, live games take no bets. */
const STOPS_AFTER_SCORES_MS = 500

type FeedOptions = ApiFootballOptions & {
  readonly clock: Clock
  /** A separate quota for odds after line-ups, so that these requests never use up the quota for scores. */
  readonly requoteQuota?: RequestQuota
}

/**
 * API-Football v3. A day's list contains only the score of a started match. Other details are requested by id, twenty
 * matches at a time, when the list shows a change and for line-ups in the hour before the kick-off. Distant days and
 * odds are requested rarely, because each day and each page counts against the quota. The odds of a match are
 * requested again after its line-ups are published. While live games take bets, each request for live scores has a
 * second one that shows which matches take bets.
 */
export function createApiFootball({ requoteQuota, ...options }: FeedOptions): FootballFeed {
  const request = (path: string, query: Readonly<Record<string, string>>) => requestApiFootball(options, path, query)
  /** When a day was last requested, and the matches that it listed. */
  const listedOn = new Map<string, { readonly requestedAtMs: number; readonly ids: ReadonlySet<string> }>()
  const oddsOfDay = new Map<string, OddsOfDay>()
  /** The list state of a match when its details were last requested. */
  const known = new Map<string, string>()
  /** When the line-ups of an upcoming match and start are next requested. Infinity once they are known. */
  const lineUpsDueMs = new Map<string, number>()
  const liveStops = createLiveStops(() => {
    return requestApiFootball({ timeoutMs: STOPS_WITHIN_MS, ...options }, 'odds/live', {})
  }, options.clock)
  /** Whether live games took bets at the last request for live scores. */
  let takesBets = false
  /** The stops of the current poll. */
  let stops = unknownStops
  const read = (row: FeedRow): FeedGame | null => {
    const game = readFixture(row)
    return game === null ? null : stops(game)
  }
  /** Requests scores and stops at the same time, and ends soon after the scores have arrived. */
  async function withStops<T>(
    requestScores: () => Promise<T>,
  ): Promise<{ readonly scores: T; readonly liveOdds?: readonly LiveOddsOutcome[] }> {
    const pollMs = options.clock.now().getTime()
    if (!takesBets) {
      stops = unknownStops
      // A late response is not reported as a new one when bets start again.
      liveStops.outcomes(pollMs)
      return { scores: await requestScores() }
    }
    const requested = liveStops.request()
    const scores = await requestScores()
    const waiting = new AbortController()
    await Promise.race([requested, pause(STOPS_AFTER_SCORES_MS, waiting.signal)])
    waiting.abort()
    stops = liveStops.at(pollMs)
    return { scores, liveOdds: liveStops.outcomes(pollMs) }
  }
  const requotes = createOddsRefresh(async (matchId) => {
    const limits = requoteQuota === undefined ? options : { ...options, quota: requoteQuota }
    const query = { fixture: fixtureIdOf(matchId) ?? '', timezone: 'UTC' }
    const response = await requestApiFootball(limits, 'odds', query)
    return response.ok ? { ok: true, value: oddsIn(response.value.rows) } : response
  })

  /** Detail rows by id. Returns the rows that were read before the quota ran out. */
  async function byId(ids: readonly string[]): Promise<FeedAnswer<readonly FeedRow[]>> {
    const rows: FeedRow[] = []
    for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
      const response = await request('fixtures', {
        ids: ids.slice(at, at + IDS_PER_REQUEST).join('-'),
        timezone: 'UTC',
      })
      if (!response.ok && rows.length === 0) return response
      if (!response.ok) break
      rows.push(...response.value.rows)
    }
    return { ok: true, value: rows }
  }

  const lacksLineUps = (game: FeedGame, nowMs: number): boolean =>
    game.status.kind === 'upcoming' &&
    Math.abs(game.startsAt.getTime() - nowMs) <= LINE_UPS_BEFORE_MS &&
    nowMs >= (lineUpsDueMs.get(startKeyOf(game)) ?? 0)

  /** Games from list rows, with details for started games that have changed and for games that lack line-ups. */
  async function gamesOf(rows: readonly FeedRow[]): Promise<FeedAnswer<readonly FeedGame[]>> {
    const games: FeedGame[] = []
    let unreadable = 0
    const nowMs = options.clock.now().getTime()
    const changedMatches = new Map<string, string>()
    const upcoming = new Map<string, FeedGame>()
    for (const row of rows) {
      const game = read(row)
      if (game === null) {
        unreadable += 1
        continue
      }
      if (!hasDetail(row) && lacksLineUps(game, nowMs)) upcoming.set(game.matchId, game)
      else if (hasDetail(row) || !needsDetail(game)) games.push(game)
      else if (known.get(game.matchId) !== summaryOf(game)) changedMatches.set(game.matchId, summaryOf(game))
    }
    const idsToRequest = [...changedMatches.keys(), ...upcoming.keys()].slice(0, MAX_DETAIL_REQUESTS * IDS_PER_REQUEST)
    const response = await byId(idsToRequest.flatMap((matchId) => fixtureIdOf(matchId) ?? []))
    if (!response.ok) return { ok: true, value: [...games, ...upcoming.values()], unreadable }
    for (const row of response.value) {
      const game = read(row)
      if (game === null) continue
      games.push(game)
      if (upcoming.delete(game.matchId)) {
        if (lineUpsDueMs.size >= MAX_CACHED) lineUpsDueMs.clear()
        const areKnown = game.players.length > 0
        lineUpsDueMs.set(startKeyOf(game), areKnown ? Number.POSITIVE_INFINITY : nowMs + LINE_UPS_EVERY_MS)
        if (areKnown) requotes.lineUpsKnown(game, nowMs)
        continue
      }
      if (known.size >= MAX_CACHED) known.clear()
      known.set(game.matchId, changedMatches.get(game.matchId) ?? summaryOf(game))
    }
    return { ok: true, value: [...games, ...upcoming.values()], unreadable }
  }

  /** List rows of the days that are due, and of matches that are no longer listed for their day. */
  async function changedRows(from: Date, to: Date): Promise<FeedAnswer<readonly FeedRow[]>> {
    const nowMs = options.clock.now().getTime()
    const rows: FeedRow[] = []
    const unlisted = new Set<string>()
    let failure: FeedAnswer<never> | null = null
    for (const day of daysBetween(from, to)) {
      const before = listedOn.get(day)
      if (nowMs - (before?.requestedAtMs ?? Number.NEGATIVE_INFINITY) < requestIntervalMs(day, nowMs, 0)) continue
      const response = await request('fixtures', { date: day, timezone: 'UTC' })
      if (!response.ok) {
        failure = response
        break
      }
      const ids = new Set(response.value.rows.map((row) => text(field(row['fixture'], 'id'))))
      for (const id of before?.ids ?? []) if (!ids.has(id)) unlisted.add(id)
      listedOn.set(day, { requestedAtMs: nowMs, ids })
      rows.push(...response.value.rows)
    }
    forgetBefore(listedOn, from)
    if (failure !== null && rows.length === 0) return failure
    // A match that is no longer listed for its day was rescheduled. The list of its new day may not be due for hours.
    const rescheduled = await byId([...unlisted].slice(0, MAX_RESCHEDULED))
    return { ok: true, value: rescheduled.ok ? [...rows, ...rescheduled.value] : rows }
  }

  async function oddsOn(day: string): Promise<FeedAnswer<ReadonlyMap<string, MatchOdds>>> {
    const rows: FeedRow[] = []
    for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
      const response = await request('odds', { date: day, timezone: 'UTC', page: String(page) })
      if (!response.ok) return response
      rows.push(...response.value.rows)
      pages = response.value.pages
    }
    return { ok: true, value: oddsIn(rows) }
  }

  return {
    weekPollMs: WEEK_EVERY_MS,
    idPrefix: ID_PREFIX,

    async liveGames(_now, takesBetsNow = false) {
      takesBets = takesBetsNow
      const { scores, ...outcome } = await withStops(() => request('fixtures', { live: 'all', timezone: 'UTC' }))
      return { ...(scores.ok ? fixturesIn(scores.value.rows, read) : scores), ...outcome }
    },

    async matches(matchIds) {
      const response = await byId(matchIds.flatMap((matchId) => fixtureIdOf(matchId) ?? []))
      return response.ok ? fixturesIn(response.value, read) : response
    },

    async games(from, to) {
      const { scores: listed, ...outcome } = await withStops(() => changedRows(from, to))
      return { ...(listed.ok ? await gamesOf(listed.value) : listed), ...outcome }
    },

    async odds(from, to) {
      const nowMs = options.clock.now().getTime()
      let failure: FeedFailure | null = null
      let daysReported = 0
      for (const day of daysBetween(from, to)) {
        const previous = oddsOfDay.get(day)
        if (
          nowMs - (previous?.requestedAtMs ?? Number.NEGATIVE_INFINITY) <
          requestIntervalMs(day, nowMs, ODDS_EVERY_MS)
        )
          continue
        const response = await oddsOn(day)
        if (!response.ok) {
          failure = response.error
          if (FATAL_FAILURES.has(failure)) break
          continue
        }
        daysReported++
        const hasLost = [...(previous?.odds.keys() ?? [])].some((matchId) => !response.value.has(matchId))
        oddsOfDay.set(day, {
          requestedAtMs: hasLost ? Number.NEGATIVE_INFINITY : nowMs,
          reportedAtMs: nowMs,
          odds: response.value,
        })
      }
      forgetBefore(oddsOfDay, from)
      // Cached rows alone do not prove that the feed has responded.
      if (failure !== null && daysReported === 0) return { ok: false, error: failure }
      const unknown = daysBetween(from, to).find((day) => !oddsOfDay.has(day))
      const recent = [...oddsOfDay].filter(
        ([day, { reportedAtMs }]) =>
          nowMs - reportedAtMs < MAX_MISSED_UPDATES * requestIntervalMs(day, nowMs, ODDS_EVERY_MS),
      )
      if (failure === null || !FATAL_FAILURES.has(failure)) await requotes.request(nowMs)
      const requoted = requotes.newerThan((startsAtMs) => oddsOfDay.get(dayOf(new Date(startsAtMs)))?.reportedAtMs ?? 0)
      const quotes = new Map([...recent.flatMap(([, { odds }]) => [...odds]), ...requoted])
      return { ok: true, value: { quotes, until: unknown === undefined ? to : new Date(unknown) } }
    },
  }
}

/** Odds of one day: when they were last requested, and when they were last received. */
type OddsOfDay = {
  readonly requestedAtMs: number
  readonly reportedAtMs: number
  readonly odds: ReadonlyMap<string, MatchOdds>
}

/** After one of these failures, the next request would fail too. */
const FATAL_FAILURES: ReadonlySet<FeedFailure> = new Set(['QUOTA', 'UNREACHABLE'])

/** Skips unreadable rows. Fails when all rows are unreadable. */
function fixturesIn(
  rows: readonly FeedRow[],
  read: (row: FeedRow) => FeedGame | null,
): FeedAnswer<readonly FeedGame[]> {
  const games = rows.flatMap((row) => read(row) ?? [])
  return rows.length > 0 && games.length === 0
    ? { ok: false, error: 'MALFORMED' }
    : { ok: true, value: games, unreadable: rows.length - games.length }
}

/** The list row is enough for a match that has not started or will not be played. Other matches need their goals. */
const needsDetail = ({ status }: FeedGame): boolean => !['upcoming', 'postponed', 'cancelled'].includes(status.kind)

/** A rescheduled match gets other line-ups. */
const startKeyOf = ({ matchId, startsAt }: FeedGame): string => `${matchId} ${startsAt.getTime()}`

const summaryOf = ({ status, score, halfTime }: FeedGame): string => JSON.stringify([status.kind, score, halfTime])

/** How often a day is requested: every `nearIntervalMs` for days until tomorrow, every three hours for later days. */
const requestIntervalMs = (day: string, nowMs: number, nearIntervalMs: number): number =>
  Date.parse(day) - nowMs > DAY_MS ? DISTANT_EVERY_MS : nearIntervalMs

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

function daysBetween(from: Date, to: Date): string[] {
  const days: string[] = []
  for (let ms = Date.parse(dayOf(from)); ms <= to.getTime(); ms += DAY_MS) days.push(dayOf(new Date(ms)))
  return days
}

function forgetBefore(days: Map<string, unknown>, from: Date): void {
  for (const day of days.keys()) if (day < dayOf(from)) days.delete(day)
}
