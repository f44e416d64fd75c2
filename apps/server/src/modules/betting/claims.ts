import type { MarketId, Outcome } from '@mupiira/domain/markets/types.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** One question to the rules: legs that say the same have, under one rulebook, one outcome. */
export type LegClaim = { readonly gameId: string; readonly market: MarketId; readonly selection: string }

/** A claim judged on one version of its game's result; null: it waits for what the result does not tell. */
export type EvaluatedClaim = LegClaim & {
  readonly version: number
  readonly house: Outcome | null
  readonly industry: Outcome | null
}

const CLAIMS = 'select distinct game_id as "gameId", market, selection from ticket_legs where'

/** What the undecided legs of games claim. */
export const openClaims = (sql: Sql, gameIds: readonly string[]): Promise<LegClaim[]> =>
  sql.query<LegClaim>(`${CLAIMS} game_id = any($1::uuid[]) and outcome is null`, [gameIds])

/** What all legs of games claim, decided or not. */
export const allClaims = (sql: Sql, gameIds: readonly string[]): Promise<LegClaim[]> =>
  sql.query<LegClaim>(`${CLAIMS} game_id = any($1::uuid[])`, [gameIds])

export const openClaimsOfTicket = (sql: Sql, ticketId: string): Promise<LegClaim[]> =>
  sql.query<LegClaim>(`${CLAIMS} ticket_id = $1 and outcome is null`, [ticketId], 'betting-claims-of-ticket')

/** Keeps what the rules said, for the statements that decide legs by it. A claim is judged alike each time. */
export async function keepOutcomes(sql: Sql, claims: readonly EvaluatedClaim[]): Promise<void> {
  if (claims.length === 0) return
  await sql.change(
    `insert into claim_outcomes (game_id, version, market, selection, house, industry)
     select * from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
     on conflict do nothing`,
    [
      claims.map((claim) => claim.gameId),
      claims.map((claim) => claim.version),
      claims.map((claim) => claim.market),
      claims.map((claim) => claim.selection),
      claims.map((claim) => claim.house),
      claims.map((claim) => claim.industry),
    ],
  )
}

/** Forgets the outcomes of results up to these versions: those of a correction that has come meanwhile are still asked for. */
export const dropOutcomes = (
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
  /** Legs of tickets placed after it are void (SETL-46); null: the game's start is not known. */
  readonly firstLiveAt: Date | null
  /** Legs of tickets placed in these times are void: the game was moved since (D20). A multirange. */
  readonly movedBets?: string
}

// A game without a first live report: no ticket is placed after it.
const NEVER = new Date('9999-01-01T00:00:00Z')

/** The columns of `unnest($n::uuid[], $n::int[], $n::timestamptz[], $n::tstzmultirange[]) as g (id, version, first_live, moved)`. */
export const resultColumns = (games: readonly ResultInForce[]): unknown[] => [
  games.map((game) => game.gameId),
  games.map((game) => game.resultVersion),
  games.map((game) => game.firstLiveAt ?? NEVER),
  games.map((game) => game.movedBets ?? '{}'),
]

/** The outcome of a leg of ticket `t` by result `g` and claim `o`. Before any result (version 0) only moved bets have one. */
export const OUTCOME = `case when t.created_at <@ g.moved then 'void' when g.version = 0 then null when t.created_at > g.first_live then 'void' when t.rulebook = 'house' then o.house else o.industry end`
