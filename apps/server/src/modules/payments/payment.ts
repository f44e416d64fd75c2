import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { nextAt, type PaymentReason, type PaymentStage } from '@mupiira/domain/payments/payment-states.ts'
import type { Provider } from '@mupiira/domain/payments/providers.ts'
import { carrierOfMethod, type PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'

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
  readonly provider: Provider
  /** Our reference at the provider. */
  readonly reference: string
  /** The reference that people read out: `D7KQ2MXP`. */
  readonly shortReference: string
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
  /** The time by which staff decide, as promised to the player; null if the withdrawal was never held (WDR-32). */
  readonly reviewDueAt: Date | null
  /** Why staff rejected a held withdrawal, in words for the player. */
  readonly staffMessage: string | null
}

/** A payment that was just requested. With `reviewDueAt`, it is held until staff decide. */
export function newPayment(
  requested: Pick<
    Payment,
    'id' | 'shortReference' | 'userId' | 'type' | 'amount' | 'fee' | 'phoneNumber' | 'paymentMethod' | 'provider'
  >,
  now: Date,
  reviewDueAt: Date | null = null,
): Payment {
  const { id, type } = requested
  const stage = reviewDueAt === null ? 'requested' : 'held'
  return {
    ...requested,
    amountSent: null,
    status: 'pending',
    createdAt: now,
    completedAt: null,
    providerRef: null,
    description: descriptionOf(requested),
    reference: referenceOf(type, id),
    internalReference: null,
    providerStatus: null,
    providerCharge: null,
    providerMessage: null,
    stage,
    reason: null,
    polls: 0,
    sentAt: null,
    unknownSince: null,
    nextAt: nextAt(type, stage, 0, now),
    reviewDueAt,
    staffMessage: null,
  }
}

/** Our reference at the provider: 36 characters with the type in front (DEP-16). `DEP-0199…` */
export const referenceOf = (type: TransactionType, id: string): string =>
  `${type === 'deposit' ? 'DEP' : 'WDR'}-${id.replaceAll('-', '')}`

/** The text of the payment on the player's statement. */
const descriptionOf = ({
  type,
  shortReference,
  paymentMethod,
  phoneNumber,
}: Pick<Payment, 'type' | 'shortReference' | 'paymentMethod' | 'phoneNumber'>): string =>
  type === 'deposit'
    ? `Deposit ${shortReference} by ${carrierOfMethod(paymentMethod)} from ${maskPhone(phoneNumber)}`
    : `Withdrawal ${shortReference} to ${maskPhone(phoneNumber)}`
