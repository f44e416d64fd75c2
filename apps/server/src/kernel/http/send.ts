import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { nameSent } from './cookies.ts'
import { JSON_TYPE, PROBLEM_TYPE, problemOf, retryAfterOf } from './problem.ts'
import { compress, encoded, encodingFor, isSame } from './ready-bytes.ts'
import type { CookieChange, Outcome, ReadyBytes, Refusal, StoredAnswer } from './route.ts'

export const READY_CACHE = 'no-cache'
export const HTML_TYPE = 'text/html; charset=utf-8'

/** The contract's serialiser of a status: fields that it does not declare never leave the server. */
export type Serialize = (status: number, body: unknown) => string

export async function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  serialize: Serialize,
  withError = false,
): Promise<FastifyReply> {
  if ('error' in outcome) return sendRefusal(reply, outcome, withError)
  if ('again' in outcome) return sendAnswer(reply, outcome.again)
  if ('ready' in outcome) return sendReady(request, reply, outcome.ready, JSON_TYPE)
  changeCookies(reply, outcome.cookies)
  if (outcome.headers !== undefined) reply.headers(outcome.headers)
  reply.code(outcome.status).header('content-type', JSON_TYPE)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return sendText(request, reply, serialize(outcome.status, outcome.body))
}

/** A long answer to a reader is compressed: mobile data is paid by the megabyte. */
async function sendText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const encoding = request.method === 'GET' ? encodingFor(request.headers['accept-encoding'], text.length) : 'identity'
  if (encoding === 'identity') return reply.send(text)
  const bytes = await compress(Buffer.from(text), encoding)
  return reply.header('content-encoding', encoding).header('vary', 'accept-encoding').send(bytes)
}

/** A first answer, byte for byte. */
export function sendAnswer(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .header('content-type', answer.status >= 400 ? PROBLEM_TYPE : JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(answer.body)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal, withError = false): FastifyReply {
  const retryAfter = retryAfterOf(refusal)
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
  changeCookies(reply, refusal.cookies)
  return reply
    .code(ERRORS[refusal.error].status)
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problemOf(refusal, withError)))
}

export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: ReadyBytes,
  type: string,
  status = 200,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'], ready.bytes.length)
  if (status === 200) request.server.standing.keep(request, ready, type)
  // Kept, but asked about each time.
  reply.header('etag', ready.etag).header('cache-control', READY_CACHE).header('vary', 'accept-encoding')
  if (status === 200 && isSame(request.headers['if-none-match'], ready.etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const bytes = await encoded(ready, encoding)
  return reply.code(status).header('content-type', type).send(bytes)
}

function changeCookies(reply: FastifyReply, cookies: readonly CookieChange[] | undefined): void {
  for (const { name, value, maxAgeSeconds } of cookies ?? []) {
    const attributes = {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: reply.request.protocol === 'https' || reply.server.servesHttps,
    } as const
    const sent = nameSent(name, reply.server.servesHttps)
    if (value === null) reply.clearCookie(sent, attributes)
    else
      reply.setCookie(sent, value, { ...attributes, ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }) })
  }
}
