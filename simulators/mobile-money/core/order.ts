import type { Provider } from '@mupiira/domain/payments/providers.ts'
import type { BehaviourName, Failure } from './behaviours.ts'
import type { Network } from './networks.ts'

export type OrderKind = 'collection' | 'payout'

/** A merchant's order, independent of the wire format. Amounts are integer hundredths of a shilling. */
export type OrderRequest = {
  /** The wire format of the order, which its callback uses too. */
  readonly wire: Provider
  /** The merchant's wallet that pays or is paid. */
  readonly wallet: string
  readonly kind: OrderKind
  /** The merchant's own id of the order, unique per wire. */
  readonly reference: string
  /** The merchant's second identifier, in formats that have two. It need not be unique. */
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

/** An order is pending until it ends. `success` and `failed` are final. */
export type Order = OrderRequest & {
  readonly internalReference: string
  readonly createdAtMs: number
  readonly behaviour: BehaviourName
  status: 'pending' | 'success' | 'failed'
  failure: Failure | null
  completedAtMs: number | null
  providerTransactionId: string | null
  /** The order is due, but an open handset page must decide. */
  waitsForHandset: boolean
  callbackAttempts: number
  callbackAcknowledgedAtMs: number | null
}
