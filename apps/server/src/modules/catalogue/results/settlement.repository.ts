import { sql } from 'kysely'
import type { Clock } from '../../../kernel/clock.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { affectedBetsOf, VOID_RESCHEDULED } from '../games/affected-bets.ts'
import type { Decision, GameRow } from '../games/game-row.ts'
import { type DecidedBy, lockRows } from '../games/games.repository.ts'

export type DecidedGame = {
  readonly gameId: string
  readonly resultVersion: number
  readonly decision: Decision
  /** The feed's first live report, or the manual start. Legs placed later are void (D15, SETL-46). */
  readonly firstLiveAt: Date | null
  /** Multirange of placement times whose legs are void because the game was rescheduled by a day or more (D20). */
  readonly affectedBets: string
}

type DecidedRow = Omit<DecidedGame, 'affectedBets'> & Pick<GameRow, 'startTime' | 'earlierStarts'>

const selectDecided = () =>
  q
    .selectFrom('games')
    .innerJoin('game_results', 'game_results.game_id', 'games.id')
    .select([
      'game_id as gameId',
      'result_version as resultVersion',
      'decision',
      'first_live_at as firstLiveAt',
      'start_time as startTime',
      'earlier_starts as earlierStarts',
    ])
    .$castTo<DecidedRow>()

const decidedGame = ({ startTime, earlierStarts, ...row }: DecidedRow): DecidedGame => ({
  ...row,
  affectedBets: affectedBetsOf({ startTime, earlierStarts }),
})

const toSettle = statement((p: Params<{ limit: number }>) =>
  selectDecided().whereRef('result_version', '>', 'settled_version').orderBy('finished_at').limit(p.limit),
)

/** Decided games that are not settled yet. */
export const decidedGames = async (db: Sql, limit: number): Promise<DecidedGame[]> =>
  (await db.run(toSettle({ limit }))).map(decidedGame)

const inCorrection = statement(() =>
  selectDecided().whereRef('result_version', '>', 'settled_version').where('result_version', '>', 1),
)

/** Games with a corrected result that is not settled yet. */
export const gamesInCorrection = async (db: Sql): Promise<DecidedGame[]> =>
  (await db.run(inCorrection({}))).map(decidedGame)

const decidedOf = statement((p: Params<{ ids: readonly string[] }>) =>
  selectDecided().where('game_id', '=', anyOf(p.ids)).where('result_version', '>', 0),
)

/** The decided games among `ids`, settled or not. */
export const decidedAmong = async (db: Sql, ids: readonly string[]): Promise<DecidedGame[]> =>
  (await db.run(decidedOf({ ids }))).map(decidedGame)

export type SettledVersion = Pick<DecidedGame, 'gameId' | 'resultVersion'>

const settleStatus = statement(
  (p: Params<{ ids: readonly string[]; versions: readonly number[]; now: Date }>) =>
    sql`update games g
         set status = case when g.status in ('finished', 'completed') then 'settled' else g.status end,
             settled_reschedules = jsonb_array_length(g.earlier_starts), updated_at = ${p.now}
        from unnest(${p.ids}::uuid[], ${p.versions}::int[]) as s (id, version) join game_results r on r.game_id = s.id
       where g.id = s.id and r.result_version <= s.version`,
)
const settleVersion = statement(
  (p: Params<{ ids: readonly string[]; versions: readonly number[]; now: Date }>) =>
    sql`update game_results r set settled_version = greatest(r.settled_version, s.version), updated_at = ${p.now}
        from unnest(${p.ids}::uuid[], ${p.versions}::int[]) as s (id, version) where r.game_id = s.id`,
)

/** Returns the recorded time, read after taking the locks. */
export async function markSettled(tx: Tx, games: readonly SettledVersion[], clock: Clock): Promise<Date> {
  const ids = games.map((game) => game.gameId)
  await lockRows(tx, ids)
  const now = clock.now()
  const settled = { ids, versions: games.map((game) => game.resultVersion), now }
  await Promise.all([tx.change(settleStatus(settled)), tx.change(settleVersion(settled))])
  return now
}

const versions = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('game_results')
    .select(['game_id as id', 'result_version as version'])
    .where('game_id', '=', anyOf(p.ids)),
)

export const resultVersions = (db: Sql, ids: readonly string[]): Promise<{ id: string; version: number }[]> =>
  db.run(versions({ ids }))

/** A result that bets on a game were settled on. */
export type GameResult = {
  readonly gameId: string
  readonly version: number
  readonly decision: Decision
  readonly firstLiveAt: Date | null
  readonly decidedBy: DecidedBy
  readonly decidedAt: Date
}

const history = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('game_result_versions')
    .select([
      'game_id as gameId',
      'version',
      'decision',
      'first_live_at as firstLiveAt',
      'decided_by as decidedBy',
      'decided_at as decidedAt',
    ])
    .where('game_id', '=', anyOf(p.ids))
    .orderBy('game_id')
    .orderBy('version')
    .$castTo<GameResult>(),
)

/** All result versions of games, in order. */
export const resultsOf = (db: Sql, ids: readonly string[]): Promise<GameResult[]> => db.run(history({ ids }))

/** An undecided game with bets that are void because it was rescheduled by a day or more. */
export type RescheduledGame = DecidedGame & { readonly reschedules: number }

const rescheduled = statement((p: Params<{ limit: number }>) =>
  selectDecided()
    .where(sql<boolean>`jsonb_array_length(earlier_starts) > settled_reschedules`)
    .where('result_version', '=', 0)
    .orderBy('games.id')
    .limit(p.limit),
)

/** Undecided games that were rescheduled since settlement last checked them. They may have no void bets. */
export const rescheduledGames = async (db: Sql, limit: number): Promise<RescheduledGame[]> =>
  (await db.run(rescheduled({ limit }))).map((row) => ({
    ...decidedGame({ ...row, decision: VOID_RESCHEDULED, firstLiveAt: null }),
    reschedules: row.earlierStarts.length,
  }))

const settleReschedules = statement(
  (p: Params<{ ids: readonly string[]; reschedules: readonly number[] }>) =>
    sql`update games g set settled_reschedules = greatest(g.settled_reschedules, s.reschedules)
        from unnest(${p.ids}::uuid[], ${p.reschedules}::int[]) as s (id, reschedules) where g.id = s.id`,
)

export const markReschedulesSettled = (db: Sql, games: readonly RescheduledGame[]): Promise<number> =>
  db.change(
    settleReschedules({
      ids: games.map(({ gameId }) => gameId),
      reschedules: games.map(({ reschedules }) => reschedules),
    }),
  )
