import type { IncomingHttpHeaders } from 'node:http'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'

/** One payment as any provider is asked for it: a collection takes money from a phone, a payout sends it there. */
export type Order = {
  readonly kind: OrderKind
  /** Ours, unique, 8 to 36 characters. */
  readonly reference: string
  /** +256 and nine digits (DEP-17). */
  readonly phoneNumber: string
  readonly amount: Ugx
  readonly description: string
}
export type OrderKind = 'collection' | 'payout'

/** What went over the wire, without keys and with phone numbers masked: fit to be kept. */
export type Exchange = {
  readonly operation: 'send' | 'status' | 'list'
  readonly request: object
  readonly httpStatus: number | null
  /** At most a few kilobytes. */
  readonly response: string | null
  readonly failure: string | null
  readonly durationMs: number
}

/**
 * accepted: the provider has the order; nothing is paid by that. refused: it does not have it and never will.
 * unclear: it may have it: an order is never sent twice, so it must be looked for.
 */
export type SendAnswer = { readonly exchange: Exchange } & (
  | { readonly kind: 'accepted'; readonly internalReference: string | null; readonly told: string | null }
  | { readonly kind: 'refused'; readonly message: string | null; readonly unavailable: boolean }
  | { readonly kind: 'unclear' }
)

/** An order's end in the provider's words. Whoever believes it compares it with what was asked for. */
export type OrderReport = {
  readonly status: 'success' | 'failed'
  readonly reference: string
  readonly internalReference: string | null
  readonly kind: OrderKind | null
  readonly phoneNumber: string
  readonly amount: Ugx
  readonly currency: string
  readonly message: string | null
  readonly charge: Ugx | null
}

/** pending: everything that the provider does not document as final. unclear: no answer, or none that can be read whole. */
export type Told =
  | { readonly kind: 'pending'; readonly told: string }
  | { readonly kind: 'final'; readonly report: OrderReport }
  | { readonly kind: 'unclear' }

export type StatusAnswer = Told & { readonly exchange: Exchange }

/** The provider's own list, by our reference. An order that is not in it may be unknown, or too old for it. */
export type ListAnswer = { readonly exchange: Exchange } & (
  | { readonly kind: 'list'; readonly orders: ReadonlyMap<string, Told> }
  | { readonly kind: 'unclear' }
)

/** A good callback says which order to ask about, and what its sender claims of it. */
export type CallbackReading =
  | {
      readonly kind: 'good'
      readonly reference: string
      readonly internalReference: string
      readonly claims: string
      /** The same callback has the same digest. */
      readonly digest: Buffer
      /** The body, fit to be kept. */
      readonly kept: string
    }
  | { readonly kind: 'bad'; readonly why: 'form' | 'signature' | 'age' }

export type MobileMoneyProvider = {
  readonly name: 'relworx'
  /** False while so many calls have failed that new ones are not tried. */
  isAvailable(): boolean
  send(order: Order): Promise<SendAnswer>
  status(internalReference: string): Promise<StatusAnswer>
  list(): Promise<ListAnswer>
  readCallback(headers: IncomingHttpHeaders, body: object, now: Date): CallbackReading
}
