import type { PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { PaymentReason, PaymentStage } from '@mupiira/domain/payments/payment-moves.ts'
import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'
import type { ProviderName } from './ports.ts'

/** A deposit or withdrawal: a row of `transactions`. */
export type Payment = {
  readonly id: string
  readonly userId: string
  readonly type: TransactionType
  readonly amount: Ugx
  readonly fee: Ugx
  readonly amountSent: Ugx | null
  readonly status: TransactionStatus
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly providerRef: string | null
  readonly phoneNumber: string
  readonly paymentMethod: PaymentMethod
  readonly description: string
  readonly provider: ProviderName
  readonly reference: string
  readonly internalReference: string | null
  readonly providerStatus: string | null
  readonly providerCharge: Ugx | null
  readonly providerMessage: string | null
  readonly stage: PaymentStage
  readonly reason: PaymentReason | null
  readonly polls: number
  readonly sentAt: Date | null
  readonly unknownSince: Date | null
  readonly nextAt: Date | null
}

export type PaymentRow = {
  id: string
  user_id: string
  type: TransactionType
  amount: bigint
  fee: bigint
  amount_sent: bigint | null
  status: TransactionStatus
  created_at: Date
  completed_at: Date | null
  provider_ref: string | null
  phone_number: string
  payment_method: PaymentMethod
  description: string
  provider: ProviderName
  reference: string
  internal_reference: string | null
  provider_status: string | null
  provider_charge: bigint | null
  provider_message: string | null
  stage: PaymentStage
  reason: PaymentReason | null
  polls: number
  sent_at: Date | null
  unknown_since: Date | null
  next_at: Date | null
}

export const PAYMENT_COLUMNS = `id, user_id, type, amount, fee, amount_sent, status, created_at, completed_at, provider_ref,
  phone_number, payment_method, description, provider, reference, internal_reference, provider_status, provider_charge,
  provider_message, stage, reason, polls, sent_at, unknown_since, next_at`

export function readPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    amount: ugx(row.amount),
    fee: ugx(row.fee),
    amountSent: row.amount_sent === null ? null : ugx(row.amount_sent),
    status: row.status,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    providerRef: row.provider_ref,
    phoneNumber: row.phone_number,
    paymentMethod: row.payment_method,
    description: row.description,
    provider: row.provider,
    reference: row.reference,
    internalReference: row.internal_reference,
    providerStatus: row.provider_status,
    providerCharge: row.provider_charge === null ? null : ugx(row.provider_charge),
    providerMessage: row.provider_message,
    stage: row.stage,
    reason: row.reason,
    polls: row.polls,
    sentAt: row.sent_at,
    unknownSince: row.unknown_since,
    nextAt: row.next_at,
  }
}

/** A payment that was just asked for. */
export function newPayment(asked: {
  readonly id: string
  readonly userId: string
  readonly type: TransactionType
  readonly amount: Ugx
  readonly fee: Ugx
  readonly phoneNumber: string
  readonly paymentMethod: PaymentMethod
  readonly provider: ProviderName
  readonly description: string
  readonly now: Date
  readonly nextAt: Date
}): Payment {
  const { now, ...given } = asked
  return {
    ...given,
    amountSent: null,
    status: 'pending',
    createdAt: now,
    completedAt: null,
    providerRef: null,
    reference: referenceOf(asked.type, asked.id),
    internalReference: null,
    providerStatus: null,
    providerCharge: null,
    providerMessage: null,
    stage: 'requested',
    reason: null,
    polls: 0,
    sentAt: null,
    unknownSince: null,
  }
}

/** What the provider knows a payment by: 36 characters, the type readable in it (DEP-16). `DEP-0199…` */
export const referenceOf = (type: TransactionType, id: string): string =>
  `${type === 'deposit' ? 'DEP' : 'WDR'}-${id.replaceAll('-', '')}`
