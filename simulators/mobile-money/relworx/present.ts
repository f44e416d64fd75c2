import { reportedHundredths } from '../core/courses.ts'
import type { Failure } from '../core/ending.ts'
import type { Order, OrderKind } from '../core/order.ts'
import type { CallbackClaim } from '../core/wire-format.ts'

const KAMPALA_OFFSET_MS = 3 * 3_600_000

/** 2026-01-05T10:12:58.977+03:00 */
function kampalaTime(atMs: number): string {
  return new Date(atMs + KAMPALA_OFFSET_MS).toISOString().replace('Z', '+03:00')
}

const TITLE: Readonly<Record<OrderKind, string>> = { collection: 'Request payment', payout: 'Send payment' }
const PROVIDER = { mtn: 'MTN_UGANDA', airtel: 'AIRTEL_UGANDA' } as const
/** The webhook names providers in another way than the status call does. */
const WEBHOOK_PROVIDER = { mtn: 'mtn_mobile_money', airtel: 'airtel_mobile_money' } as const

const FAILURE_TEXT: Readonly<Record<Failure, string>> = {
  declined: 'the customer declined the payment.',
  'insufficient-funds': 'insufficient funds.',
  'timed-out': 'the customer did not respond in time.',
}

function messageOf(order: Order, status: Order['status']): string {
  const title = TITLE[order.kind]
  if (status === 'pending') return `${title} in progress.`
  if (status === 'success') return `${title} completed successfully.`
  return order.failure === null ? `${title} failed.` : `${title} failed: ${FAILURE_TEXT[order.failure]}`
}

export function presentAccepted(order: Order): Record<string, unknown> {
  return { success: true, message: messageOf(order, 'pending'), internal_reference: order.internalReference }
}

export function presentStatus(order: Order): Record<string, unknown> {
  return {
    success: true,
    status: order.status,
    message: messageOf(order, order.status),
    customer_reference: order.reference,
    internal_reference: order.internalReference,
    msisdn: `+${order.msisdn}`,
    amount: reportedHundredths(order) / 100,
    currency: 'UGX',
    provider: PROVIDER[order.network],
    charge: order.chargeHundredths / 100,
    request_status: order.status,
    remote_ip: '127.0.0.1',
    ...(order.providerTransactionId === null ? {} : { provider_transaction_id: order.providerTransactionId }),
    ...(order.completedAtMs === null ? {} : { completed_at: kampalaTime(order.completedAtMs) }),
  }
}

/** A list row carries no internal reference: an order whose answer was lost is found by our own reference and the status here. */
export function presentTransaction(order: Order): Record<string, unknown> {
  return {
    customer_reference: order.reference,
    provider: PROVIDER[order.network],
    msisdn: `+${order.msisdn}`,
    transaction_type: order.kind,
    currency: 'UGX',
    amount: reportedHundredths(order) / 100,
    status: order.status,
    created_at: kampalaTime(order.createdAtMs),
  }
}

export function presentWebhook(order: Order, claim: CallbackClaim, nowMs: number): Record<string, unknown> {
  return {
    status: claim.status,
    message: messageOf(order, claim.status),
    customer_reference: order.reference,
    internal_reference: order.internalReference,
    msisdn: `+${order.msisdn}`,
    amount: claim.amountHundredths / 100,
    currency: 'UGX',
    provider: WEBHOOK_PROVIDER[order.network],
    charge: order.chargeHundredths / 100,
    completed_at: kampalaTime(order.completedAtMs ?? nowMs),
  }
}
