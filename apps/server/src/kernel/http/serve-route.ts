import { hash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IdempotencyRecord } from '../idempotency/idempotency.ts'
import { authorize, type AuthorizeDeps, staffCheck } from './access/authorize.ts'
import { ownCookies } from './access/cookies.ts'
import { type EndpointLimitDeps, endpointLimit, limitKey } from './access/rate-limit.ts'
import { encodeOutcome, sendOutcome, sendRefusal, sendStored, startStream } from './reply.ts'
import type { Call, Refusal, Route } from './route.ts'
import { requestHash, type RunOnce } from '../idempotency/run-once.ts'
import type { Form, Uploads } from './input/uploads.ts'
import { requestValidator } from './input/validate-request.ts'

export type RouteDeps = AuthorizeDeps & EndpointLimitDeps & { readonly runOnce: RunOnce; readonly uploads: Uploads }

const KEY_FORM = /^[\x21-\x7e]{8,64}$/

/**
 * Serves an endpoint of the contract as a Fastify route: authorisation and rate limit as hooks, then validation and the
 * handler.
 */
export function serveRoute(app: FastifyInstance, route: Route, deps: RouteDeps): void {
  const { endpoint } = route
  const name = `${endpoint.method} ${endpoint.path}`
  const validate = requestValidator(endpoint)
  const limit = endpointLimit(endpoint, name, deps)

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // Set before any query, because some commands are decided by their time of receipt.
    request.receivedAt = deps.clock.now()
    const actor = await authorize(request, endpoint, deps, route.kind === 'stream')
    if ('error' in actor) return sendRefusal(reply, actor)
    request.actor = actor
    const waitSeconds = await limit(request)
    if (waitSeconds === 0) return undefined
    return sendRefusal(reply, { error: 'RATE_LIMITED', retryAfterSeconds: waitSeconds })
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (endpoint.upload === undefined) return answer(request, reply, { fields: request.body })
    return deps.uploads.withForm(request, endpoint.upload, limitKey(request), (form) =>
      'error' in form ? sendRefusal(reply, form) : answer(request, reply, form),
    )
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, { fields, file }: Form): Promise<FastifyReply> {
    const input = validate({ params: request.params, query: request.query, body: fields })
    if ('error' in input) return sendRefusal(reply, input)
    const idempotencyRecord = endpoint.idempotent === true ? recordOf(request, reply, input, file) : undefined
    if (idempotencyRecord !== undefined && 'error' in idempotencyRecord) return sendRefusal(reply, idempotencyRecord)
    const call = {
      ...input,
      file,
      actor: request.actor,
      headers: request.headers,
      idempotencyRecord,
      asStaff: staffCheck(request, endpoint, deps),
      address: request.ip,
      cookies: ownCookies(request),
      rawBody: request.rawBody,
      requestId: request.id,
      now: request.receivedAt,
      log: request.log,
    } as Call
    if (route.kind === 'stream') return startStream(request, reply, await route.handler(call))
    if (idempotencyRecord === undefined) return sendOutcome(request, reply, await route.handler(call))
    const settled = await deps.runOnce(idempotencyRecord, route.options, () => route.handler(call))
    return 'answer' in settled ? sendStored(reply, settled.answer) : sendOutcome(request, reply, settled.outcome)
  }

  function recordOf(
    { headers, actor }: FastifyRequest,
    reply: FastifyReply,
    { params, body }: Pick<Call, 'params' | 'body'>,
    file: Buffer | null | undefined,
  ): IdempotencyRecord | Refusal {
    const key = headers['idempotency-key'] ?? (endpoint.keyOptional === true ? randomUUID() : undefined)
    if (typeof key !== 'string' || !KEY_FORM.test(key)) return { error: 'IDEMPOTENCY_KEY_MISSING' }
    if (actor.kind === 'visitor') return { error: 'NOT_AUTHENTICATED' }
    return {
      userId: actor.userId,
      route: name,
      key,
      requestHash: requestHash(params, file ? [body, hash('sha256', file)] : body),
      encode: (outcome) => encodeOutcome(reply, outcome),
      answer: null,
    }
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    // Streams write their response themselves.
    ...(route.kind === 'stream' ? { exposeHeadRoute: false } : {}),
    config: { endpoint },
    preValidation: admit,
    handler: handle,
  })
}
