/** Where a browser's push service takes messages for it, and what they are encrypted with. */
export type PushAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

export type PushMessage = {
  readonly payload: string
  /** After so long it is not worth telling any more. */
  readonly ttlSeconds: number
  /** A later message of the same topic takes the place of one that was not delivered yet. */
  readonly topic: string
  readonly urgency: 'normal' | 'high'
}

/** What became of a message. `gone`: nobody will ever get one there again. `refused`: not this one. */
export type PushOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs: number | null }

/** Push services of browsers. What was taken is not yet delivered; sending twice is shown once, by the message's tag. */
export type PushService = {
  /** What a browser subscribes with. */
  readonly publicKey: string
  /** Whether messages may be sent there at all: the address comes from outside. */
  accepts(address: PushAddress): boolean
  send(address: PushAddress, message: PushMessage): Promise<PushOutcome>
}
