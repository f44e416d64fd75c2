import { sql } from 'kysely'
import { LEASE_MS, RECHECK_WITHIN_MS } from '@mupiira/domain/payments/payment-states.ts'
import type { Provider } from '@mupiira/domain/payments/providers.ts'
import type { PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { dueIds, type LeaseParams, leaseFor } from '../../kernel/jobs/queue.ts'
import type { CountedDeposits } from '../protection/index.ts'
import type { Payment } from './payment.ts'

export const PAYMENT_COLUMNS = [
  'id',
  'user_id as userId',
  'type',
  'amount',
  'fee',
  'amount_sent as amountSent',
  'status',
  'created_at as createdAt',
  'completed_at as completedAt',
  'provider_ref as providerRef',
  'phone_number as phoneNumber',
  'payment_method as paymentMethod',
  'description',
  'provider',
  'reference',
  'short_reference as shortReference',
  'internal_reference as internalReference',
  'provider_status as providerStatus',
  'provider_charge as providerCharge',
  'provider_message as providerMessage',
  'stage',
  'reason',
  'polls',
  'sent_at as sentAt',
  'unknown_since as unknownSince',
  'next_at as nextAt',
  'review_due_at as reviewDueAt',
  'staff_message as staffMessage',
] as const

const selectPayments = () => q.selectFrom('transactions').select(PAYMENT_COLUMNS).$narrowType<Payment>()

const byId = statement((p: Params<{ id: string }>) => selectPayments().where('id', '=', p.id))

export const paymentById = async (db: Sql, id: string): Promise<Payment | null> =>
  (await db.first(byId({ id }))) ?? null

const shortReferencesById = statement((p: Params<{ ids: readonly string[] }>) =>
  q.selectFrom('transactions').select(['id', 'short_reference as shortReference']).where('id', '=', anyOf(p.ids)),
)

/** The short references of payments by id. */
export const shortReferencesOf = async (db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (await db.run(shortReferencesById({ ids }))).map(({ id, shortReference }) => [id, shortReference] as const),
      )

const pageOfUser = statement((p: Params<{ userId: string; before: string | null; limit: number }>) =>
  selectPayments()
    .where('user_id', '=', p.userId)
    .where(sql<boolean>`(${p.before}::uuid is null or id < ${p.before}::uuid)`)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** One page of a player's payments, newest first, older than the cursor. */
export const paymentsOfUser = async (
  db: Sql,
  page: { readonly userId: string; readonly before: string | null; readonly limit: number },
): Promise<Payment[]> => db.run(pageOfUser(page))

const locked = statement((p: Params<{ ids: readonly string[] }>) =>
  selectPayments().where('id', '=', anyOf(p.ids)).orderBy('id').forNoKeyUpdate(),
)

/** Locks payments in the order that every transaction uses. */
export async function lockPayments(tx: Tx, ids: readonly string[]): Promise<Map<string, Payment>> {
  const rows = await tx.run(locked({ ids: inLockOrder(ids) }))
  return new Map(rows.map((payment) => [payment.id, payment]))
}

const insert = statement(
  (
    p: Params<
      Pick<
        Payment,
        | 'id'
        | 'userId'
        | 'type'
        | 'amount'
        | 'fee'
        | 'createdAt'
        | 'phoneNumber'
        | 'paymentMethod'
        | 'description'
        | 'provider'
        | 'reference'
        | 'shortReference'
        | 'stage'
        | 'nextAt'
        | 'reviewDueAt'
      >
    >,
  ) =>
    q.insertInto('transactions').values({
      id: p.id,
      user_id: p.userId,
      type: p.type,
      amount: p.amount,
      fee: p.fee,
      created_at: p.createdAt,
      updated_at: p.createdAt,
      phone_number: p.phoneNumber,
      payment_method: p.paymentMethod,
      description: p.description,
      provider: p.provider,
      reference: p.reference,
      short_reference: p.shortReference,
      stage: p.stage,
      next_at: p.nextAt,
      review_due_at: p.reviewDueAt,
    }),
)

export const insertPayment = (tx: Tx, payment: Payment): Promise<number> => tx.change(insert(payment))

/** A payment with the provider's last response as JSON text; null keeps the stored response. */
export type SavedPayment = { readonly payment: Payment; readonly response: string | null }

const save = statement(
  (p: Params<{ rows: string; now: Date }>) => sql`
    update transactions t
       set status = s.status, completed_at = s.completed_at,
           failed_at = case when t.status = 'failed' and s.status = 'success' then t.completed_at else t.failed_at end,
           provider_ref = s.provider_ref,
           internal_reference = s.internal_reference, provider_status = s.provider_status,
           provider_charge = s.provider_charge, provider_message = s.provider_message, stage = s.stage,
           reason = s.reason, polls = s.polls, sent_at = s.sent_at, unknown_since = s.unknown_since,
           next_at = s.next_at, staff_message = s.staff_message, amount_sent = s.amount_sent, updated_at = ${p.now},
           relworx_response = coalesce(s.relworx_response, t.relworx_response)
      from jsonb_populate_recordset(null::transactions, ${p.rows}::jsonb) s
     where t.id = s.id`,
)

/** Stores everything about payments that can change, in one statement. */
export async function savePayments(tx: Tx, saved: readonly SavedPayment[], now: Date): Promise<void> {
  if (saved.length === 0) return
  const rows = saved.map(({ payment, response }) => ({
    id: payment.id,
    status: payment.status,
    completed_at: payment.completedAt,
    provider_ref: payment.providerRef,
    internal_reference: payment.internalReference,
    provider_status: payment.providerStatus,
    provider_charge: payment.providerCharge?.toString(),
    provider_message: payment.providerMessage,
    stage: payment.stage,
    reason: payment.reason,
    polls: payment.polls,
    sent_at: payment.sentAt,
    unknown_since: payment.unknownSince,
    next_at: payment.nextAt,
    staff_message: payment.staffMessage,
    amount_sent: payment.amountSent?.toString(),
    relworx_response: response === null ? null : (JSON.parse(response) as unknown),
  }))
  await tx.change(save({ rows: JSON.stringify(rows), now }))
}

const successfulDeposits = () =>
  q.selectFrom('transactions').where('type', '=', 'deposit').where('status', '=', 'success')

const earlierDeposits = statement((p: Params<{ userIds: readonly string[]; ids: readonly string[] }>) =>
  successfulDeposits()
    .select('user_id as userId')
    .distinct()
    .where('user_id', '=', anyOf(p.userIds))
    .where(sql<boolean>`id <> all(${p.ids})`),
)

/** The users of these deposits who had a successful deposit before. */
export async function usersWithEarlierDeposit(tx: Tx, deposits: readonly Payment[]): Promise<Set<string>> {
  const rows = await tx.run(
    earlierDeposits({ userIds: deposits.map(({ userId }) => userId), ids: deposits.map(({ id }) => id) }),
  )
  return new Set(rows.map(({ userId }) => userId))
}

const anyDeposit = statement((p: Params<{ userId: string }>) =>
  successfulDeposits().select('id').where('user_id', '=', p.userId).limit(1),
)

export const hasDeposited = async (db: Sql, userId: string): Promise<boolean> =>
  (await db.first(anyDeposit({ userId }))) !== undefined

const lastDepositFrom = statement((p: Params<{ userId: string; phoneNumber: string }>) =>
  successfulDeposits()
    .select('payment_method as method')
    .where('user_id', '=', p.userId)
    .where('phone_number', '=', p.phoneNumber)
    .orderBy('created_at', 'desc')
    .limit(1),
)

/** The carrier of the account's last successful deposit from a number; null: there is none. */
export const lastDepositMethod = async (db: Sql, userId: string, phoneNumber: string): Promise<PaymentMethod | null> =>
  (await db.first(lastDepositFrom({ userId, phoneNumber })))?.method ?? null

const recheck = statement(
  (p: Params<{ userId: string; now: Date; since: Date }>) => sql`
    update transactions set next_at = ${p.now}
     where id in (select id from transactions
                   where user_id = ${p.userId} and type = 'deposit' and stage = 'checking'
                     and created_at > ${p.since} and next_at > ${p.now}
                     for no key update skip locked)`,
)

/** Makes timed-out deposits of the last half hour due at once, because the player is about to pay again (DEP-31). */
export const recheckTimedOutDeposits = (db: Sql, userId: string, now: Date): Promise<number> =>
  db.change(recheck({ userId, now, since: new Date(now.getTime() - RECHECK_WITHIN_MS) }))

const takeDue = statement((p: Params<LeaseParams>) =>
  q
    .updateTable('transactions')
    .set({ next_at: p.leaseEndsAt })
    .where('id', '=', dueIds('transactions', p))
    .returning(PAYMENT_COLUMNS)
    .$narrowType<Payment>(),
)

/** Takes due payments under a lease. */
export const takeDuePayments = (db: Sql, now: Date, limit: number): Promise<Payment[]> =>
  db.run(takeDue(leaseFor(LEASE_MS, now, limit)))

const claim = statement((p: Params<{ id: string; now: Date; leaseEndsAt: Date }>) =>
  q
    .updateTable('transactions')
    .set({ next_at: p.leaseEndsAt })
    .where('id', '=', p.id)
    .where('stage', 'in', ['checking', 'review'])
    .where(sql<boolean>`(next_at is null or next_at > ${p.now})`)
    .returning(PAYMENT_COLUMNS)
    .$narrowType<Payment>(),
)

/**
 * Claims a payment under a lease so that its provider can be queried now. Null: the result is known, or the next query
 * is due within seconds.
 */
export const claimForQuery = async (tx: Tx, id: string, now: Date): Promise<Payment | null> =>
  (await tx.first(claim({ id, now, leaseEndsAt: new Date(now.getTime() + LEASE_MS) }))) ?? null

const recentRequests = statement((p: Params<{ phoneNumber: string; provider: Provider; since: Date; limit: number }>) =>
  q
    .selectFrom('transactions')
    .select('created_at as createdAt')
    .where('phone_number', '=', p.phoneNumber)
    .where('provider', '=', p.provider)
    .where('created_at', '>', p.since)
    .orderBy('created_at', 'desc')
    .limit(p.limit),
)

/** The creation times of the payments for a number at a provider, newest first. */
export async function requestsForNumber(
  tx: Tx,
  search: {
    readonly phoneNumber: string
    readonly provider: Provider
    readonly since: Date
    readonly limit: number
  },
): Promise<Date[]> {
  return (await tx.run(recentRequests(search))).map(({ createdAt }) => createdAt)
}

type Periods = { readonly day: Date; readonly week: Date; readonly month: Date }
type Sums = { day: bigint; week: bigint; month: bigint }

const depositSums = statement(
  (p: Params<{ userIds: readonly string[]; day: Date; week: Date; month: Date }>) => sql<
    Sums & { userId: string; isOpen: boolean }
  >`
    select user_id as "userId", status <> 'success' as "isOpen",
           coalesce(sum(amount) filter (where created_at >= ${p.day}), 0)::bigint as day,
           coalesce(sum(amount) filter (where created_at >= ${p.week}), 0)::bigint as week,
           coalesce(sum(amount) filter (where created_at >= ${p.month}), 0)::bigint as month
      from transactions
     where user_id = any(${p.userIds}::uuid[]) and type = 'deposit'
       and created_at >= least(${p.week}::timestamptz, ${p.month}::timestamptz)
       and (status <> 'failed' or stage <> 'done')
     group by 1, 2`,
)

/**
 * Deposits since the start of each period, for the players' limits. Pending and timed-out deposits count, because they
 * may still succeed (D32).
 */
export async function depositsSince(
  db: Sql,
  userIds: readonly string[],
  since: Periods,
): Promise<ReadonlyMap<string, CountedDeposits>> {
  const counted = new Map<string, CountedDeposits>()
  for (const { userId, isOpen, ...sums } of await db.run(depositSums({ userIds, ...since }))) {
    const before = counted.get(userId) ?? NO_DEPOSITS
    counted.set(userId, {
      counted: plus(before.counted, sums),
      unconfirmed: isOpen ? plus(before.unconfirmed, sums) : before.unconfirmed,
    })
  }
  return counted
}

type ByPeriod = CountedDeposits['counted']
const plus = (sums: ByPeriod, added: Sums): ByPeriod => ({
  day: (sums.day + added.day) as Ugx,
  week: (sums.week + added.week) as Ugx,
  month: (sums.month + added.month) as Ugx,
})
const ZERO_SUMS: ByPeriod = { day: 0n as Ugx, week: 0n as Ugx, month: 0n as Ugx }
const NO_DEPOSITS: CountedDeposits = { counted: ZERO_SUMS, unconfirmed: ZERO_SUMS }
