import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../shared/clock.ts'
import { decrypt } from './decrypt.ts'
import type { Subscription } from './subscriptions.ts'
import { faultOfSender } from './vapid.ts'

export type PushedMessage = {
  /** The last characters of the subscription's token. */
  readonly device: string
  /** The decrypted text. */
  readonly text: string
  readonly topic: string | null
  readonly urgency: string
  readonly ttlSeconds: number
  readonly at: string
}

export const FAULTS = ['gone', 'slow', 'too-many', 'error', 'forbidden'] as const
export type Fault = (typeof FAULTS)[number]

export type ReceiveResult = { readonly status: number; readonly reason: string; readonly message: PushedMessage | null }

/** The largest message that browsers must accept. */
export const MAX_BYTES = 4_096

const refused = (status: number, reason: string): ReceiveResult => ({ status, reason, message: null })

/** Validates one message as browsers' push services do (RFC 8030), and decrypts it as the browser would. */
export function receiveMessage(
  subscription: Subscription | undefined,
  request: { readonly headers: IncomingHttpHeaders; readonly body: Buffer },
  { origin, clock }: { readonly origin: string; readonly clock: Clock },
): ReceiveResult {
  const { headers, body } = request
  if (subscription === undefined) return refused(404, 'there is no such subscription')
  if (subscription.isGone) return refused(410, 'the browser has withdrawn the subscription')
  const sender = { origin, key: subscription.senderKey, nowSeconds: Date.now() / 1000 }
  const fault = faultOfSender(headers.authorization, sender)
  if (fault !== null) return refused(403, fault)
  const topic = singleValue(headers['topic'])
  const ttl = singleValue(headers['ttl'])
  if (ttl === null || !/^\d{1,8}$/.test(ttl)) return refused(400, 'TTL is missing')
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return refused(400, 'the topic is not 32 characters of base64url')
  if (headers['content-encoding'] !== 'aes128gcm') return refused(415, 'the encoding is not aes128gcm')
  if (body.length > MAX_BYTES) return refused(413, 'too large')
  try {
    const text = decrypt(body, subscription)
    const message = { device: subscription.token.slice(-6), text, topic, ttlSeconds: Number(ttl) }
    const urgency = singleValue(headers['urgency']) ?? 'normal'
    return { status: 201, reason: '', message: { ...message, urgency, at: new Date(clock.now()).toISOString() } }
  } catch {
    return refused(400, 'the message cannot be decrypted with the keys of the subscription')
  }
}

const singleValue = (value: string | string[] | undefined): string | null =>
  value === undefined ? null : Array.isArray(value) ? (value[0] ?? null) : value
