import type { MarketId, Outcome } from '@mupiira/domain/markets/types.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** A selection on a game. All legs with the same selection and rulebook have the same outcome. */
export type GameSelection = { readonly gameId: string; readonly market: MarketId; readonly selection: string }

/** A selection evaluated on one version of a result. null waits for a missing part of the result. */
export type SelectionOutcome = GameSelection & {
  readonly version: number
  readonly house: Outcome | null
  readonly industry: Outcome | null
}

const SELECTIONS = 'select distinct game_id as "gameId", market, selection from ticket_legs where'

/** Distinct selections of undecided legs. */
export const openSelections = (sql: Sql, gameIds: readonly string[]): Promise<GameSelection[]> =>
  sql.query<GameSelection>(`${SELECTIONS} game_id = any($1::uuid[]) and outcome is null`, [gameIds])

/** Distinct selections of all legs, decided or not. */
export const allSelections = (sql: Sql, gameIds: readonly string[]): Promise<GameSelection[]> =>
  sql.query<GameSelection>(`${SELECTIONS} game_id = any($1::uuid[])`, [gameIds])

export const openSelectionsOfTicket = (sql: Sql, ticketId: string): Promise<GameSelection[]> =>
  sql.query<GameSelection>(
    `${SELECTIONS} ticket_id = $1 and outcome is null`,
    [ticketId],
    'betting-selections-of-ticket',
  )

/** Stores outcomes for the statements that decide legs. Evaluating a selection again gives the same outcome. */
export async function storeOutcomes(sql: Sql, outcomes: readonly SelectionOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await sql.change(
    `insert into claim_outcomes (game_id, version, market, selection, house, industry)
     select * from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
     on conflict do nothing`,
    [
      outcomes.map((outcome) => outcome.gameId),
      outcomes.map((outcome) => outcome.version),
      outcomes.map((outcome) => outcome.market),
      outcomes.map((outcome) => outcome.selection),
      outcomes.map((outcome) => outcome.house),
      outcomes.map((outcome) => outcome.industry),
    ],
  )
}

/** Deletes outcomes of results up to these versions. Outcomes of newer corrections stay. */
export const deleteOutcomes = (
  sql: Sql,
  games: readonly Pick<ResultInForce, 'gameId' | 'resultVersion'>[],
): Promise<number> =>
  sql.change(
    `delete from claim_outcomes o using unnest($1::uuid[], $2::int[]) as g (id, version)
      where o.game_id = g.id and o.version <= g.version`,
    [games.map((game) => game.gameId), games.map((game) => game.resultVersion)],
  )

/** A result by which legs are decided. */
export type ResultInForce = {
  readonly gameId: string
  readonly resultVersion: number
  /** Legs of tickets placed later are void (SETL-46); null when the start is unknown. */
  readonly firstLiveAt: Date | null
  /** Multirange of placement times whose legs are void because the game was rescheduled (D20). */
  readonly affectedBets?: string
}

// No ticket is placed after a kick-off that was never reported.
const NEVER = new Date('9999-01-01T00:00:00Z')

/** Columns of `unnest($n::uuid[], $n::int[], $n::timestamptz[], $n::tstzmultirange[]) as g (id, version, first_live, affected)`. */
export const resultColumns = (games: readonly ResultInForce[]): unknown[] => [
  games.map((game) => game.gameId),
  games.map((game) => game.resultVersion),
  games.map((game) => game.firstLiveAt ?? NEVER),
  games.map((game) => game.affectedBets ?? '{}'),
]

/**
 * Outcome of a leg of ticket `t` by result `g` and stored outcome `o`. Version 0 (no result) voids only bets on a
 * rescheduled game.
 */
export const OUTCOME = `case when t.created_at <@ g.affected then 'void' when g.version = 0 then null when t.created_at > g.first_live then 'void' when t.rulebook = 'house' then o.house else o.industry end`
