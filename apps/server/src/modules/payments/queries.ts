import { ugx } from '@mupiira/domain/money/ugx.ts'
import { inLockOrder } from '../../kernel/db/locks.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { CountedDeposits } from '../protection/index.ts'
import { PAYMENT_COLUMNS, type Payment, type PaymentRow, readPayment } from './payment-row.ts'
import { ASK_ONCE_MORE_MS, LEASE_MS } from '@mupiira/domain/payments/payment-times.ts'

export async function paymentById(sql: Sql, id: string): Promise<Payment | null> {
  const [row] = await sql.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from transactions where id = $1`,
    [id],
    'payment-by-id',
  )
  return row === undefined ? null : readPayment(row)
}

/** One page of a player's payments, newest first, below the cursor's. */
export async function paymentsOf(
  sql: Sql,
  page: { readonly userId: string; readonly before: string | null; readonly limit: number },
): Promise<Payment[]> {
  const rows = await sql.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from transactions where user_id = $1 and ($2::uuid is null or id < $2)
      order by id desc limit $3`,
    [page.userId, page.before, page.limit],
    'payments-of',
  )
  return rows.map(readPayment)
}

/** The rows, locked in their one order: whoever judges a payment judges it alone. */
export async function lockPayments(tx: Tx, ids: readonly string[]): Promise<Map<string, Payment>> {
  const rows = await tx.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from transactions where id = any($1::uuid[]) order by id for no key update`,
    [inLockOrder(ids)],
    'payment-lock',
  )
  return new Map(rows.map((row) => [row.id, readPayment(row)]))
}

/** Whose deposit, other than these, was credited already. */
export async function depositorsAmong(tx: Tx, deposits: readonly Payment[]): Promise<Set<string>> {
  const rows = await tx.query<{ user_id: string }>(
    `select distinct user_id from transactions
      where user_id = any($1::uuid[]) and type = 'deposit' and status = 'success' and id <> all($2::uuid[])`,
    [deposits.map(({ userId }) => userId), deposits.map(({ id }) => id)],
    'payment-depositors',
  )
  return new Set(rows.map((row) => row.user_id))
}

/** Whether a deposit of the account was credited already. */
export async function hasDeposited(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql.query(
    `select from transactions where user_id = $1 and type = 'deposit' and status = 'success' limit 1`,
    [userId],
    'payment-has-deposited',
  )
  return rows.length > 0
}

type ByPeriod = CountedDeposits['counted']
const NOTHING: ByPeriod = { day: ugx(0n), week: ugx(0n), month: ugx(0n) }
const NO_DEPOSITS: CountedDeposits = { counted: NOTHING, unconfirmed: NOTHING }

const plus = (sums: ByPeriod, more: { readonly [period in keyof ByPeriod]: bigint }): ByPeriod => ({
  day: ugx(sums.day + more.day),
  week: ugx(sums.week + more.week),
  month: ugx(sums.month + more.month),
})

/**
 * What players have asked to pay in since the beginning of each period. Deposits count while it is open what becomes of
 * them, timed-out ones too (D32); one that has failed for good does not.
 */
export async function depositsSince(
  sql: Sql,
  userIds: readonly string[],
  since: { readonly day: Date; readonly week: Date; readonly month: Date },
): Promise<ReadonlyMap<string, CountedDeposits>> {
  const rows = await sql.query<{ userId: string; isOpen: boolean; day: bigint; week: bigint; month: bigint }>(
    `select user_id as "userId", status <> 'success' as "isOpen",
            coalesce(sum(amount) filter (where created_at >= $2), 0)::bigint as day,
            coalesce(sum(amount) filter (where created_at >= $3), 0)::bigint as week,
            coalesce(sum(amount) filter (where created_at >= $4), 0)::bigint as month
       from transactions
      where user_id = any($1::uuid[]) and type = 'deposit' and created_at >= least($3::timestamptz, $4::timestamptz)
        and (status <> 'failed' or stage <> 'done')
      group by 1, 2`,
    [userIds, since.day, since.week, since.month],
    'payment-deposits-since',
  )
  const byUser = new Map<string, CountedDeposits>()
  for (const { userId, isOpen, ...sums } of rows) {
    const { counted, unconfirmed } = byUser.get(userId) ?? NO_DEPOSITS
    byUser.set(userId, {
      counted: plus(counted, sums),
      unconfirmed: isOpen ? plus(unconfirmed, sums) : unconfirmed,
    })
  }
  return byUser
}

export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.change(
    `insert into transactions (id, user_id, type, amount, fee, status, created_at, phone_number, payment_method,
       description, provider, reference, stage, next_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $7)`,
    [
      payment.id,
      payment.userId,
      payment.type,
      payment.amount,
      payment.fee,
      payment.status,
      payment.createdAt,
      payment.phoneNumber,
      payment.paymentMethod,
      payment.description,
      payment.provider,
      payment.reference,
      payment.stage,
      payment.nextAt,
    ],
    'payment-insert',
  )
}

/** A payment as it is now; `response`: the provider's last answer as JSON, null: as it was. */
export type Saved = { readonly payment: Payment; readonly response: string | null }

/** Everything of payments that can change, in one statement. */
export async function savePayments(tx: Tx, saved: readonly Saved[], now: Date): Promise<void> {
  if (saved.length === 0) return
  const column = (of: (payment: Payment) => unknown): unknown[] => saved.map(({ payment }) => of(payment))
  await tx.change(
    `update transactions t
        set status = s.status, completed_at = s.completed_at, provider_ref = s.provider_ref,
            internal_reference = s.internal_reference, provider_status = s.provider_status,
            provider_charge = s.provider_charge, provider_message = s.provider_message, stage = s.stage,
            reason = s.reason, polls = s.polls, sent_at = s.sent_at, unknown_since = s.unknown_since,
            next_at = s.next_at, amount_sent = s.amount_sent, updated_at = $17,
            relworx_response = coalesce(s.response::jsonb, t.relworx_response)
       from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                   $8::text[], $9::text[], $10::text[], $11::int[], $12::timestamptz[], $13::timestamptz[],
                   $14::timestamptz[], $15::bigint[], $16::text[])
         as s (id, status, completed_at, provider_ref, internal_reference, provider_status, provider_charge,
               provider_message, stage, reason, polls, sent_at, unknown_since, next_at, amount_sent, response)
      where t.id = s.id`,
    [
      column(({ id }) => id),
      column(({ status }) => status),
      column(({ completedAt }) => completedAt),
      column(({ providerRef }) => providerRef),
      column(({ internalReference }) => internalReference),
      column(({ providerStatus }) => providerStatus),
      column(({ providerCharge }) => providerCharge),
      column(({ providerMessage }) => providerMessage),
      column(({ stage }) => stage),
      column(({ reason }) => reason),
      column(({ polls }) => polls),
      column(({ sentAt }) => sentAt),
      column(({ unknownSince }) => unknownSince),
      column((payment) => payment.nextAt),
      column(({ amountSent }) => amountSent),
      saved.map(({ response }) => response),
      now,
    ],
    'payment-save',
  )
}

/** Deposits of the last half hour that timed out are asked about at once: their player is about to pay again (DEP-31). */
export async function askOnceMore(sql: Sql, userId: string, now: Date): Promise<number> {
  return sql.change(
    `update transactions set next_at = $2
      where id in (select id from transactions where user_id = $1 and type = 'deposit' and stage = 'checking'
                      and created_at > $3 and next_at > $2 for no key update skip locked)`,
    [userId, now, new Date(now.getTime() - ASK_ONCE_MORE_MS)],
  )
}

/**
 * Takes a payment that is asked about seldom, or waits for an operator, to be asked about at once, under a lease like every
 * other; null where its end is known, or it is asked about within seconds anyhow.
 */
export async function takeToAsk(tx: Tx, id: string, now: Date): Promise<Payment | null> {
  const [row] = await tx.query<PaymentRow>(
    `update transactions set next_at = $2
      where id = $1 and stage in ('checking', 'review') and (next_at is null or next_at > $3)
      returning ${PAYMENT_COLUMNS}`,
    [id, new Date(now.getTime() + LEASE_MS), now],
  )
  return row === undefined ? null : readPayment(row)
}

/** When a provider was last asked for a number, newest first, at most so many. */
export async function requestsForNumber(
  tx: Tx,
  asked: {
    readonly phoneNumber: string
    readonly provider: string
    readonly since: Date
    readonly most: number
  },
): Promise<Date[]> {
  const rows = await tx.query<{ created_at: Date }>(
    `select created_at from transactions where phone_number = $1 and provider = $2 and created_at > $3
      order by created_at desc limit $4`,
    [asked.phoneNumber, asked.provider, asked.since, asked.most],
    'payment-requests-for-number',
  )
  return rows.map((row) => row.created_at)
}
