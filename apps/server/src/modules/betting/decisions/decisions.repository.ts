import { sql } from 'kysely'
import type { MarketId, Outcome } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { ofStakeLeft } from '../tickets/stake-left.repository.ts'

/** A selection on a game. All legs with the same selection and rulebook have the same outcome. */
export type GameSelection = { readonly gameId: string; readonly market: MarketId; readonly selection: string }

/** A selection evaluated on one version of a result. null: a necessary part of the result is missing. */
export type SelectionOutcome = GameSelection & {
  readonly version: number
  readonly house: Outcome | null
  readonly industry: Outcome | null
}

const selections = () => q.selectFrom('ticket_legs').select(['game_id as gameId', 'market', 'selection']).distinct()
const ofGames = statement((p: Params<{ gameIds: readonly string[] }>) =>
  selections().where('game_id', '=', anyOf(p.gameIds)),
)
const openOfGames = statement((p: Params<{ gameIds: readonly string[] }>) =>
  selections().where('game_id', '=', anyOf(p.gameIds)).where('outcome', 'is', null),
)
const openOfTicket = statement((p: Params<{ ticketId: string }>) =>
  selections().where('ticket_id', '=', p.ticketId).where('outcome', 'is', null),
)

/** Distinct selections of undecided legs. */
export const openSelections = async (db: Sql, gameIds: readonly string[]): Promise<GameSelection[]> =>
  (await db.run(openOfGames({ gameIds }))) as GameSelection[]

/** Distinct selections of all legs, decided or not. */
export const allSelections = async (db: Sql, gameIds: readonly string[]): Promise<GameSelection[]> =>
  (await db.run(ofGames({ gameIds }))) as GameSelection[]

export const openSelectionsOfTicket = async (db: Sql, ticketId: string): Promise<GameSelection[]> =>
  (await db.run(openOfTicket({ ticketId }))) as GameSelection[]

const insertOutcomes = insertRows('selection_outcomes', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/** Stores outcomes for the statements that decide legs. Evaluating a selection again gives the same outcome. */
export async function storeOutcomes(db: Sql, outcomes: readonly SelectionOutcome[]): Promise<void> {
  if (outcomes.length > 0) await db.change(insertOutcomes(outcomes))
}

const deleteUpTo = statement(
  (p: Params<{ gameIds: readonly string[]; versions: readonly number[] }>) => sql`
    delete from selection_outcomes o using unnest(${p.gameIds}::uuid[], ${p.versions}::int[]) as g (id, version)
     where o.game_id = g.id and o.version <= g.version`,
)

/** Deletes outcomes of results up to these versions. Outcomes of newer corrections stay. */
export const deleteOutcomes = (
  db: Sql,
  games: readonly Pick<ResultInForce, 'gameId' | 'resultVersion'>[],
): Promise<number> =>
  db.change(
    deleteUpTo({ gameIds: games.map(({ gameId }) => gameId), versions: games.map((game) => game.resultVersion) }),
  )

/** A result by which legs are decided. */
export type ResultInForce = {
  readonly gameId: string
  readonly resultVersion: number
  /** Legs of tickets placed later are void, except legs in play (SETL-46); null when the start is unknown. */
  readonly firstLiveAt: Date | null
  /** Multirange of placement times whose legs are void because the game was rescheduled (D20). */
  readonly affectedBets?: string
}

// The kick-off of a game that never reported one, so that no ticket counts as placed after it.
const NEVER = new Date('9999-01-01T00:00:00Z')

export type ResultColumns = {
  readonly gameIds: readonly string[]
  readonly versions: readonly number[]
  readonly firstLive: readonly Date[]
  readonly affected: readonly string[]
}

export const columnsOf = (games: readonly ResultInForce[]): ResultColumns => ({
  gameIds: games.map((game) => game.gameId),
  versions: games.map((game) => game.resultVersion),
  firstLive: games.map((game) => game.firstLiveAt ?? NEVER),
  affected: games.map((game) => game.affectedBets ?? '{}'),
})

/** The results as a table `g`. */
export const results = (p: Params<ResultColumns>) => sql`
  unnest(${p.gameIds}::uuid[], ${p.versions}::int[], ${p.firstLive}::timestamptz[], ${p.affected}::tstzmultirange[])
    as g (id, version, first_live, affected)`

/**
 * Outcome of leg `leg` of ticket `t` by result `g` and stored outcome `o`. Version 0 (no result) voids only bets on a
 * rescheduled game. A leg in play was placed after kick-off on purpose.
 */
export const outcomeOf = (leg: 'l' | 't') =>
  sql.raw(
    `case when t.created_at <@ g.affected then 'void' when g.version = 0 then null when t.created_at > g.first_live and not ${leg}.in_play then 'void' when t.rulebook = 'house' then o.house else o.industry end`,
  )

/** Ticket ids as a PostgreSQL array literal, passed through without parsing. */
export type TicketIds = string

export const ticketIds = (...ids: readonly string[]): TicketIds => `{${ids.join(',')}}`
export const idsOf = (tickets: TicketIds): string[] => tickets.slice(1, -1).split(',')

const chunksOf = statement(
  (p: Params<{ gameIds: readonly string[]; ticketsAtOnce: number }>) => sql<{ tickets: TicketIds }>`
    select array_agg(ticket_id order by ticket_id)::text as tickets
      from (select ticket_id, half, (row_number() over (partition by half order by ticket_id) - 1) / ${p.ticketsAtOnce}::int as chunk
              from (select distinct l.ticket_id, hashtext(t.user_id::text) & 1 as half
                      from ticket_legs l join tickets t on t.id = l.ticket_id
                     where l.game_id = any(${p.gameIds}::uuid[]) and l.outcome is null) due) numbered
     group by half, chunk order by half, chunk`,
)

/**
 * Tickets with undecided legs on these games, in chunks ordered by id for locality on disk. A ticket with legs on
 * several games is decided once for all of them. A player's tickets are all in the first or all in the last chunks, so
 * two batchers that work from both ends do not wait for each other's accounts.
 */
export const openTickets = async (db: Sql, gameIds: readonly string[], ticketsAtOnce: number): Promise<TicketIds[]> =>
  (await db.run(chunksOf({ gameIds, ticketsAtOnce }))).map(({ tickets }) => tickets)

export type DecidedRow = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  readonly status: 'pending' | 'won' | 'lost'
  readonly payout: Ugx | null
  readonly corrections: number
}

/**
 * The undecided legs `due` of a chunk with their outcomes. Both statements of a chunk read the legs by the same plan.
 */
const dueLegs = (p: Params<ResultColumns & { tickets: TicketIds }>) => sql`
    leg as materialized (
      select l.ctid as place, l.ticket_id, l.game_id, l.market, l.selection, l.in_play,
             t.user_id, t.status, t.open_legs, t.corrections, t.rulebook, t.created_at
        from unnest(${p.tickets}::uuid[]) as u (id)
        join tickets t on t.id = u.id
        join ticket_legs l on l.ticket_id = u.id
       where l.outcome is null
    ), due as materialized (
      select t.place, t.ticket_id, t.user_id, t.status, t.open_legs, t.corrections, g.version, ${outcomeOf('t')} as outcome
        from leg t
        join ${results(p)} on g.id = t.game_id
        join selection_outcomes o
          on o.game_id = t.game_id and o.version = g.version and o.market = t.market and o.selection = t.selection
    )`

const lockOpen = statement(
  (p: Params<{ tickets: TicketIds }>) => sql`
    select count(*) from (
      select from tickets where id = any(${p.tickets}::uuid[]) order by id for no key update) locked`,
)
const payees = statement(
  (p: Params<ResultColumns & { tickets: TicketIds }>) => sql<{ userId: string }>`
    with ${dueLegs(p)}
    select distinct user_id as "userId" from (
      select user_id from due where status = 'pending' group by ticket_id, user_id, open_legs
      having count(outcome) = open_legs and coalesce(bool_and(outcome <> 'lost'), true)) paid`,
)

/** Locks the tickets of a chunk. Returns the players whose tickets end with a payout. */
export async function lockPayees(tx: Tx, games: readonly ResultInForce[], tickets: TicketIds): Promise<string[]> {
  const [, rows] = await Promise.all([
    tx.run(lockOpen({ tickets })),
    // A separate statement, so that it sees what was committed while the locks were awaited.
    tx.run(payees({ ...columnsOf(games), tickets })),
  ])
  return rows.map(({ userId }) => userId)
}

// Updates legs first, then tickets. Each leg is decided once, so a ticket's count of open legs falls once per leg, even
// when chunks repeat or overlap. A lost leg ends the ticket at once. When all legs have won, the payout is the
// potential win of the stake left. A leg is found by its `ctid`. A leg that another transaction has just decided does not match. If a
// correction commits while the update waits for a ticket, the update sees the corrected ticket. Legs are read by ticket
// before any join: reading them by game would scan all legs of all games for each chunk.
const decide = statement(
  (p: Params<ResultColumns & { tickets: TicketIds; now: Date }>) => sql<DecidedRow>`
    with ${dueLegs(p)}, decided as (
      update ticket_legs l set outcome = d.outcome, decided_at = ${p.now}, result_version = d.version
        from due d where l.ctid = d.place and l.outcome is null and d.outcome is not null
      returning l.ticket_id, l.outcome, d.status, d.corrections
    ), counted as (
      select ticket_id, status, corrections, count(*)::int2 as legs, bool_or(outcome = 'lost') as lost,
             bool_and(outcome in ('won', 'lost')) as plain
        from decided group by ticket_id, status, corrections
    ), updated as (
      update tickets t
         set open_legs = t.open_legs - c.legs,
             plain = t.plain and c.plain,
             status = case when t.status <> 'pending' then t.status
                           when c.lost then 'lost'
                           when t.open_legs = c.legs and t.plain and c.plain then 'won' else 'pending' end,
             payout = case when t.status <> 'pending' then t.payout
                           when c.lost then 0
                           when t.open_legs = c.legs and t.plain and c.plain then ${ofStakeLeft('t.potential_win')} end,
             bonus_paid = case when t.status = 'pending' and not c.lost and t.open_legs = c.legs and t.plain and c.plain
                               then ${ofStakeLeft('t.bonus')} else t.bonus_paid end,
             settled_at = case when t.status <> 'pending' then t.settled_at
                               when c.lost or (t.open_legs = c.legs and t.plain and c.plain) then ${p.now}::timestamptz end,
             updated_at = ${p.now}
        from counted c where t.id = c.ticket_id
      returning t.id, t.user_id, t.booking_code, t.total_stake, t.status, t.payout, t.corrections, t.open_legs, t.settled_at,
                c.status = 'pending' or c.corrections <> t.corrections as "wasOpen"
    )
    select id, user_id as "userId", booking_code as "bookingCode", total_stake as "totalStake", status, payout, corrections
      from updated
     where "wasOpen" and ((status in ('won', 'lost') and settled_at = ${p.now}) or (status = 'pending' and open_legs = 0))`,
)

/**
 * Applies stored outcomes to a chunk in one statement. Returns the tickets that have ended, or have no open leg left.
 */
export const applyOutcomes = (
  tx: Tx,
  games: readonly ResultInForce[],
  tickets: TicketIds,
  now: Date,
): Promise<DecidedRow[]> => tx.run(decide({ ...columnsOf(games), tickets, now }))

export type EndedTicket = {
  readonly id: string
  readonly status: TicketStatus
  readonly payout: Ugx
  readonly bonus: Ugx
}

const endDecided = statement(
  (
    p: Params<{
      ids: readonly string[]
      statuses: readonly string[]
      payouts: readonly Ugx[]
      bonuses: readonly Ugx[]
      now: Date
    }>,
  ) => sql<{ id: string }>`
    update tickets t
       set status = d.status, payout = d.payout, bonus_paid = d.bonus, settled_at = ${p.now}, updated_at = ${p.now}
      from unnest(${p.ids}::uuid[], ${p.statuses}::text[], ${p.payouts}::bigint[], ${p.bonuses}::bigint[])
        as d (id, status, payout, bonus)
     where t.id = d.id and t.status = 'pending' and t.open_legs = 0
    returning t.id`,
)

/** Ends pending tickets whose legs are all decided. Returns the ids of those that it ended. */
export async function endTickets(tx: Tx, ended: readonly EndedTicket[], now: Date): Promise<Set<string>> {
  const rows = await tx.run(
    endDecided({
      ids: ended.map(({ id }) => id),
      statuses: ended.map(({ status }) => status),
      payouts: ended.map(({ payout }) => payout),
      bonuses: ended.map(({ bonus }) => bonus),
      now,
    }),
  )
  return new Set(rows.map(({ id }) => id))
}
