import { createECDH, randomBytes } from 'node:crypto'
import type { Receiver } from './decrypt.ts'

/** The form of a browser's `PushSubscription.toJSON()`. */
export type SubscriptionForm = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export type Subscription = Receiver & {
  readonly token: string
  /** The key of the only accepted sender; null if all senders are accepted. */
  readonly senderKey: string | null
  /** True if the browser has withdrawn the subscription. */
  isGone: boolean
}

const MAX_STORED = 10_000

export type Subscriptions = {
  subscribe(senderKey: string | null): Subscription
  find(token: string): Subscription | undefined
}

export function createSubscriptions(): Subscriptions {
  const stored = new Map<string, Subscription>()
  return {
    subscribe(senderKey) {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const token = randomBytes(24).toString('base64url')
      const subscription = { token, pair, auth: randomBytes(16), senderKey, isGone: false }
      stored.set(token, subscription)
      const oldest = stored.keys().next().value
      if (stored.size > MAX_STORED && oldest !== undefined) stored.delete(oldest)
      return subscription
    },
    find: (token) => stored.get(token),
  }
}

export const formOf = (origin: string, { token, pair, auth }: Subscription): SubscriptionForm => ({
  endpoint: `${origin}/push/${token}`,
  keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
})
