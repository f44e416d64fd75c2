import type { CourseName } from './courses.ts'
import type { Failure } from './ending.ts'
import type { Network } from './networks.ts'
import type { WireName } from './wire-names.ts'

export type OrderKind = 'collection' | 'payout'

/** What a merchant asked for, in no provider's words. Amounts are whole hundredths of a shilling. */
export type OrderRequest = {
  /** The wire format that the order came by, and by which its callback leaves. */
  readonly wire: WireName
  /** Which of the merchant's wallets pays or is paid. */
  readonly wallet: string
  readonly kind: OrderKind
  /** The merchant's own id of the order, unique per wire. */
  readonly reference: string
  /** What the merchant calls it besides, where the format has room for that; need not be unique. */
  readonly externalId: string | null
  /** The callback address of the order, in formats that send one with each order. */
  readonly callbackUrl: string | null
  /** Digits with country code, no plus: 2567XXXXXXXX. */
  readonly msisdn: string
  readonly network: Network
  readonly amountHundredths: number
  readonly chargeHundredths: number
  readonly description: string | null
}

/** An order is pending until it has ended, once; `success` and `failed` are final. */
export type Order = OrderRequest & {
  readonly internalReference: string
  readonly createdAtMs: number
  readonly course: CourseName
  status: 'pending' | 'success' | 'failed'
  failure: Failure | null
  completedAtMs: number | null
  providerTransactionId: string | null
  /** Its time had come, but an open handset page was asked to decide. */
  waitsForHandset: boolean
  callbackAttempts: number
  callbackAcknowledgedAtMs: number | null
}
