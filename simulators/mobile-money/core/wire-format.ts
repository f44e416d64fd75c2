import type { Exchange } from '../http/exchange.ts'
import type { Order } from './order.ts'
import type { WireName } from './wire-names.ts'

/** `stale` is rightly signed, but an hour ago; a format without a time has nothing stale. */
export type Seal = 'good' | 'forged' | 'stale' | 'missing'

/** What a callback claims; it need not be the truth. */
export type CallbackClaim = {
  readonly status: 'success' | 'failed'
  readonly amountHundredths: number
  readonly seal: Seal
}

export type OutgoingCallback = {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One provider's way of speaking. Each lives in a folder of its own and knows the desk, never another format. */
export type WireFormat = {
  readonly name: WireName
  /** The merchant's wallets at this provider. */
  readonly wallets: readonly string[]
  /** How often a callback is sent again, after what first pause; the pause doubles each time. */
  readonly retries: number
  readonly firstRetryMs: number
  /** True when the request belongs to this format: it will be answered by it alone. */
  serves(path: string): boolean
  answer(exchange: Exchange): Promise<void>
  /** Written anew for each attempt, so that its signature is fresh; null while there is nowhere to send it. */
  write(order: Order, claim: CallbackClaim): OutgoingCallback | null
}
