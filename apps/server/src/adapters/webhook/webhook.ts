import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { isPublicName, publicLookUp } from '../../kernel/access/public-address.ts'
import type { SendOutcome, WebhookSender } from '../../modules/alerts/ports.ts'

export type WebhookOptions = {
  /** The key of the signatures; null: nothing is sent. */
  readonly secret: string | null
  /** The origin that receives all messages in place of their hosts, in development; null in production. */
  readonly simulatorUrl: string | null
  readonly timeoutMs?: number
  /** Null: the name servers of the system. */
  readonly nameServers?: readonly string[] | null
}

const TIMEOUT_MS = 5_000

/**
 * Signed webhooks: `Mupiira-Signature: t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>" in hex>`. Staff chooses the
 * address, so this adapter connects only to public addresses, without following redirects.
 */
export function createWebhook(options: WebhookOptions): WebhookSender {
  const { secret, simulatorUrl, timeoutMs = TIMEOUT_MS, nameServers = null } = options
  /** Every message has its own connection, so that `lookup` checks each address. */
  const agent = new Agent({ keepAlive: false })
  const lookup = publicLookUp(nameServers)

  function post(url: URL, body: string, signature: string): Promise<SendOutcome> {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Mupiira-Alerts/1',
      'mupiira-signature': signature,
    }
    const shared = { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs) }
    const request =
      simulatorUrl === null
        ? requestHttps(url, { ...shared, agent, lookup })
        : requestHttp(new URL(`${url.pathname}${url.search}`, simulatorUrl), shared)
    return new Promise((resolve, reject) => {
      request.on('error', reject)
      request.on('response', (response) => {
        // Only the status counts. The connection ends, because a receiver could send an endless body.
        response.on('error', () => undefined).destroy()
        resolve(outcomeOf(response.statusCode ?? 0))
      })
      request.end(body)
    })
  }

  return {
    async send({ url: text, body, now }) {
      if (secret === null) return { kind: 'refused', reason: 'NO_SECRET' }
      const url = URL.canParse(text) ? new URL(text) : null
      if (url === null || !isPublicName(url)) return { kind: 'refused', reason: 'ADDRESS_NOT_ALLOWED' }
      try {
        return await post(url, body, signatureOf(secret, body, now))
      } catch (error) {
        const reason = reasonOf(error)
        return { kind: reason === 'ENOTPUBLIC' ? 'refused' : 'retry', reason }
      }
    },
  }
}

export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** A redirect counts as a refusal, because it could lead to a private address. */
function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reason = `HTTP ${status}`
  return { kind: status === 408 || status === 429 || status >= 500 ? 'retry' : 'refused', reason }
}

/** The error code, because the message may contain the address. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'no answer'
