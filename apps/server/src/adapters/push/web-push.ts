import { ECDH } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import webPush from 'web-push'
import type { PushAddress, PushMessage, PushOutcome, PushService } from '../../modules/notifications/ports.ts'
import { isPublicName, publicLookUp } from '../../kernel/access/public-address.ts'
import { createSlowServices, MAX_ANSWER_MS } from './slow-services.ts'

export type WebPushOptions = {
  readonly publicKey: string
  readonly privateKey: string
  readonly subject: string
  /** The simulator's origin, which needs neither https nor a public address; null without a simulator. */
  readonly simulatorUrl: string | null
  readonly timeoutMs?: number
  /** Null: the name servers of the system. */
  readonly nameServers?: readonly string[] | null
}

const TIMEOUT_MS = 10_000
const RETRY_MS = 20
/** Printable ASCII characters. A URL percent-encodes all other characters. */
const PLAIN = /^[\x21-\x7e]+$/
/** Base64url: a public key has 65 bytes, a secret 16 or more. */
const POINT = /^[\w-]{87}$/
const SECRET = /^[\w-]{22,}$/

/**
 * Web push: RFC 8030, encrypted by RFC 8291 and signed by RFC 8292. The library builds the request. This adapter sends
 * it, because the address comes from the client: only to public addresses, and without following redirects.
 */
export function createWebPush(options: WebPushOptions): PushService {
  const { publicKey, privateKey, subject, simulatorUrl, timeoutMs = TIMEOUT_MS, nameServers = null } = options
  const isSimulator = (url: URL): boolean => url.origin === simulatorUrl
  const vapidDetails = { subject, publicKey, privateKey }
  /** A separate agent, so that `lookup` has checked the address of every connection. */
  const agent = new Agent({ keepAlive: true })
  const lookup = publicLookUp(nameServers)
  const slow = createSlowServices()

  function accepts({ endpoint, p256dh, auth }: PushAddress): boolean {
    const url = PLAIN.test(endpoint) && URL.canParse(endpoint) ? new URL(endpoint) : null
    return url !== null && (isSimulator(url) || isPublicName(url)) && isPoint(p256dh) && SECRET.test(auth)
  }

  return {
    publicKey,
    accepts,
    async send(address, message) {
      // The rules for addresses may have changed since the device subscribed.
      if (!accepts(address)) return { kind: 'gone' }
      const url = new URL(address.endpoint)
      const waitMs = await waitForCapacity(url.hostname)
      if (waitMs > 0) return { kind: 'retry', reason: 'a slow service', afterMs: waitMs }
      const begunMs = performance.now()
      const record = (isAnswered: boolean): void =>
        slow.finished(url.hostname, { isAnswered, tookMs: performance.now() - begunMs })
      try {
        const outcome = await post(url, requestOf(address, message))
        record(true)
        return outcome
      } catch (error) {
        record(false)
        return { kind: 'retry', reason: reasonOf(error), afterMs: null }
      }
    },
  }

  /** A new service gets a few messages at a time until it has answered. Returns how long to postpone this message. */
  async function waitForCapacity(hostname: string): Promise<number> {
    const untilMs = performance.now() + MAX_ANSWER_MS
    while (!slow.hasCapacity(hostname) && performance.now() < untilMs) await sleep(RETRY_MS)
    return slow.waitMs(hostname)
  }

  function requestOf({ endpoint, p256dh, auth }: PushAddress, { payload, ttlSeconds, topic, urgency }: PushMessage) {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails,
      TTL: ttlSeconds,
      topic,
      urgency,
      contentEncoding: 'aes128gcm',
    })
  }

  function post(url: URL, { headers, body }: ReturnType<typeof requestOf>): Promise<PushOutcome> {
    const isOurs = isSimulator(url)
    const request = (isOurs ? requestHttp : requestHttps)(url, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(isOurs ? {} : { agent, lookup }),
    })
    return new Promise((resolve, reject) => {
      request.on('error', reject)
      request.on('response', (response) => {
        // Only the status counts, so the body is discarded.
        response.on('error', () => undefined).resume()
        resolve(readAnswer(response.statusCode ?? 0, response.headers['retry-after']))
      })
      request.end(body)
    })
  }
}

/** 400, 401 and 403 mean that our keys or clock are wrong, so the subscription is kept. */
export function readAnswer(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `HTTP ${status}`
  return status === 429 || status >= 500
    ? { kind: 'retry', reason, afterMs: waitMs(retryAfter) }
    : { kind: 'refused', reason }
}

/** Reads Retry-After: seconds, or an HTTP date. */
function waitMs(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

function isPoint(p256dh: string): boolean {
  try {
    return POINT.test(p256dh) && ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url') !== ''
  } catch {
    return false
  }
}

/** The error code, because the message may contain the address. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'no answer'
