import type { IncomingHttpHeaders } from 'node:http'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { FailureCause } from '@mupiira/domain/payments/payment-states.ts'
import type { Provider } from '@mupiira/domain/payments/providers.ts'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'

/** One payment in the provider's terms: a collection takes money from a phone, a payout sends money to it. */
export type Order = {
  readonly kind: OrderKind
  /** Our own reference: unique, 8 to 36 characters. */
  readonly reference: string
  /** +256 and nine digits (DEP-17). */
  readonly phoneNumber: string
  readonly amount: Ugx
  readonly description: string
  /** Only for payouts: the name of the account's owner. */
  readonly name?: string
}
export type OrderKind = 'collection' | 'payout'

/** Identifies an order: by the provider's own reference, or by ours where the reply to the order was lost. */
export type OrderQuery = {
  readonly kind: OrderKind
  readonly reference: string
  readonly internalReference: string | null
}

/**
 * One request to the provider and its response, without keys and with masked phone numbers, so that it can be stored.
 */
export type Exchange = {
  readonly operation: 'send' | 'status' | 'list' | 'balance'
  readonly request: object
  readonly httpStatus: number | null
  /** The response, cut to a few kilobytes. */
  readonly response: string | null
  readonly failure: string | null
  readonly durationMs: number
}

/**
 * accepted: the provider has the order, and nothing is paid yet. refused: it does not have the order and never
 * will. unclear: it may have the order, so the next step must be a query.
 */
export type SendReply = { readonly exchange: Exchange } & (
  | { readonly kind: 'accepted'; readonly internalReference: string | null; readonly providerStatus: string | null }
  | { readonly kind: 'refused'; readonly message: string | null; readonly unavailable: boolean }
  | { readonly kind: 'unclear' }
)

/**
 * The final result of an order as the provider reports it. Null marks fields that the provider's documented reply does
 * not contain.
 */
export type OrderReport = {
  readonly status: 'success' | 'failed'
  readonly reference: string
  readonly internalReference: string | null
  readonly kind: OrderKind | null
  readonly phoneNumber: string | null
  readonly amount: Ugx | null
  readonly currency: string | null
  readonly message: string | null
  /** Only from a documented code of the provider; free text is never interpreted. */
  readonly failureCause?: FailureCause
  readonly charge: Ugx | null
}

/**
 * pending: every status that the provider does not document as final. unclear: no reply, or one that cannot be read
 * completely.
 */
export type OrderStatus =
  | { readonly kind: 'pending'; readonly providerStatus: string }
  | { readonly kind: 'final'; readonly report: OrderReport }
  | { readonly kind: 'unclear' }

/** absent: the provider has no such order. The order may still arrive there, so this is not final. */
export type QueryReply = { readonly exchange: Exchange } & (OrderStatus | { readonly kind: 'absent' })

/** An order in the provider's own list. Null marks unreadable fields. */
export type ListedOrder = {
  readonly reference: string
  readonly kind: OrderKind | null
  readonly status: 'success' | 'failed' | 'pending'
  readonly phoneNumber: string | null
  readonly amount: Ugx | null
  readonly currency: string | null
  readonly createdAt: Date | null
}

/**
 * The provider's orders created from `from` until before `to`. `isComplete` is false when the list may start later than
 * `from`. not-offered: the provider has no list, so reconciliation queries each order.
 */
export type OrderList =
  | {
      readonly kind: 'list'
      readonly orders: readonly ListedOrder[]
      readonly isComplete: boolean
      readonly exchange: Exchange
    }
  | { readonly kind: 'unclear'; readonly exchange: Exchange }
  | { readonly kind: 'not-offered' }

/** Our money at the provider; collections and payouts may use separate wallets. */
export type WalletBalances =
  | {
      readonly kind: 'balance'
      readonly wallets: readonly { readonly name: string; readonly amount: Ugx }[]
      readonly exchange: Exchange
    }
  | { readonly kind: 'unclear'; readonly exchange: Exchange }

/** A valid callback names the order to query. Its other content is never trusted. */
export type ParsedCallback =
  | {
      readonly kind: 'valid'
      readonly reference: string
      /** Present where the callback contains the provider's reference and its signature covers it. */
      readonly internalReference: string | null
      readonly claimedStatus: string
      /** Equal callbacks have equal digests. */
      readonly digest: Buffer
      /** The body to store, with masked numbers. */
      readonly stored: string
    }
  | { readonly kind: 'invalid'; readonly reason: 'form' | 'signature' | 'age' }

/** A callback as received. `token` is the last part of the address, for providers with one address per order. */
export type Callback = {
  readonly headers: IncomingHttpHeaders
  readonly body: object
  readonly token: string | null
}

/** How many requests for one phone number the provider accepts in a period. */
export type NumberLimit = { readonly requests: number; readonly withinMs: number }

export type MobileMoneyProvider = {
  readonly name: Provider
  readonly numberLimit: NumberLimit | null
  /** False while the circuit breaker is open. */
  isAvailable(): boolean
  /** Whether the provider documents that it accepts a repeated order only once. */
  canResend(kind: OrderKind): boolean
  send(order: Order): Promise<SendReply>
  query(query: OrderQuery): Promise<QueryReply>
  list(from: Date, to: Date): Promise<OrderList>
  balances(): Promise<WalletBalances>
  readCallback(callback: Callback, now: Date): ParsedCallback
}

/** Sends text messages with codes that prove a phone number. */
export type SmsSender = {
  send(message: { readonly to: PhoneNumber; readonly text: string }): Promise<{ readonly kind: string }>
}
