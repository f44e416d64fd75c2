import { columnsOf, plain } from '../../../kernel/db/arrays.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { GAME_COLUMNS, type GameRow, UPSERT_GAMES, type Decision } from './game-row.ts'
import { hasAffectedBets, MOVED, affectedBetsOf } from './affected-bets.ts'
import { lockOffers } from './offer-lock.ts'

export const gamesById = (sql: Sql, ids: readonly string[]): Promise<GameRow[]> =>
  sql.query<GameRow>(`select ${GAME_COLUMNS} from games where id = any($1::uuid[])`, [ids], 'catalogue-games-by-id')

/** Upcoming and live games that start before `until`, by start time. */
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

/** The source of a decision. */
export type DecidedBy = 'feed' | 'clock' | 'operator'
export type ResultEntry = { readonly decidedBy: DecidedBy; readonly actorId?: string; readonly note?: string }

/**
 * Upserts games, except their creation time and settled version. Results are append-only. Writing a result takes the
 * exclusive offer lock of the game, so no bet is in flight when settlement reads it.
 */
export async function writeGames(tx: Tx, rows: readonly GameRow[], entry: ResultEntry): Promise<void> {
  if (rows.length === 0) return
  // Version 0 of a result records bets that are void because an undecided game was rescheduled by a day or more.
  const decided = rows.filter((row) => row.resultVersion > 0 || hasAffectedBets(row))
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
      entry.decidedBy,
      entry.actorId ?? null,
      entry.note ?? '',
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

/** Retention: longer than the period for disputes. */
const RAW_STORED_DAYS = 180
const PRUNED_AT_ONCE = 5_000

/** Deletes raw changes beyond their retention. Returns the number of rows. */
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

/** Records that the feed has reported a live game, to detect silence (D22). Throttled, and not a change of the game. */
export const markReceived = (sql: Sql, games: readonly Pick<GameRow, 'id'>[], now: Date): Promise<number> =>
  sql.change(
    `update games set feed_seen_at = $2
      where id = any($1::uuid[]) and (feed_seen_at is null or feed_seen_at < $2::timestamptz - interval '4 seconds')`,
    [games.map(({ id }) => id), now],
    'catalogue-mark-heard',
  )

/** Match ids of the feed's games that are live, or should be, and are undecided. */
export async function feedGamesUnderWay(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql.query<{ matchId: string }>(
    `select feed_match_id as "matchId" from games
     where source = 'feed' and status in ('upcoming', 'live') and not held and result_version = 0 and start_time <= $1`,
    [now],
  )
  return rows.map(({ matchId }) => matchId)
}

/** Manual games that have begun, and games that may be due for a decision by time (D15, D20); the next `most` after `after`. */
export const lockDueGames = (tx: Tx, now: Date, after: string | null, most: number): Promise<GameRow[]> =>
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
  /** The feed's first live report, or the manual start. Legs placed later are void (D15, SETL-46). */
  readonly firstLiveAt: Date | null
  /** Multirange of placement times whose legs are void because the game was rescheduled by a day or more (D20). */
  readonly affectedBets: string
}

type DecidedRow = Omit<DecidedGame, 'affectedBets'> & Pick<GameRow, 'startTime' | 'earlierStarts'>

const DECIDED = `id as "gameId", result_version as "resultVersion", verdict, first_live_at as "firstLiveAt",
  start_time as "startTime", earlier_starts as "earlierStarts"`

const decidedGame = ({ startTime, earlierStarts, ...row }: DecidedRow): DecidedGame => ({
  ...row,
  affectedBets: affectedBetsOf({ startTime, earlierStarts }),
})

/** Decided games that are not settled yet. */
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

/** Those of the games that are decided, settled or not. */
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

/** Ids of deleted games, and of games whose offer has changed since it was cached. */
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
