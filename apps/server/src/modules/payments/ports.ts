import type { IncomingHttpHeaders } from 'node:http'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { PaymentProvider } from '@mupiira/domain/phone/payment-routes.ts'

/** One payment as any provider is asked for it: a collection takes money from a phone, a payout sends it there. */
export type Order = {
  readonly kind: OrderKind
  /** Ours, unique, 8 to 36 characters. */
  readonly reference: string
  /** +256 and nine digits (DEP-17). */
  readonly phoneNumber: string
  readonly amount: Ugx
  readonly description: string
  /** Of a payout: whose account it is. */
  readonly name?: string
}
export type OrderKind = 'collection' | 'payout'

/** By what an order is asked for: the provider's own reference, or ours where the answer to the order was lost. */
export type OrderQuery = {
  readonly kind: OrderKind
  readonly reference: string
  readonly internalReference: string | null
}

/** What went over the wire, without keys and with phone numbers masked: fit to be kept. */
export type Exchange = {
  readonly operation: 'send' | 'status' | 'list' | 'balance'
  readonly request: object
  readonly httpStatus: number | null
  /** At most a few kilobytes. */
  readonly response: string | null
  readonly failure: string | null
  readonly durationMs: number
}

/**
 * accepted: the provider has the order; nothing is paid by that. refused: it does not have it and never will.
 * unclear: it may have it, so it must be asked for before anything else is done.
 */
export type SendAnswer = { readonly exchange: Exchange } & (
  | { readonly kind: 'accepted'; readonly internalReference: string | null; readonly told: string | null }
  | { readonly kind: 'refused'; readonly message: string | null; readonly unavailable: boolean }
  | { readonly kind: 'unclear' }
)

/**
 * An order's end in the provider's words. Whoever believes it compares it with what was asked for; null is what the
 * provider's documented answer does not state.
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
  readonly charge: Ugx | null
}

/** pending: everything that the provider does not document as final. unclear: no answer, or none that can be read whole. */
export type Reported =
  | { readonly kind: 'pending'; readonly told: string }
  | { readonly kind: 'final'; readonly report: OrderReport }
  | { readonly kind: 'unclear' }

/** absent: the provider says that it does not know the order. It may be on its way there: that is no end. */
export type StatusAnswer = { readonly exchange: Exchange } & (Reported | { readonly kind: 'absent' })

/** An order in the provider's own list. Null is what cannot be read. */
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
 * The provider's orders that were made from `from` until before `to`. `isWhole` is false when its list may begin later than
 * `from`. not-offered: it has no list, so that each of our own orders is asked for by `status`.
 */
export type DayAnswer =
  | {
      readonly kind: 'day'
      readonly orders: readonly ListedOrder[]
      readonly isWhole: boolean
      readonly exchange: Exchange
    }
  | { readonly kind: 'unclear'; readonly exchange: Exchange }
  | { readonly kind: 'not-offered' }

/** Our money at the provider; collections and payouts may have wallets of their own. */
export type BalanceAnswer =
  | {
      readonly kind: 'balance'
      readonly wallets: readonly { readonly name: string; readonly amount: Ugx }[]
      readonly exchange: Exchange
    }
  | { readonly kind: 'unclear'; readonly exchange: Exchange }

/** A good callback says which order to ask about, and what its sender claims of it. */
export type CallbackReading =
  | {
      readonly kind: 'good'
      readonly reference: string
      /** Where the callback names it and the name is sealed. */
      readonly internalReference: string | null
      readonly claims: string
      /** The same callback has the same digest. */
      readonly digest: Buffer
      /** The body, fit to be kept. */
      readonly kept: string
    }
  | { readonly kind: 'bad'; readonly why: 'form' | 'signature' | 'age' }

/** As it arrived; `seal` is what the address ends with, where we gave the provider an address for each order. */
export type Callback = {
  readonly headers: IncomingHttpHeaders
  readonly body: object
  readonly seal: string | null
}

export type ProviderName = PaymentProvider

/** How many requests for one number the provider takes; ours stay under it. */
export type NumberLimit = { readonly requests: number; readonly withinMs: number }

export type MobileMoneyProvider = {
  readonly name: ProviderName
  readonly numberLimit: NumberLimit | null
  /** False while so many calls have failed that new ones are not tried. */
  isAvailable(): boolean
  /** Whether the very same order may be sent again without being taken twice, by the provider's documented rules. */
  mayRepeat(kind: OrderKind): boolean
  send(order: Order): Promise<SendAnswer>
  status(query: OrderQuery): Promise<StatusAnswer>
  day(from: Date, to: Date): Promise<DayAnswer>
  balance(): Promise<BalanceAnswer>
  readCallback(callback: Callback, now: Date): CallbackReading
}
