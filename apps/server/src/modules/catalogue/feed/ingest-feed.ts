import { isDeepStrictEqual } from 'node:util'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { isDatabaseUnavailable } from '../../../kernel/db/failures.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { matchKnownGames } from './match-known-games.ts'
import { lockResults } from '../results/correct-result.ts'
import { isRescheduled } from '../games/affected-bets.ts'
import { eventsOf } from '../games/game-change.ts'
import { newFeedGame, isPlayedAgain, applyReport } from './apply-report.ts'
import type { GameRow } from '../games/game-row.ts'
import type { FeedGame } from '../ports.ts'
import { afterBetsInProgress } from '../games/new-start.ts'
import { decidedIn, lockGames, type Written, writeGames } from '../games/games.repository.ts'
import { gamesByFeedId, markReported, storeRawChanges } from './feed.repository.ts'
import { type Skip, storeSkips } from './skips.repository.ts'

const CHUNK = 200
/** Maximum length of the texts and lists of a match, because phones load them with their game lists. */
const MAX_LENGTH = 200
/** Fitting the model of a match takes milliseconds. Yield to the event loop after this many matches. */
const MATCHES_PER_YIELD = 10

export type IngestCount = { readonly seen: number; readonly changed: number }
type Odds = ReadonlyMap<string, MatchOdds>
export type Ingest = (
  matches: readonly FeedGame[],
  odds: Odds,
  now: Date,
  /** When the matches were requested; null for pushed matches. */
  requestedAt?: Date | null,
  /** The ids of all matches of the response, if these are a part of it. */
  reported?: ReadonlySet<string> | null,
) => Promise<IngestCount>

type FeedMonitor = {
  readonly kernel: Kernel
  readonly held: (match: FeedGame) => void
  readonly skip: (reason: Skip['reason'], match: FeedGame) => void
}

type Alerts = Pick<FeedMonitor, 'held'> & {
  readonly skipped: (skips: readonly Skip[], now: Date) => Promise<void>
  readonly unreadable: (rows: number) => void
  readonly unconfirmed: (game: GameRow) => void
}

/** Logs and counts matches that are left out, and games that are closed because of their feed's reports. */
export function feedAlerts(kernel: Kernel): Alerts {
  const drops = kernel.metrics.counter(
    'feed_matches_dropped',
    'Reported matches that did not become games, by reason',
    ['reason'] as const,
  )
  const holds = kernel.metrics.counter('feed_games_held', 'Games held because their feed contradicts itself or staff', [
    'status',
  ] as const)
  return {
    unreadable(rows) {
      if (rows === 0) return
      drops.inc({ reason: 'unreadable' }, rows)
      kernel.log.warn({ reason: 'unreadable', rows }, 'rows of the feed could not be read')
    },
    async skipped(skips, now) {
      if (skips.length === 0) return
      for (const [reason, group] of Map.groupBy(skips, (skip) => skip.reason)) {
        drops.inc({ reason }, group.length)
        const matches = group.slice(0, 20).map(({ match }) => match.matchId)
        kernel.log.warn({ reason, matches, count: group.length }, 'matches of the feed were skipped')
      }
      // The skips are only shown to staff, so a failure to store them must not stop the feed.
      await storeSkips(kernel.workerDb, skips, now).catch((error: unknown) =>
        kernel.log.warn({ err: error }, 'skipped matches could not be stored for staff'),
      )
    },
    held({ matchId, status }) {
      holds.inc({ status: status.kind })
      kernel.log.error({ match: matchId, status }, 'a game is held: its feed contradicts itself')
    },
    unconfirmed({ id, feedReport }) {
      holds.inc({ status: 'taken over' })
      kernel.log.error({ gameId: id, feedReport }, 'a taken-over game is held: its feed does not report this result')
    },
  }
}

/**
 * Writes a feed's matches, and their odds where given. Safe to repeat: unchanged data takes no write and no lock.
 * Games are identified by the feed's match id. A decided game changes only as D21 allows. A match that cannot be
 * written is left out without affecting others.
 */
export function createIngest(kernel: Kernel, alerts: Pick<Alerts, 'held' | 'skipped'>): Ingest {
  return async (matches, odds, now, requestedAt = null, all = null) => {
    // By match id, because a failed chunk is retried in halves.
    const skips = new Map<string, Skip>()
    const skip: FeedMonitor['skip'] = (reason, match) => void skips.set(match.matchId, { reason, match })
    const monitor = { kernel, held: alerts.held, skip }
    const byId = [...new Map(matches.map((match) => [match.matchId, match])).values()]
    const usable = byId.filter((match) => {
      const fault = faultOf(match)
      if (fault !== null) skip(fault, match)
      return fault === null
    })
    const reported = all ?? new Set(usable.map(idOf))
    let changed = 0
    for (let start = 0; start < usable.length; start += CHUNK) {
      const chunk = { matches: usable.slice(start, start + CHUNK), reported, odds, now, requestedAt }
      changed += await ingestInHalves(monitor, chunk)
    }
    await alerts.skipped([...skips.values()], now)
    return { seen: usable.length, changed }
  }
}

const idOf = ({ matchId }: FeedGame): string => matchId

function faultOf({ matchId, league, country, homeTeam, awayTeam, goals, players, participants }: FeedGame) {
  const names = [...goals.map(({ scorer }) => scorer ?? ''), ...players.map(({ name }) => name)]
  const texts = [matchId, league, country ?? '', homeTeam, awayTeam, ...names]
  if (!texts.every(isShort)) return 'long text'
  return [goals, players, participants ?? []].every(isShort) ? null : 'long list'
}

const isShort = ({ length }: { readonly length: number }): boolean => length <= MAX_LENGTH

type Chunk = {
  readonly matches: readonly FeedGame[]
  /** All match ids in the response. */
  readonly reported: ReadonlySet<string>
  readonly odds: Odds
  readonly now: Date
  readonly requestedAt: Date | null
}

async function ingestInHalves(monitor: FeedMonitor, chunk: Chunk): Promise<number> {
  const { matches } = chunk
  try {
    return await ingestChunk(monitor, chunk)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const [match] = matches
    if (match !== undefined && matches.length === 1) {
      monitor.kernel.log.error({ err: error, match: match.matchId }, 'a match of the feed could not be stored')
      monitor.skip('not stored', match)
      return 0
    }
    const middle = matches.length >> 1
    const first = await ingestInHalves(monitor, { ...chunk, matches: matches.slice(0, middle) })
    return first + (await ingestInHalves(monitor, { ...chunk, matches: matches.slice(middle) }))
  }
}

/** A reported match, its known game, and the game after the report. */
type Change = {
  readonly match: FeedGame
  readonly before: GameRow | null
  readonly after: GameRow
  /** The row that releases the match id, because the match is played again. */
  readonly released: GameRow | null
}

/** Filters unchanged matches and fits models without locks. */
async function ingestChunk(
  monitor: FeedMonitor,
  { matches, reported, odds, now, requestedAt }: Chunk,
): Promise<number> {
  const { workerDb } = monitor.kernel
  const known = await gamesByFeedId(workerDb, matches.map(idOf))
  const byMatch = new Map(known.map((game) => [game.feedMatchId, game]))
  const unknown = matches.filter(({ matchId }) => !byMatch.has(matchId))
  const { adopted, duplicates } = await matchKnownGames(workerDb, unknown, reported)
  for (const [matchId, game] of adopted) byMatch.set(matchId, game)
  const changes: Change[] = []
  for (const [at, match] of matches.entries()) {
    if (at % MATCHES_PER_YIELD === MATCHES_PER_YIELD - 1) await yieldToEventLoop()
    if (duplicates.has(match.matchId)) {
      monitor.skip('duplicate', match)
      continue
    }
    const change = changeBy(byMatch.get(match.matchId) ?? null, match, odds.get(match.matchId), now)
    if (change !== null) changes.push(change)
  }
  const changed = changes.length === 0 ? 0 : await workerDb.transaction((tx) => write(monitor, tx, changes, odds, now))
  // Without the count of penalties and reviews, a report does not show that nothing has happened.
  const agesMs = new Map(
    matches.map(({ matchId, incidents, ageMs = 0 }) => [matchId, incidents === null ? null : ageMs]),
  )
  // The report that begins a game is its first.
  const changedGames = new Set(changes.flatMap(({ before }) => before?.id ?? []))
  const live = [...known.filter(({ id }) => !changedGames.has(id)), ...changes.map(({ after }) => after)]
    .filter((game) => game.status === 'live' && game.resultVersion === 0)
    .map(({ id, feedMatchId }) => ({ id, ageMs: agesMs.get(feedMatchId ?? '') ?? null }))
  if (live.length > 0) await markReported(workerDb, live, now, requestedAt)
  return changed
}

function changeBy(known: GameRow | null, match: FeedGame, odds: MatchOdds | undefined, now: Date): Change | null {
  const isAgain = known !== null && isPlayedAgain(known, match, now)
  const released = isAgain
    ? { ...known, feedMatchId: `${match.matchId} until ${now.toISOString()}`, updatedAt: now }
    : null
  const before = isAgain ? null : known
  const named = before && (before.feedMatchId === match.matchId ? before : { ...before, feedMatchId: match.matchId })
  const after = applyReport(named ?? newFeedGame(match, now), match, odds, now)
  return after === before ? null : { match, before, after, released }
}

/** Writes under the row locks. Rows that have changed since the read are evaluated again. */
async function write(
  { kernel, held }: FeedMonitor,
  tx: Tx,
  changes: readonly Change[],
  odds: Odds,
  now: Date,
): Promise<number> {
  const rows = await lockGames(
    tx,
    changes.flatMap(({ before, released }) => before?.id ?? released?.id ?? []),
  )
  const locked = new Map(rows.map((game) => [game.id, game]))
  const underLock = changes.flatMap((change) => {
    const read = change.before ?? change.released
    const present = read === null ? undefined : locked.get(read.id)
    if (present === undefined || isUnchanged(present, change)) return [change]
    return changeBy(present, change.match, odds.get(change.match.matchId), now) ?? []
  })
  if (underLock.some(({ after }) => after.resultVersion > 1)) await lockResults(tx)
  const current = await withOffersLocked(kernel, tx, underLock, odds, now)
  const changeOf = (after: GameRow): Written => ({ before: locked.get(after.id) ?? null, after })
  const written = current.map(({ after }) => changeOf(after))
  // The new game can use the match id once the old game has another one.
  await writeGames(
    tx,
    current.flatMap(({ released }) => (released === null ? [] : changeOf(released))),
    { decidedBy: 'feed' },
  )
  await writeGames(tx, written, { decidedBy: 'feed' })
  const raw = current.filter(({ before, after }) => before === null || changesMoreThanMinutes(before, after))
  await storeRawChanges(
    tx,
    raw.map(({ match, after }) => ({ gameId: after.id, raw: match.raw })),
    now,
  )
  await kernel.outbox.appendEvents(tx, eventsOf(written))
  const newlyHeld = current.filter(({ before, after }) => after.held && before?.held !== true)
  tx.afterCommit(() => newlyHeld.forEach(({ match }) => held(match)))
  return written.length
}

/**
 * Takes the exclusive offer locks of all changes at once, because locks taken in several steps are not in key order and
 * can deadlock with a bet. Then rescheduled games are evaluated again: no bet with the earlier start is being placed.
 */
async function withOffersLocked(
  { clock }: Kernel,
  tx: Tx,
  changes: readonly Change[],
  odds: Odds,
  now: Date,
): Promise<readonly Change[]> {
  const rescheduled = changes.filter(({ before, after }) => before !== null && isRescheduled(before, after))
  const released = changes.flatMap((change) => change.released ?? [])
  const decided = decidedIn([...released.map((after) => ({ before: null, after })), ...changes])
  const gameIds = new Set([...rescheduled.map(({ after }) => after), ...decided].map(({ id }) => id))
  if (gameIds.size === 0) return changes
  const at = await afterBetsInProgress(tx, clock, [...gameIds], now)
  return changes.flatMap((change) =>
    rescheduled.includes(change)
      ? (changeBy(change.before, change.match, odds.get(change.match.matchId), at) ?? [])
      : [change],
  )
}

/** Whether the locked row equals the row that was read, except for its last report time and settled version. */
function isUnchanged(present: GameRow, { before, released }: Change): boolean {
  if (before === null) return present.feedMatchId !== null && released !== null && present.decision?.kind === 'void'
  const { feedReportedAt, settledVersion } = present
  return isDeepStrictEqual({ ...before, feedReportedAt, settledVersion }, present)
}

/** Whether more than the minute has changed. Minutes alone need no record for disputes. */
const changesMoreThanMinutes = (before: GameRow, after: GameRow): boolean => {
  const { minutesPassed, minuteAt, updatedAt } = after
  return !isDeepStrictEqual({ ...before, minutesPassed, minuteAt, updatedAt }, after)
}
