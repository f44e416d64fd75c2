import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel.ts'
import { SESSION_COOKIE } from './actor.ts'
import { nameSent } from './cookies.ts'
import { encoded, encodingFor, isSame, type Encoding } from './ready-bytes.ts'
import type { ReadyBytes } from './route.ts'
import { OF_DOCUMENTS, secureHeadersOf } from './secure-headers.ts'
import { HTML_TYPE, READY_CACHE } from './send.ts'
import { nextRequestId, type Observe, type ObserverOf } from './traffic.ts'
import { type WholeAnswer, wholeAnswer } from './whole-answer.ts'

/**
 * Answers that stand until something changes, repeated before the framework's life cycle begins (decision 0009). The
 * first visitor of an address goes the long way, through every check; what he was answered is kept with its headers put
 * together, and whoever asks for the very same address is sent it again while it stands. Whoever has a session, sends a
 * body, or wants a form that is not at hand yet, goes the long way. Both ways answer alike, byte for byte.
 */
export type StandingAnswers = {
  /** Told by the long way what it answers. */
  keep(request: FastifyRequest, ready: ReadyBytes, type: string): void
  /** false: nothing was sent, the long way has to answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

type Form = { readonly answer: WholeAnswer; readonly observe: Observe }
type Status = {
  readonly ready: ReadyBytes
  readonly stands: () => boolean
  readonly type: string
  readonly route: string | undefined
  readonly unchanged: Form
  readonly forms: { [encoding in Encoding]?: Form }
  readonly heads: { [encoding in Encoding]?: Form }
}

const MOST_STORED = 300
const LONGEST_ADDRESS = 500

export function createStandingAnswers(
  { clock, stopping }: Pick<Kernel, 'clock' | 'stopping'>,
  { servesHttps, keepAliveTimeoutMs }: { readonly servesHttps: boolean; readonly keepAliveTimeoutMs: number },
  observerOf: ObserverOf,
): StandingAnswers {
  const kept = new Map<string, Status>()
  // By the name that is read: browsers go on sending the one that was given before decision 0009.
  const sessionCookie = nameSent(SESSION_COOKIE, servesHttps)
  const ofData = secureHeadersOf(servesHttps)
  const ofDocuments = { ...ofData, ...OF_DOCUMENTS }

  /** Unchanged, too, it has its rules: the browser keeps those that came last. */
  function answerOf(
    status: 200 | 304,
    { ready: { etag }, type }: Pick<Status, 'ready' | 'type'>,
    more: readonly string[],
    body: Buffer | null,
  ): WholeAnswer {
    const rules = Object.entries(type === HTML_TYPE ? ofDocuments : ofData).flat()
    const headers = [...rules, 'etag', etag, 'cache-control', READY_CACHE, 'vary', 'accept-encoding', ...more]
    return wholeAnswer({ status, headers, body, keepAliveTimeoutMs })
  }

  /** null: it is not compressed yet. */
  function formOf(standing: Status, encoding: Encoding, isHead: boolean): Form | null {
    const { ready, type, route } = standing
    const forms = isHead ? standing.heads : standing.forms
    const known = forms[encoding]
    if (known !== undefined) return known
    const body = encoded(ready, encoding)
    if (!Buffer.isBuffer(body)) return null
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const more = [...coding, 'content-type', type, 'content-length', String(body.length)]
    const answer = answerOf(200, standing, more, isHead ? null : body)
    return (forms[encoding] = { answer, observe: observerOf(isHead ? 'HEAD' : 'GET', route, 200) })
  }

  return {
    keep({ method, url, routeOptions }, ready, type) {
      const { stands } = ready
      if (stands === undefined || url.length > LONGEST_ADDRESS || (method !== 'GET' && method !== 'HEAD')) return
      if (kept.get(url)?.ready === ready) return
      kept.delete(url)
      if (kept.size >= MOST_STORED) kept.delete(kept.keys().next().value ?? '')
      const route = routeOptions.url
      const unchanged = { answer: answerOf(304, { ready, type }, [], null), observe: observerOf('GET', route, 304) }
      kept.set(url, { ready, stands, type, route, unchanged, forms: {}, heads: {} })
    },

    answer(request, response) {
      const { method = '', url = '', headers } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const standing = kept.get(url)
      if (standing === undefined || stopping.aborted) return false
      if (!standing.stands()) {
        kept.delete(url)
        return false
      }
      if (headers.cookie?.includes(sessionCookie) === true || hasBody(request)) return false
      const cameMs = performance.now()
      const { ready } = standing
      const isUnchanged = isSame(headers['if-none-match'], ready.etag)
      const isHead = method === 'HEAD'
      // Of no body and no change the framework tells a length of its own.
      if (isUnchanged && isHead) return false
      const encoding = encodingFor(headers['accept-encoding'] as string | undefined, ready.bytes.length)
      const form = isUnchanged ? standing.unchanged : formOf(standing, encoding, isHead)
      if (form === null) return false
      const id = nextRequestId()
      form.answer.sendTo(response, id, clock.now().getTime())
      form.observe(id, url, performance.now() - cameMs)
      return true
    },
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
