import { type Provider, PROVIDER_NAMES } from '@mupiira/domain/payments/providers.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Order } from './order.ts'

/** One wire format for each payment provider of the product. */
export type WireName = Provider
export const WIRES: readonly WireName[] = PROVIDER_NAMES

/** An API and its path on this server. */
export type ApiAddress = { readonly api: string; readonly path: string }

/** `stale`: signed correctly, but an hour old. It has no effect in formats whose signature contains no time. */
export type CallbackSignature = 'good' | 'forged' | 'stale' | 'missing'

/** The content of a callback. It can differ from the true state of the order. */
export type CallbackContent = {
  readonly status: 'success' | 'failed'
  readonly amountHundredths: number
  readonly seal: CallbackSignature
}

export type OutgoingCallback = {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The API of one provider. Each format has its own folder and depends only on the core, never on another format. */
export type WireFormat = {
  readonly name: WireName
  /** The merchant's wallets at this provider. */
  readonly wallets: readonly string[]
  /** The number of retries of a callback and the first delay, which doubles each time. */
  readonly retries: number
  readonly firstRetryMs: number
  /** Returns true if the request belongs to this format. Only this format then answers it. */
  serves(path: string): boolean
  answer(exchange: Exchange): Promise<void>
  /**
   * Called for each attempt, so that each attempt has a new signature. Returns null if there is no callback address.
   */
  write(order: Order, content: CallbackContent): OutgoingCallback | null
}
