/** The endpoint and keys of a browser's push subscription. */
export type PushAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

export type PushMessage = {
  readonly payload: string
  /** The push service drops the message after this time. */
  readonly ttlSeconds: number
  /** Replaces an undelivered message with the same topic. */
  readonly topic: string
  readonly urgency: 'normal' | 'high'
}

/** `gone`: the subscription no longer exists. `refused`: only this message was rejected. */
export type PushOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs: number | null }

/** Browsers' push services. `accepted` does not mean delivered. Repeated messages replace each other by tag. */
export type PushService = {
  /** The key browsers subscribe with. */
  readonly publicKey: string
  /** Whether the address is allowed: it comes from the client. */
  accepts(address: PushAddress): boolean
  send(address: PushAddress, message: PushMessage): Promise<PushOutcome>
}
