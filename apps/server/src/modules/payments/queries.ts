import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { PAYMENT_COLUMNS, type Payment, type PaymentRow, readPayment } from './payment-row.ts'
import { ASK_ONCE_MORE_MS } from './timing.ts'

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

/** The row, locked: whoever judges a payment judges it alone. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment> {
  const [row] = await tx.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from transactions where id = $1 for no key update`,
    [id],
    'payment-lock',
  )
  if (row === undefined) throw new Error(`there is no payment ${id}`)
  return readPayment(row)
}

/** Whether a deposit of the account, other than this one, was credited already. */
export async function hasDeposited(sql: Sql, userId: string, otherThan: string | null): Promise<boolean> {
  const rows = await sql.query(
    `select from transactions where user_id = $1 and type = 'deposit' and status = 'success'
        and ($2::uuid is null or id <> $2) limit 1`,
    [userId, otherThan],
    'payment-has-deposited',
  )
  return rows.length > 0
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

/** Everything of a payment that can change. `response` is the provider's last answer, undefined: as it was. */
export async function savePayment(tx: Tx, payment: Payment, response: string | undefined, now: Date): Promise<void> {
  await tx.change(
    `update transactions
        set status = $2, completed_at = $3, provider_ref = $4, internal_reference = $5, provider_status = $6,
            provider_charge = $7, provider_message = $8, stage = $9, reason = $10, polls = $11, sent_at = $12,
            unknown_since = $13, next_at = $14, amount_sent = $15, updated_at = $16,
            relworx_response = coalesce($17::jsonb, relworx_response)
      where id = $1`,
    [
      payment.id,
      payment.status,
      payment.completedAt,
      payment.providerRef,
      payment.internalReference,
      payment.providerStatus,
      payment.providerCharge,
      payment.providerMessage,
      payment.stage,
      payment.reason,
      payment.polls,
      payment.sentAt,
      payment.unknownSince,
      payment.nextAt,
      payment.amountSent,
      now,
      response ?? null,
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
