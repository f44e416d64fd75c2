import { sql } from 'kysely'
import type { MarketId, Outcome, Player, Rulebook } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import type { StakeParts } from '@mupiira/domain/ticket/stake-left.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export type TicketRow = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  /** The stake that partial cashouts have ended. Payouts and refunds are the share of the stake left. */
  readonly cashedStake: Ugx
  /** What partial cashouts have paid. */
  readonly cashedOut: Ugx
  /** Text with two decimals, because total odds can exceed any number type. */
  readonly totalOdds: string
  readonly bonusPercentage: number
  readonly potentialWin: Ugx
  /** The bonus calculated at placement. */
  readonly bonus: Ugx
  /** The bonus part of the payout; zero until the ticket has won. */
  readonly bonusPaid: Ugx
  readonly maxPayout: Ugx
  readonly bonusMinOdds: number
  readonly rulebook: Rulebook
  readonly status: TicketStatus
  /** What the end of the ticket paid for the stake left. */
  readonly payout: Ugx | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly settledAt: Date | null
}

/** The stake of a ticket as the rules of the domain take it. */
export const stakePartsOf = ({
  totalStake,
  cashedStake,
}: Pick<TicketRow, 'totalStake' | 'cashedStake'>): StakeParts => ({
  stakeUgx: totalStake,
  cashedStakeUgx: cashedStake,
})

/** How the legs of one game were priced together, stored so that the remaining legs can be repriced (D27). */
export type SameGame = {
  readonly oddsHundredths: OddsHundredths
  readonly overroundPercent: number
  readonly params: ModelParams
  /** The line-ups, when a leg is on a goalscorer. */
  readonly players?: readonly Player[]
}

export type LegRow = {
  readonly ticketId: string
  readonly legNo: number
  readonly gameId: string
  readonly market: MarketId
  readonly selection: string
  readonly odds: OddsHundredths
  readonly sameGame: SameGame | null
  /** Whether the game was live when the bet was placed. */
  readonly inPlay: boolean
  readonly outcome: Outcome | null
}

/** A leg with its base price at placement (D22) and its decision. */
export type PlacedLeg = LegRow & {
  readonly baseOdds: OddsHundredths
  /** The margin of `baseOdds`. */
  readonly overroundPercent: number
  readonly priceVersion: number
  readonly decidedAt: Date | null
  /** The result version that decided the leg; null while undecided. */
  readonly resultVersion: number | null
}

/**
 * The status is part of the SQL text, because PostgreSQL uses the partial indexes of open tickets only for a literal.
 */
export const PENDING = sql.lit('pending')

const selectTickets = () =>
  q
    .selectFrom('tickets')
    .select([
      'id',
      'user_id as userId',
      'booking_code as bookingCode',
      'total_stake as totalStake',
      'cashed_stake as cashedStake',
      'cashed_out as cashedOut',
      'total_odds as totalOdds',
      'bonus_percentage as bonusPercentage',
      'potential_win as potentialWin',
      'bonus',
      'bonus_paid as bonusPaid',
      'max_payout as maxPayout',
      'bonus_min_odds as bonusMinOdds',
      'rulebook',
      'status',
      'payout',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'settled_at as settledAt',
    ])

export type TicketPage = {
  readonly userId: string
  readonly tab: 'open' | 'settled' | 'all'
  readonly status: TicketStatus | null
  /** Only tickets with a leg of this game; null for all. */
  readonly gameId: string | null
  /** Return tickets before this one; null starts at the newest. */
  readonly before: string | null
  readonly limit: number
}

type PageParams = Params<Omit<TicketPage, 'tab'> & { before: string }>

const pagePart = (p: PageParams, comparison: '=' | '<>') =>
  selectTickets()
    .where('user_id', '=', p.userId)
    .where('id', '<', p.before)
    .where('status', comparison, PENDING)
    .where(sql<boolean>`(${p.status}::text is null or status = ${p.status})`)
    .where(
      sql<boolean>`(${p.gameId}::uuid is null or exists
                    (select from ticket_legs l where l.ticket_id = tickets.id and l.game_id = ${p.gameId}))`,
    )
    .orderBy('id', 'desc')
    .limit(p.limit)

const PAGES = {
  open: statement((p: PageParams) => pagePart(p, '=')),
  settled: statement((p: PageParams) => pagePart(p, '<>')),
  // Open and settled tickets have separate indexes. Each half reads only the rows of a page.
  all: statement(
    (p: PageParams) =>
      sql<TicketRow>`select * from (${pagePart(p, '=')} union all ${pagePart(p, '<>')}) as both_tabs
                      order by id desc limit ${p.limit}`,
  ),
}
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A player's own tickets, newest first. */
export const ticketsOf = async (db: Sql, { tab, before, ...page }: TicketPage): Promise<TicketRow[]> =>
  (await db.run<unknown>(PAGES[tab]({ ...page, before: before ?? AFTER_ALL }))) as TicketRow[]

const byIds = statement((p: Params<{ ids: readonly string[] }>) => selectTickets().where('id', '=', anyOf(p.ids)))

export const ticketsById = async (db: Sql, ids: readonly string[]): Promise<TicketRow[]> =>
  ids.length === 0 ? [] : ((await db.run(byIds({ ids }))) as TicketRow[])

const legs = statement((p: Params<{ ticketIds: readonly string[] }>) =>
  q
    .selectFrom('ticket_legs')
    .select([
      'ticket_id as ticketId',
      'leg_no as legNo',
      'game_id as gameId',
      'market',
      'selection',
      'odds',
      'same_game as sameGame',
      'in_play as inPlay',
      'outcome',
      'base_odds as baseOdds',
      'overround_percent as overroundPercent',
      'price_version as priceVersion',
      'decided_at as decidedAt',
      'result_version as resultVersion',
    ])
    .where('ticket_id', '=', anyOf(p.ticketIds))
    .orderBy('ticket_id')
    .orderBy('leg_no'),
)

/** Legs of tickets, in the order of each ticket. */
export const legsOf = async (db: Sql, ticketIds: readonly string[]): Promise<PlacedLeg[]> =>
  (await db.run<unknown>(legs({ ticketIds }))) as PlacedLeg[]

const counts = statement(
  (p: Params<{ userId: string }>) => sql<{ open: number; placed: number }>`
    select (select count(*) from tickets where user_id = ${p.userId} and status = ${PENDING})::int as open,
           coalesce((select placed from player_counters where user_id = ${p.userId}), 0) as placed`,
)

/** The numbers of open and settled tickets of a player. The settled count is the total minus the open ones. */
export async function countTickets(db: Sql, userId: string): Promise<{ open: number; settled: number }> {
  const { open = 0, placed = 0 } = (await db.first(counts({ userId }))) ?? {}
  return { open, settled: placed - open }
}

const ofCode = statement((p: Params<{ code: string }>) =>
  q.selectFrom('tickets').select(['id', 'user_id as userId']).where('booking_code', '=', p.code),
)

export const ticketOfCode = async (db: Sql, code: string): Promise<{ id: string; userId: string } | null> =>
  (await db.first(ofCode({ code }))) ?? null

const lock = statement((p: Params<{ id: string }>) =>
  q.selectFrom('tickets').select('id').where('id', '=', p.id).forNoKeyUpdate(),
)

export const lockTicketRow = (tx: Tx, id: string): Promise<unknown> => tx.run(lock({ id }))

const endPending = statement((p: Params<{ id: string; status: 'cashout' | 'cancelled'; payout: Ugx; at: Date }>) =>
  q
    .updateTable('tickets')
    .set({ status: p.status, payout: p.payout, settled_at: p.at, updated_at: p.at })
    .where('id', '=', p.id)
    .where('status', '=', PENDING),
)

/** Ends a pending ticket without a result; false when it is no longer pending. */
export const endPendingTicket = async (
  tx: Tx,
  end: { readonly id: string; readonly status: 'cashout' | 'cancelled'; readonly payout: Ugx; readonly at: Date },
): Promise<boolean> => (await tx.change(endPending(end))) === 1

type PartParams = { readonly id: string; readonly stake: Ugx; readonly paid: Ugx; readonly at: Date }

const cashPart = statement(
  (p: Params<PartParams>) => sql`
    with ticket as (
      update tickets
         set cashed_stake = cashed_stake + ${p.stake}, cashed_out = cashed_out + ${p.paid}, updated_at = ${p.at}
       where id = ${p.id} and status = ${PENDING}
      returning id, total_stake - cashed_stake as stake_left
    )
    insert into ticket_parts (ticket_id, ordinal, stake, stake_left, paid, created_at)
    select id, (select count(*) from ticket_parts where ticket_id = ${p.id}), ${p.stake}, stake_left, ${p.paid}, ${p.at}
      from ticket`,
)

/** Takes a part of the stake off a locked, pending ticket; false when it is no longer pending. */
export const cashTicketPart = async (tx: Tx, part: PartParams): Promise<boolean> =>
  (await tx.change(cashPart(part))) === 1

export type PartRow = { readonly stake: Ugx; readonly paid: Ugx; readonly createdAt: Date }

const parts = statement((p: Params<{ ticketId: string }>) =>
  q
    .selectFrom('ticket_parts')
    .select(['stake', 'paid', 'created_at as createdAt'])
    .where('ticket_id', '=', p.ticketId)
    .orderBy('ordinal'),
)

/** The parts of a ticket that were cashed out, oldest first. */
export const partsOf = async (db: Sql, ticketId: string): Promise<PartRow[]> =>
  (await db.run(parts({ ticketId }))) as PartRow[]

const pendingWithStakes = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('tickets')
    .select(['id as reference', 'cashed_stake as cashed'])
    .where('user_id', '=', p.userId)
    .where('status', '=', PENDING),
)

/** The stakes of a player's open tickets, and the part of each that was cashed out. */
export const stakesOfOpenTickets = (db: Sql, userId: string): Promise<{ reference: string; cashed: Ugx }[]> =>
  db.run(pendingWithStakes({ userId })) as Promise<{ reference: string; cashed: Ugx }[]>

export type CancellationRow = {
  readonly ticketId: string
  readonly actorId: string
  readonly reason: string
  readonly refund: Ugx
  readonly createdAt: Date
}

const insertCancellation = statement((p: Params<CancellationRow>) =>
  q.insertInto('ticket_cancellations').values({
    ticket_id: p.ticketId,
    actor_id: p.actorId,
    reason: p.reason,
    refund: p.refund,
    created_at: p.createdAt,
  }),
)

export const addCancellation = (tx: Tx, row: CancellationRow): Promise<number> => tx.change(insertCancellation(row))

const cancellation = statement((p: Params<{ ticketId: string }>) =>
  q
    .selectFrom('ticket_cancellations')
    .select(['ticket_id as ticketId', 'actor_id as actorId', 'reason', 'refund', 'created_at as createdAt'])
    .where('ticket_id', '=', p.ticketId),
)

/** The cancellation of a ticket with its actor and reason; null if the ticket was not cancelled. */
export const cancellationOf = async (db: Sql, ticketId: string): Promise<CancellationRow | null> =>
  ((await db.first(cancellation({ ticketId }))) as CancellationRow | undefined) ?? null

const origin = statement((p: Params<{ id: string }>) =>
  q.selectFrom('tickets').select(['client', 'address']).where('id', '=', p.id),
)

/** Browser and address of the request that placed a ticket. */
export const originOf = (db: Sql, id: string) => db.first(origin({ id }))

const cancellationsSince = statement((p: Params<{ actorId: string; since: Date }>) =>
  q
    .selectFrom('ticket_cancellations')
    .select(['ticket_id as ticketId', 'refund as refundUgx'])
    .where('actor_id', '=', p.actorId)
    .where('created_at', '>', p.since),
)

/** Tickets that a member of staff has cancelled since a given time, with the refunded stakes. */
export const cancelledBy = async (
  tx: Tx,
  actorId: string,
  since: Date,
): Promise<{ ticketId: string; refundUgx: Ugx }[]> =>
  (await tx.run(cancellationsSince({ actorId, since }))) as { ticketId: string; refundUgx: Ugx }[]

/** The change of one leg by a corrected result. `outcome` is null if the corrected result leaves the leg undecided. */
export type CorrectedLeg = {
  readonly legNo: number
  readonly before: Outcome
  readonly version: number
  readonly decidedAt: string
  readonly outcome: Outcome | null
}

export type CorrectionRow = {
  readonly ordinal: number
  readonly gameId: string
  readonly resultVersion: number
  readonly legs: readonly CorrectedLeg[]
  readonly statusBefore: TicketStatus
  readonly payoutBefore: Ugx | null
  readonly settledBefore: Date | null
  readonly status: TicketStatus
  readonly payout: Ugx | null
  readonly createdAt: Date
}

const corrections = statement((p: Params<{ ticketId: string }>) =>
  q
    .selectFrom('ticket_corrections')
    .select([
      'ordinal',
      'game_id as gameId',
      'result_version as resultVersion',
      'legs',
      'status_before as statusBefore',
      'payout_before as payoutBefore',
      'settled_before as settledBefore',
      'status',
      'payout',
      'created_at as createdAt',
    ])
    .where('ticket_id', '=', p.ticketId)
    .orderBy('ordinal'),
)

export const correctionsOf = async (db: Sql, ticketId: string): Promise<CorrectionRow[]> =>
  (await db.run<unknown>(corrections({ ticketId }))) as CorrectionRow[]
