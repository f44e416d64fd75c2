import { createHmac } from 'node:crypto'
import { type Answer, respond } from '../core/answer.ts'
import { type Failure, reportedHundredths } from '../core/behaviours.ts'
import { type Network, networkOf } from '../core/networks.ts'
import type { Order, OrderKind } from '../core/order.ts'
import type { Refusal } from '../core/order-processor.ts'
import type { CallbackContent } from '../core/wire-format.ts'

// Relworx's texts and bodies for the outcomes of the core.

export const refuse = (status: number, message: string): Answer => respond(status, { success: false, message })
export const succeed = (body: Record<string, unknown>): Answer => respond(200, { success: true, ...body })

export const BROKEN = refuse(500, 'Internal server error')
export const UNAVAILABLE = refuse(503, 'Service temporarily unavailable')

/** Some refusals have HTTP 200 and `success: false`, others an error status. */
export const REFUSALS: { readonly [refusal in Refusal]: Answer } = {
  'duplicate-reference': refuse(422, 'reference has already been taken'),
  refused: refuse(200, 'Request could not be processed. Please try again later.'),
  'float-too-low': refuse(200, 'Insufficient wallet balance.'),
  'too-many-pending': UNAVAILABLE,
}

const COLLECTION_CHARGE_PERMILLE: Readonly<Record<Network, number>> = { mtn: 25, airtel: 30 }
const PAYOUT_CHARGE_HUNDREDTHS = 500_00

export const chargeOf = (kind: OrderKind, amountHundredths: number, network: Network): number =>
  kind === 'payout'
    ? PAYOUT_CHARGE_HUNDREDTHS
    : Math.round((amountHundredths * COLLECTION_CHARGE_PERMILLE[network]) / 1_000)

const TITLE: Readonly<Record<OrderKind, string>> = { collection: 'Request payment', payout: 'Send payment' }
const PROVIDER: Readonly<Record<Network, string>> = { mtn: 'MTN_UGANDA', airtel: 'AIRTEL_UGANDA' }
/** The webhook's provider names differ from those of the status call. */
const WEBHOOK_PROVIDER: Readonly<Record<Network, string>> = {
  mtn: 'mtn_mobile_money',
  airtel: 'airtel_mobile_money',
}
const FAILURE_TEXT: Readonly<Record<Failure, string>> = {
  declined: 'the customer declined the payment.',
  'insufficient-funds': 'insufficient funds.',
  'timed-out': 'the customer did not respond in time.',
}

function messageOf({ kind, failure }: Order, status: Order['status']): string {
  const title = TITLE[kind]
  if (status === 'pending') return `${title} in progress.`
  if (status === 'success') return `${title} completed successfully.`
  return failure === null ? `${title} failed.` : `${title} failed: ${FAILURE_TEXT[failure]}`
}

const KAMPALA_OFFSET_MS = 3 * 3_600_000
/** 2026-01-05T10:12:58.977+03:00 */
const kampalaTime = (atMs: number): string => new Date(atMs + KAMPALA_OFFSET_MS).toISOString().replace('Z', '+03:00')

export const presentAccepted = (order: Order): Record<string, unknown> => ({
  success: true,
  message: messageOf(order, 'pending'),
  internal_reference: order.internalReference,
})

export const presentStatus = (order: Order): Record<string, unknown> => ({
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
})

/** A listed transaction has no internal reference. */
export const presentTransaction = (order: Order): Record<string, unknown> => ({
  customer_reference: order.reference,
  provider: PROVIDER[order.network],
  msisdn: `+${order.msisdn}`,
  transaction_type: order.kind,
  currency: 'UGX',
  amount: reportedHundredths(order) / 100,
  status: order.status,
  created_at: kampalaTime(order.createdAtMs),
})

export const presentWebhook = (order: Order, content: CallbackContent, nowMs: number): Record<string, unknown> => ({
  status: content.status,
  message: messageOf(order, content.status),
  customer_reference: order.reference,
  internal_reference: order.internalReference,
  msisdn: `+${order.msisdn}`,
  amount: content.amountHundredths / 100,
  currency: 'UGX',
  provider: WEBHOOK_PROVIDER[order.network],
  charge: order.chargeHundredths / 100,
  completed_at: kampalaTime(order.completedAtMs ?? nowMs),
})

export type SignedCallback = {
  /** Exactly as registered, including query and trailing slash. */
  readonly webhookUrl: string
  readonly webhookKey: string
  readonly unixSeconds: number
  readonly status: string
  readonly customerReference: string
  readonly internalReference: string
}

/**
 * The header `Relworx-Signature`: HMAC-SHA256 of URL, time and three fields by name. Amount and number are not signed.
 */
export function signatureHeader(signed: SignedCallback): string {
  const fields = {
    customer_reference: signed.customerReference,
    internal_reference: signed.internalReference,
    status: signed.status,
  }
  const text = [signed.webhookUrl, String(signed.unixSeconds), ...Object.entries(fields).flat()].join('')
  const value = createHmac('sha256', signed.webhookKey).update(text, 'utf8').digest('hex')
  return `t=${signed.unixSeconds},v=${value}`
}

const FIRST_NAMES = ['Grace', 'Moses', 'Sarah', 'Isaac', 'Esther', 'Brian', 'Joan']
const LAST_NAMES = 'Nakato Okello Namutebi Mugisha Achieng Tumusiime Auma Ssali Byaruhanga Atim Kato'.split(' ')

/** A name derived from the number; null if its network is not supported. */
export function customerName(msisdn: string): string | null {
  if (networkOf(msisdn) === null) return null
  const number = Number(msisdn.slice(3))
  return `${FIRST_NAMES[number % FIRST_NAMES.length]} ${LAST_NAMES[number % LAST_NAMES.length]}`.toUpperCase()
}
