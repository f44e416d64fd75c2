import { sql } from 'kysely'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { dueIds, type LeaseParams, leaseFor } from '../../kernel/jobs/queue.ts'

/** A row of `cashouts`: one accepted offer. */
export type CashoutRow = {
  readonly id: string
  readonly ticketId: string
  readonly userId: string
  /** The offer that the player saw and accepted. */
  readonly offer: Ugx
  /** The paid amount, at most the accepted offer; null unless paid. */
  readonly paid: Ugx | null
  /** The stake of a part, and the stake left after it; null for a cash-out of everything left. */
  readonly stake: Ugx | null
  readonly stakeLeft: Ugx | null
  /** The least that an automatic acceptance pays; null for an acceptance by the player. */
  readonly least: Ugx | null
  /** The part of the offer above the cashed stake. */
  readonly gain: Ugx
  /**
   * Whether, at acceptance, a game of the ticket was in play or one of its manual games had been in play. Otherwise the
   * cash-out returns the stake.
   */
  readonly inPlay: boolean
  readonly state: 'checking' | 'paid' | 'refused'
  readonly refusedBecause: 'OFFER_CHANGED' | 'CASHOUT_UNAVAILABLE' | null
  /** The state of each game of the ticket at acceptance, as `gameFingerprints` encodes it. */
  readonly games: Readonly<Record<string, string>>
  readonly createdAt: Date
  /** When the check ends, by the database's clock if a feed's live game is checked. */
  readonly decidesAt: Date
  readonly decidedAt: Date | null
}

const selectCashouts = () =>
  q
    .selectFrom('cashouts')
    .select([
      'id',
      'ticket_id as ticketId',
      'user_id as userId',
      'offer',
      'paid',
      'stake',
      'stake_left as stakeLeft',
      'least',
      'gain',
      'in_play as inPlay',
      'state',
      'refused_because as refusedBecause',
      'games',
      'created_at as createdAt',
      'decides_at as decidesAt',
      'decided_at as decidedAt',
    ])

const latest = statement((p: Params<{ ticketId: string }>) =>
  selectCashouts().where('ticket_id', '=', p.ticketId).orderBy('id', 'desc').limit(1),
)
const byId = statement((p: Params<{ id: string }>) => selectCashouts().where('id', '=', p.id))

const latestOfEach = statement((p: Params<{ ticketIds: readonly string[] }>) =>
  selectCashouts()
    .distinctOn('ticket_id')
    .where('ticket_id', '=', anyOf(p.ticketIds))
    .orderBy('ticket_id')
    .orderBy('id', 'desc'),
)

/** The last accepted offer of each ticket that has one. */
export const latestCashouts = async (db: Sql, ticketIds: readonly string[]): Promise<CashoutRow[]> =>
  (await db.run<unknown>(latestOfEach({ ticketIds }))) as CashoutRow[]

/** The last accepted offer of a ticket. */
export const latestCashout = async (db: Sql, ticketId: string): Promise<CashoutRow | null> =>
  ((await db.first<unknown>(latest({ ticketId }))) as CashoutRow | undefined) ?? null

export const cashoutById = async (db: Sql, id: string): Promise<CashoutRow | null> =>
  ((await db.first<unknown>(byId({ id }))) as CashoutRow | undefined) ?? null

/** The records that explain the postings of cash-outs in the ledger check. */
export const paidCashouts = q
  .selectFrom('cashouts')
  .select(['ticket_id as reference', 'paid as amount'])
  .where('state', '=', 'paid')

const paidCount = statement((p: Params<{ ticketId: string }>) =>
  q
    .selectFrom('cashouts')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('ticket_id', '=', p.ticketId)
    .where('state', '=', sql.lit('paid')),
)

/** The number of paid cash-outs of a ticket: its parts, and the one that ended it. */
export const countPaid = async (db: Sql, ticketId: string): Promise<number> =>
  Number((await db.first(paidCount({ ticketId })))?.count ?? 0n)

const checking = statement((p: Params<{ gameIds: readonly string[] }>) =>
  q
    .selectFrom('cashouts')
    .select('id')
    .where('next_at', 'is not', null)
    .where(sql<boolean>`games ?| ${p.gameIds}::text[]`)
    .orderBy('id'),
)

/** Ids of offers under check that involve these games. */
export const pendingAcceptancesOn = async (db: Sql, gameIds: readonly string[]): Promise<string[]> =>
  (await db.run(checking({ gameIds }))).map(({ id }) => id)

const gains = statement(
  (p: Params<{ gameIds: readonly string[] }>) => sql<{ sum: Ugx }>`
    select coalesce(sum(gain), 0)::bigint as sum from cashouts
     where games ?| ${p.gameIds}::text[] and gain > 0 and state <> 'refused'`,
)

/** The amount above the stakes that cash-outs on these games have paid or are about to pay. */
export const sumOfGains = async (db: Sql, gameIds: readonly string[]): Promise<bigint> =>
  (await db.first(gains({ gameIds })))?.sum ?? ZERO

const payments = statement(
  (p: Params<{ userId: string; gameIds: readonly string[] }>) => sql<{ sum: Ugx }>`
    select coalesce(sum(offer), 0)::bigint as sum from cashouts
     where user_id = ${p.userId} and games ?| ${p.gameIds}::text[] and in_play and state <> 'refused'`,
)

/** The amount that in-play cash-outs of a player on these games have paid or are about to pay. */
export const sumPaidInPlay = async (db: Sql, userId: string, gameIds: readonly string[]): Promise<bigint> =>
  (await db.first(payments({ userId, gameIds })))?.sum ?? ZERO

const insert = statement(
  (p: Params<Omit<CashoutRow, 'games' | 'refusedBecause'> & { games: string; nextAt: Date | null }>) =>
    q.insertInto('cashouts').values({
      id: p.id,
      ticket_id: p.ticketId,
      user_id: p.userId,
      offer: p.offer,
      paid: p.paid,
      stake: p.stake,
      stake_left: p.stakeLeft,
      least: p.least,
      gain: p.gain,
      in_play: p.inPlay,
      state: p.state,
      games: p.games,
      created_at: p.createdAt,
      decides_at: p.decidesAt,
      decided_at: p.decidedAt,
      next_at: p.nextAt,
    }),
)

export const addCashout = (tx: Tx, row: CashoutRow): Promise<number> =>
  tx.change(
    insert({ ...row, games: JSON.stringify(row.games), nextAt: row.state === 'checking' ? row.decidesAt : null }),
  )

const LEASE_MS = 5_000

const takeDue = statement((p: Params<LeaseParams>) =>
  q.updateTable('cashouts').set({ next_at: p.leaseEndsAt }).where('id', '=', dueIds('cashouts', p)).returning('id'),
)

/** Takes due checks under a lease and returns their ids. */
export const takeDueChecks = async (db: Sql, now: Date, limit: number): Promise<string[]> =>
  (await db.run(takeDue(leaseFor(LEASE_MS, now, limit)))).map(({ id }) => id)

const end = statement(
  (
    p: Params<{
      id: string
      state: 'paid' | 'refused'
      paid: Ugx | null
      because: CashoutRow['refusedBecause']
      at: Date
    }>,
  ) =>
    q
      .updateTable('cashouts')
      .set({ state: p.state, paid: p.paid, refused_because: p.because, decided_at: p.at, next_at: null })
      .where('id', '=', p.id)
      .where('state', '=', sql.lit('checking')),
)

export type CheckEnd = { readonly paid: Ugx } | { readonly refusedBecause: NonNullable<CashoutRow['refusedBecause']> }

/** Ends a check if it is still pending. */
export const endCheck = (tx: Tx, id: string, ending: CheckEnd, at: Date): Promise<number> =>
  tx.change(
    'paid' in ending
      ? end({ id, state: 'paid', paid: ending.paid, because: null, at })
      : end({ id, state: 'refused', paid: null, because: ending.refusedBecause, at }),
  )
