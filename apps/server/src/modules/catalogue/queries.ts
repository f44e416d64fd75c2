import { columnsOf, plain } from '../../kernel/db/arrays.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { GAME_COLUMNS, type GameRow, UPSERT_GAMES, type Decision } from './game-row.ts'
import { hasMovedBets, MOVED, movedBetsOf } from './moved-bets.ts'
import { lockOffers } from './offer-lock.ts'

export const gamesById = (sql: Sql, ids: readonly string[]): Promise<GameRow[]> =>
  sql.query<GameRow>(`select ${GAME_COLUMNS} from games where id = any($1::uuid[])`, [ids], 'catalogue-games-by-id')

/** Upcoming and live games that start before `until`, by start time: what a visitor can see or bet on. */
export const gamesOnShow = (sql: Sql, until: Date): Promise<GameRow[]> =>
  sql.query<GameRow>(
    `select ${GAME_COLUMNS} from games where status in ('upcoming', 'live') and start_time < $1 order by start_time, id`,
    [until],
  )

export const finishedGames = (
  sql: Sql,
  before: { startTime: Date; id: string } | null,
  most: number,
): Promise<GameRow[]> =>
  sql.query<GameRow>(
    `select ${GAME_COLUMNS} from games where status not in ('upcoming', 'live')
       and ($1::timestamptz is null or (start_time, id) < ($1, $2::uuid))
     order by start_time desc, id desc limit $3`,
    [before?.startTime ?? null, before?.id ?? null, most],
  )

export const gamesByFeedId = (sql: Sql, matchIds: readonly string[]): Promise<GameRow[]> =>
  sql.query<GameRow>(
    `select ${GAME_COLUMNS} from games where source = 'feed' and feed_match_id = any($1)`,
    [matchIds],
    'catalogue-games-by-feed-id',
  )

export const lockGames = (tx: Tx, ids: readonly string[]): Promise<GameRow[]> =>
  tx.query<GameRow>(
    `select ${GAME_COLUMNS} from games where id = any($1::uuid[]) order by id for no key update`,
    [ids],
    'catalogue-lock-games',
  )

export const lockGame = async (tx: Tx, id: string): Promise<GameRow | null> =>
  (await tx.query<GameRow>(`select ${GAME_COLUMNS} from games where id = $1 for no key update`, [id]))[0] ?? null

/** Who said what a game's bets are settled on. */
export type DecidedBy = 'feed' | 'clock' | 'operator'
export type ResultWords = { readonly decidedBy: DecidedBy; readonly actorId?: string; readonly note?: string }

/**
 * Inserts or replaces games, except their creation time and settled version. Results are append only. A game with a
 * result is written under its exclusive offer lock, so no bet on it is in flight when settlement reads the result.
 */
export async function writeGames(tx: Tx, rows: readonly GameRow[], words: ResultWords): Promise<void> {
  if (rows.length === 0) return
  // Bets taken before a move of a day or more are void while the game is still to be played: version 0 of its results.
  const decided = rows.filter((row) => row.resultVersion > 0 || hasMovedBets(row))
  await lockOffers(
    tx,
    decided.map((row) => row.id),
    'exclusive',
  )
  await tx.change(UPSERT_GAMES, [JSON.stringify(rows)])
  if (decided.length === 0) return
  await tx.change(
    `insert into game_results (game_id, version, verdict, first_live_at, decided_by, actor_id, note, decided_at)
     select id, version, verdict, first_live_at, $2, $3, $4, at
       from jsonb_to_recordset($1::jsonb) as r (id uuid, version int, verdict jsonb, first_live_at timestamptz, at timestamptz)
     on conflict (game_id, version) do nothing`,
    [
      JSON.stringify(
        decided.map(({ id, resultVersion, verdict, firstLiveAt, updatedAt }) => ({
          id,
          version: resultVersion,
          verdict: resultVersion === 0 ? MOVED : verdict,
          first_live_at: firstLiveAt,
          at: updatedAt,
        })),
      ),
      words.decidedBy,
      words.actorId ?? null,
      words.note ?? '',
    ],
  )
}

/** A result that bets on a game were settled on. */
export type GameResult = {
  readonly gameId: string
  readonly version: number
  readonly verdict: Decision
  readonly firstLiveAt: Date | null
  readonly decidedBy: DecidedBy
  readonly decidedAt: Date
}

export const resultsOf = (sql: Sql, gameIds: readonly string[]): Promise<GameResult[]> =>
  sql.query<GameResult>(
    `select game_id as "gameId", version, verdict, first_live_at as "firstLiveAt", decided_by as "decidedBy", decided_at as "decidedAt"
       from game_results where game_id = any($1::uuid[]) order by game_id, version`,
    [gameIds],
    'catalogue-results',
  )

export async function keepRawChanges(
  tx: Tx,
  changes: readonly { readonly gameId: string; readonly raw: unknown }[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  await tx.change(
    `insert into feed_changes (game_id, received_at, raw)
     select (r->>'gameId')::uuid, $2, r->'raw' from jsonb_array_elements($1::jsonb) r`,
    [JSON.stringify(changes), now],
  )
}

/** Until so long after it came: longer than any claim about a result may be made. */
const RAW_STORED_DAYS = 180
const PRUNED_AT_ONCE = 5_000

/** Deletes what no dispute can need any more; how many rows. */
export async function pruneRawChanges(sql: Sql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RAW_STORED_DAYS * 86_400_000)
  for (let total = 0; ;) {
    const gone = await sql.change(
      `delete from feed_changes where id = any (array(
         select id from feed_changes where received_at < $1 order by received_at limit $2))`,
      [before, PRUNED_AT_ONCE],
    )
    total += gone
    if (gone < PRUNED_AT_ONCE) return total
  }
}

/**
 * That the feed has spoken of a live game is written down, so that silence can be told (D22); it is no change of the game,
 * and told often it is written seldom.
 */
export const markReceived = (sql: Sql, games: readonly Pick<GameRow, 'id'>[], now: Date): Promise<number> =>
  sql.change(
    `update games set feed_seen_at = $2
      where id = any($1::uuid[]) and (feed_seen_at is null or feed_seen_at < $2::timestamptz - interval '4 seconds')`,
    [games.map(({ id }) => id), now],
    'catalogue-mark-heard',
  )

/** Match ids of the feed's games that are live, or should be, and have no result. */
export async function feedGamesUnderWay(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql.query<{ matchId: string }>(
    `select feed_match_id as "matchId" from games
     where source = 'feed' and status in ('upcoming', 'live') and not held and result_version = 0 and start_time <= $1`,
    [now],
  )
  return rows.map(({ matchId }) => matchId)
}

/** Games run by hand that have begun, and games whose verdict may be due by the time alone (D15, D20); the next `most` after `after`. */
export const lockGamesToLookAt = (tx: Tx, now: Date, after: string | null, most: number): Promise<GameRow[]> =>
  tx.query<GameRow>(
    `select ${GAME_COLUMNS} from games
     where result_version = 0 and start_time <= $1 and ($3::uuid is null or id > $3) and (
       (source = 'hand' and status in ('upcoming', 'live'))
       or (status in ('upcoming', 'live', 'postponed', 'abandoned', 'finished') and start_time <= $2))
     order by id limit $4 for no key update skip locked`,
    [now, new Date(now.getTime() - 24 * 3_600_000), after, most],
  )

export type DecidedGame = {
  readonly gameId: string
  readonly resultVersion: number
  readonly verdict: Decision
  /** The feed's first live report or the operator's start: legs taken after it are void (D15, SETL-46). */
  readonly firstLiveAt: Date | null
  /** Legs taken in these times are void: the game was moved since by a day or more (D20). A multirange. */
  readonly movedBets: string
}

type DecidedRow = Omit<DecidedGame, 'movedBets'> & Pick<GameRow, 'startTime' | 'earlierStarts'>

const DECIDED = `id as "gameId", result_version as "resultVersion", verdict, first_live_at as "firstLiveAt",
  start_time as "startTime", earlier_starts as "earlierStarts"`

const decidedGame = ({ startTime, earlierStarts, ...row }: DecidedRow): DecidedGame => ({
  ...row,
  movedBets: movedBetsOf({ startTime, earlierStarts }),
})

/** Games with a verdict that is not settled yet. */
export async function decidedGames(sql: Sql, most: number): Promise<DecidedGame[]> {
  const rows = await sql.query<DecidedRow>(
    `select ${DECIDED} from games where result_version > settled_version order by finished_at limit $1`,
    [most],
  )
  return rows.map(decidedGame)
}

/** Games with a corrected result that is not settled yet. */
export async function gamesInCorrection(sql: Sql): Promise<DecidedGame[]> {
  const rows = await sql.query<DecidedRow>(
    `select ${DECIDED} from games where result_version > settled_version and result_version > 1`,
    [],
    'catalogue-games-in-correction',
  )
  return rows.map(decidedGame)
}

/** Those of the games that have a verdict, settled or not. */
export async function decidedAmong(sql: Sql, ids: readonly string[]): Promise<DecidedGame[]> {
  const rows = await sql.query<DecidedRow>(
    `select ${DECIDED} from games where id = any($1::uuid[]) and result_version > 0`,
    [ids],
  )
  return rows.map(decidedGame)
}

export type SettledVersion = Pick<DecidedGame, 'gameId' | 'resultVersion'>

export const markSettled = (tx: Tx, games: readonly SettledVersion[], now: Date): Promise<number> =>
  tx.change(
    `update games g set settled_version = greatest(g.settled_version, s.version),
            status = case when g.status in ('finished', 'completed') and g.result_version <= s.version then 'settled' else g.status end,
            updated_at = $3
       from unnest($1::uuid[], $2::int[]) as s (id, version) where g.id = s.id`,
    [games.map((game) => game.gameId), games.map((game) => game.resultVersion), now],
  )

/** The version of a game's offer that is cached in memory. */
export type OfferVersion = Pick<GameRow, 'id' | 'offerVersion'>

const VERSION = [plain<OfferVersion>((game) => game.id), plain<OfferVersion>((game) => game.offerVersion)]

/** The ids of games whose offer has changed since it was cached, and of deleted games. */
export async function changedGames(sql: Sql, known: readonly OfferVersion[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select known.id from unnest($1::uuid[], $2::int[]) as known (id, offer_version)
       left join games g on g.id = known.id
      where g.offer_version is distinct from known.offer_version`,
    columnsOf(VERSION, known),
    'catalogue-changed-games',
  )
  return rows.map((row) => row.id)
}
