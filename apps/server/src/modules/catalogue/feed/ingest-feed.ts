import { isDeepStrictEqual } from 'node:util'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { isDatabaseUnavailable } from '../../../kernel/db/failures.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { gamesToAdopt } from './adopt-games.ts'
import { lockResults } from '../results/correct-result.ts'
import { eventsOf, isRescheduled } from '../games/game-change.ts'
import { newFeedGame, isPlayedAgain, applyReport } from './apply-report.ts'
import type { GameRow } from '../games/game-row.ts'
import type { FeedGame } from '../ports.ts'
import { afterBetsInFlight } from '../games/offer-lock.ts'
import { lockGames, type Written, writeGames } from '../games/games.repository.ts'
import { gamesByFeedId, markReported, storeRawChanges } from './feed.repository.ts'

const CHUNK = 200
/** Maximum length of texts and lists, because phones load them with their game lists. */
const MOST = 200
/** Fitting the model of a match takes milliseconds. Yield to the event loop after this many. */
const MATCHES_A_TURN = 10

export type IngestCount = { readonly seen: number; readonly changed: number }

/**
 * Writes a feed's matches, and their odds where given. Safe to repeat: unchanged data takes no write and no lock.
 * Games are identified by the feed's match id. A decided game changes only as D21 allows. A match that cannot be
 * written is skipped without affecting others.
 */
export async function ingestFeed(
  kernel: Kernel,
  matches: readonly FeedGame[],
  odds: ReadonlyMap<string, MatchOdds>,
  now: Date,
): Promise<IngestCount> {
  const single = [...new Map(matches.map((match) => [match.matchId, match])).values()].filter(isShowable)
  let changed = 0
  for (let start = 0; start < single.length; start += CHUNK) {
    const chunk = single.slice(start, start + CHUNK)
    changed += await ingestWhatCan(kernel, chunk, odds, now)
  }
  return { seen: single.length, changed }
}

function isShowable({ matchId, league, country, homeTeam, awayTeam, goals, players, participants }: FeedGame): boolean {
  const names = [...goals.map(({ scorer }) => scorer ?? ''), ...players.map(({ name }) => name)]
  const texts = [matchId, league, country ?? '', homeTeam, awayTeam, ...names]
  return [goals, players, participants ?? []].every(isShort) && texts.every(isShort)
}

const isShort = ({ length }: { readonly length: number }): boolean => length <= MOST

async function ingestWhatCan(
  kernel: Kernel,
  matches: readonly FeedGame[],
  odds: ReadonlyMap<string, MatchOdds>,
  now: Date,
): Promise<number> {
  try {
    return await ingestChunk(kernel, matches, odds, now)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    if (matches.length === 1) {
      kernel.log.error({ err: error, match: matches[0]?.matchId }, 'a match of the feed could not be stored')
      return 0
    }
    const middle = matches.length >> 1
    const first = await ingestWhatCan(kernel, matches.slice(0, middle), odds, now)
    return first + (await ingestWhatCan(kernel, matches.slice(middle), odds, now))
  }
}

/** A reported match, its known game, and the game after the report. */
type News = {
  readonly match: FeedGame
  readonly before: GameRow | null
  readonly after: GameRow
  /** The row that releases the match id, because the match is played again. */
  readonly released: GameRow | null
}

/** Filters unchanged matches and fits models without locks. */
async function ingestChunk(
  kernel: Kernel,
  matches: readonly FeedGame[],
  odds: ReadonlyMap<string, MatchOdds>,
  now: Date,
): Promise<number> {
  const known = await gamesByFeedId(
    kernel.workerDb,
    matches.map((match) => match.matchId),
  )
  const byMatch = new Map(known.map((game) => [game.feedMatchId, game]))
  const unknown = matches.filter(({ matchId }) => !byMatch.has(matchId))
  if (unknown.length > 0)
    for (const [matchId, game] of await gamesToAdopt(kernel.workerDb, unknown)) byMatch.set(matchId, game)
  const news: News[] = []
  for (const [at, match] of matches.entries()) {
    if (at % MATCHES_A_TURN === MATCHES_A_TURN - 1) await nextTurn()
    const change = newsOf(byMatch.get(match.matchId) ?? null, match, odds.get(match.matchId), now)
    if (change !== null) news.push(change)
  }
  const changed = news.length === 0 ? 0 : await kernel.workerDb.transaction((tx) => write(kernel, tx, news, odds, now))
  const live = known.filter((game) => game.status === 'live' && game.resultVersion === 0)
  if (live.length > 0) await markReported(kernel.workerDb, live, now)
  return changed
}

function newsOf(known: GameRow | null, match: FeedGame, odds: MatchOdds | undefined, now: Date): News | null {
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
  kernel: Kernel,
  tx: Tx,
  news: readonly News[],
  odds: ReadonlyMap<string, MatchOdds>,
  now: Date,
): Promise<number> {
  const rows = await lockGames(
    tx,
    news.flatMap(({ before, released }) => before?.id ?? released?.id ?? []),
  )
  const locked = new Map(rows.map((game) => [game.id, game]))
  const underLock = news.flatMap((each) => {
    const read = each.before ?? each.released
    const present = read === null ? undefined : locked.get(read.id)
    if (present === undefined || isUnchanged(present, each)) return [each]
    return newsOf(present, each.match, odds.get(each.match.matchId), now) ?? []
  })
  if (underLock.some(({ after }) => after.resultVersion > 1)) await lockResults(tx)
  const current = await withNewStarts(kernel, tx, underLock, odds, now)
  const changeOf = (after: GameRow): Written => ({ before: locked.get(after.id) ?? null, after })
  const changes = current.map(({ after }) => changeOf(after))
  // A match id is free for the new game once the old game's one is changed.
  await writeGames(
    tx,
    current.flatMap(({ released }) => (released === null ? [] : changeOf(released))),
    { decidedBy: 'feed' },
  )
  await writeGames(tx, changes, { decidedBy: 'feed' })
  const raw = current.filter(({ before, after }) => before === null || saysMore(before, after))
  await storeRawChanges(
    tx,
    raw.map(({ match, after }) => ({ gameId: after.id, raw: match.raw })),
    now,
  )
  await kernel.outbox.appendEvents(tx, eventsOf(changes))
  return changes.length
}

/** Evaluates rescheduled games again, at a time when no bet on the earlier start is in flight. */
async function withNewStarts(
  { clock }: Kernel,
  tx: Tx,
  news: readonly News[],
  odds: ReadonlyMap<string, MatchOdds>,
  now: Date,
): Promise<readonly News[]> {
  const rescheduled = news.filter(({ before, after }) => before !== null && isRescheduled(before, after))
  if (rescheduled.length === 0) return news
  const at = await afterBetsInFlight(
    tx,
    clock,
    rescheduled.map(({ after }) => after.id),
    now,
  )
  return news.flatMap((each) =>
    rescheduled.includes(each) ? (newsOf(each.before, each.match, odds.get(each.match.matchId), at) ?? []) : [each],
  )
}

/** Ignores the last report time and the settled version. */
function isUnchanged(present: GameRow, { before, released }: News): boolean {
  if (before === null) return present.feedMatchId !== null && released !== null && present.decision?.kind === 'void'
  const { feedReportedAt, settledVersion } = present
  return isDeepStrictEqual({ ...before, feedReportedAt, settledVersion }, present)
}

/** Whether more than the minute has changed. Minutes alone need no record for disputes. */
const saysMore = (before: GameRow, after: GameRow): boolean =>
  !isDeepStrictEqual({ ...before, minutesPassed: after.minutesPassed, updatedAt: after.updatedAt }, after)
