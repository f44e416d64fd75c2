import { isDeepStrictEqual } from 'node:util'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { isDatabaseUnavailable } from '../../kernel/db/failures.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { gamesToAdopt } from './adopt-games.ts'
import { lockResults } from './correct-result.ts'
import { eventsOf } from './game-change.ts'
import { firstSight, isPlayedAgain, told } from './game-of-feed.ts'
import type { GameRow } from './game-row.ts'
import type { FeedGame } from './ports.ts'
import { gamesByFeedId, keepRawChanges, lockGames, markReceived, writeGames } from './queries.ts'

const CHUNK = 200
/** Of a text's characters, and of a list's entries: no match has more, and every phone would load them with its lists. */
const MOST = 200
/** A match with new odds is fitted anew in milliseconds: few of them between two turns of the event loop. */
const MATCHES_A_TURN = 10

export type IngestCount = { readonly seen: number; readonly changed: number }

/**
 * Takes over what a feed says of its matches, and their odds where given. Safe to repeat: a second time nothing is
 * written, not even a lock. Games are matched by the feed's match id; a game with a verdict is changed by a feed only as
 * D21 allows. A match that cannot be written is left out, and hurts no other.
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
      kernel.log.error({ err: error, match: matches[0]?.matchId }, 'a match of the feed could not be taken over')
      return 0
    }
    const middle = matches.length >> 1
    const first = await ingestWhatCan(kernel, matches.slice(0, middle), odds, now)
    return first + (await ingestWhatCan(kernel, matches.slice(middle), odds, now))
  }
}

/** A match, the game that it is known as, and the game after what the feed told. */
type News = {
  readonly match: FeedGame
  readonly before: GameRow | null
  readonly after: GameRow
  /** The row that gives up the feed's id, because the match is played anew. */
  readonly released: GameRow | null
}

/** Most of what a feed tells is known: that is found without a lock, and models are fitted before there is one. */
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
    const told = newsOf(byMatch.get(match.matchId) ?? null, match, odds.get(match.matchId), now)
    if (told !== null) news.push(told)
  }
  const changed = news.length === 0 ? 0 : await kernel.workerDb.transaction((tx) => write(kernel, tx, news, odds, now))
  const received = known.filter((game) => game.status === 'live' && game.resultVersion === 0)
  if (received.length > 0) await markReceived(kernel.workerDb, received, now)
  return changed
}

function newsOf(known: GameRow | null, match: FeedGame, odds: MatchOdds | undefined, now: Date): News | null {
  const isAgain = known !== null && isPlayedAgain(known, match, now)
  const released = isAgain
    ? { ...known, feedMatchId: `${match.matchId} until ${now.toISOString()}`, updatedAt: now }
    : null
  const before = isAgain ? null : known
  const named = before && (before.feedMatchId === match.matchId ? before : { ...before, feedMatchId: match.matchId })
  const after = told(named ?? firstSight(match, now), match, odds, now)
  return after === before ? null : { match, before, after, released }
}

/** Under the rows' locks. What has changed since it was read is looked at again. */
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
  const standing = news.flatMap((each) => {
    const read = each.before ?? each.released
    const present = read === null ? undefined : locked.get(read.id)
    if (present === undefined || isUnchanged(present, each)) return [each]
    return newsOf(present, each.match, odds.get(each.match.matchId), now) ?? []
  })
  const changed = standing.map(({ after }) => after)
  if (changed.some((game) => game.resultVersion > 1)) await lockResults(tx)
  await writeGames(
    tx,
    standing.flatMap(({ released }) => released ?? []),
    { decidedBy: 'feed' },
  )
  await writeGames(tx, changed, { decidedBy: 'feed' })
  const raw = standing.filter(({ before, after }) => before === null || saysMore(before, after))
  await keepRawChanges(
    tx,
    raw.map(({ match, after }) => ({ gameId: after.id, raw: match.raw })),
    now,
  )
  await kernel.outbox.appendEvents(tx, eventsOf(locked, changed))
  return changed.length
}

/** When the feed was last heard, and how far it is settled, are no matter here. */
function isUnchanged(present: GameRow, { before, released }: News): boolean {
  if (before === null) return present.feedMatchId !== null && released !== null && present.verdict?.kind === 'void'
  const { feedSeenAt, settledVersion } = present
  return isDeepStrictEqual({ ...before, feedSeenAt, settledVersion }, present)
}

/** More than that a minute has passed: that alone is no matter for a dispute. */
const saysMore = (before: GameRow, after: GameRow): boolean =>
  !isDeepStrictEqual({ ...before, minutesPassed: after.minutesPassed, updatedAt: after.updatedAt }, after)
