import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, errorText, type Problem } from '@mupiira/contract/errors.ts'
import { compress, encodedBody, encodingFor, etagOf, matchesEtag } from './files/cached-body.ts'
import { changeCookies } from './access/cookies.ts'
import { refusalOf } from './errors.ts'
import type { CachedBody, Outcome, Refusal, StoredAnswer } from './route.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'
const RETRY_SECONDS = 2

/** The specification's own form of an error, added to the problem document of requests that move money. */
type ProblemWithError = Problem & {
  readonly error?: { readonly code: string; readonly message: string; readonly details?: object }
}

/** Sends what a handler returned. */
export async function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): Promise<FastifyReply> {
  if ('error' in outcome) return sendRefusal(reply, outcome)
  if ('again' in outcome) return sendStored(reply, outcome.again)
  if ('cached' in outcome) return sendCached(request, reply, outcome.cached, JSON_TYPE)
  if ('file' in outcome) {
    const { contentType, content, headers } = outcome.file
    return reply
      .headers({ 'cache-control': 'private, no-store', ...headers, 'content-type': contentType })
      .send(content)
  }
  changeCookies(reply, outcome.cookies)
  return reply
    .code(outcome.status)
    .headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...outcome.headers })
    .send(encodeBody(reply, outcome))
}

/** Encodes an outcome, so that an idempotent request stores exactly what it sends. */
export function encodeOutcome(reply: FastifyReply, outcome: Outcome): StoredAnswer {
  if ('error' in outcome)
    return { status: ERRORS[outcome.error].status, body: JSON.stringify(problemOf(outcome, true)) }
  if ('again' in outcome) return outcome.again
  if (!('status' in outcome)) throw new Error('an idempotent request must answer with a status and a body')
  return { status: outcome.status, body: encodeBody(reply, outcome) }
}

/**
 * Encodes a body by its schema, which Fastify compiles when the route first needs it. Compiling all schemas would take
 * an eighth of the server's start.
 */
function encodeBody(
  reply: FastifyReply,
  { status, body }: { readonly status: number; readonly body: unknown },
): string {
  const schema: object | undefined = reply.request.routeOptions.config.endpoint?.responses[status]
  if (schema === undefined) throw new Error(`the contract has no answer ${status} here`)
  return reply.compileSerializationSchema(schema as { [key: string]: unknown })(body as { [name: string]: unknown })
}

/** Sends the stored first response of an idempotency key, byte for byte. */
export function sendStored(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .headers({ 'content-type': answer.status >= 400 ? PROBLEM_TYPE : JSON_TYPE, 'cache-control': 'no-store' })
    .send(answer.body)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { endpoint } = reply.request.routeOptions.config
  const retryAfter = retryAfterOf(refusal)
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
  changeCookies(reply, refusal.cookies)
  return sendStored(reply, {
    status: ERRORS[refusal.error].status,
    body: JSON.stringify(problemOf(refusal, endpoint?.idempotent === true)),
  })
}

/** Sends a refusal, or passes the open response to the handler of the stream. */
export async function startStream(
  request: FastifyRequest,
  reply: FastifyReply,
  started: Refusal | ((response: FastifyReply['raw']) => Promise<void>),
): Promise<FastifyReply> {
  if (typeof started !== 'function') return sendRefusal(reply, started)
  for (const [header, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(header, value)
  reply.hijack()
  await started(reply.raw).catch((error: unknown) => {
    refusalOf(error, request.log)
    reply.raw.destroy()
  })
  return reply
}

/** Sends a shared body; a client that has this version gets 304. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  body: CachedBody,
  type: string,
  status = 200,
): Promise<FastifyReply> {
  reply.headers({ etag: body.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (status === 200 && matchesEtag(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], body.bytes.length)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .header('content-type', type)
    .send(await encodedBody(body, encoding))
}

/**
 * Tags responses that are the same for every client (`sameForAll`), and compresses long texts: players pay per
 * megabyte.
 */
export function tagAndCompress(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || typeof payload !== 'string') return payload
    reply.header('vary', 'accept-encoding')
    if (reply.statusCode === 200 && request.routeOptions.config.endpoint?.sameForAll === true) {
      const etag = etagOf(payload)
      reply.headers({ etag, 'cache-control': 'no-cache' })
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        reply.code(304).removeHeader('content-type').removeHeader('content-length')
        return null
      }
    }
    const encoding = encodingFor(request.headers['accept-encoding'], payload.length)
    if (encoding === null) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compress(Buffer.from(payload), encoding)
  })
}

/** Creates the RFC 9457 problem document of a refusal. */
export function problemOf(refusal: Refusal, withErrorMember: boolean): ProblemWithError {
  const { error: code, details, errors } = refusal
  const { status } = ERRORS[code]
  const detail = refusal.text ?? errorText(code, details)
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail,
    ...(details === undefined ? {} : { details }),
    ...(errors === undefined ? {} : { errors }),
    ...(withErrorMember ? { error: { code, message: detail, ...(details === undefined ? {} : { details }) } } : {}),
  }
}

/** The seconds for the header `Retry-After` of 429 and 503 responses; null for other refusals. */
export function retryAfterOf(refusal: Refusal): number | null {
  const { status } = ERRORS[refusal.error]
  if (status !== 429 && status !== 503) return null
  return Math.max(1, Math.ceil(refusal.retryAfterSeconds ?? RETRY_SECONDS))
}
