import { hash, randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '@mupiira/contract/errors.ts'
import type { IdempotencyRecord } from '../idempotency.ts'
import type { Actor } from './actor.ts'
import { authorize, type AuthorizeDeps, staffCheck } from './authorize.ts'
import { readBodiesAsJson } from './bodies.ts'
import { ownCookies } from './cookies.ts'
import { networkOf, type RateLimits } from './rate-limit.ts'
import { problemOf, sendOutcome, sendRefusal, sendStored, startStream } from './reply.ts'
import type { Call, Outcome, Refusal, Route, StoredAnswer } from './route.ts'
import { requestHash, type RunOnce } from './run-once.ts'
import { FORM_LIMITS, type Uploads } from './uploads.ts'
import { requestValidator } from './validate-request.ts'

export type RouteDeps = AuthorizeDeps & {
  readonly config: AuthorizeDeps['config'] & { readonly rateLimitFactor: number }
  readonly rateLimits: RateLimits
  readonly runOnce: RunOnce
  readonly uploads: Uploads
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
    /** Business time when the request was received. */
    receivedAt: Date
  }
  interface FastifyContextConfig {
    /** Refusals carry the specification's `error` member. */
    withErrorMember?: boolean
    /** Adds an ETag; an unchanged response is 304. */
    sameForAll?: boolean
    /** A provider's callback. */
    isCallback?: boolean
  }
}

const KEY_FORM = /^[\x21-\x7e]{8,64}$/

/** Registers every route of the contract with the body parsers that it needs. */
export async function registerRoutes(app: FastifyInstance, routes: readonly Route[], deps: RouteDeps): Promise<void> {
  app.decorateRequest('actor')
  app.decorateRequest('receivedAt')
  const scopeOf = ({ endpoint }: Route) =>
    endpoint.upload !== undefined ? 'uploads' : endpoint.isCallback === true ? 'callbacks' : 'json'
  const scopes = Map.groupBy(routes, scopeOf)
  for (const route of scopes.get('json') ?? []) registerRoute(app, route, deps)
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS })
    for (const route of scopes.get('uploads') ?? []) registerRoute(scope, route, deps)
  })
  await app.register(async (scope) => {
    readBodiesAsJson(scope)
    for (const route of scopes.get('callbacks') ?? []) registerRoute(scope, route, deps)
  })
}

/** One endpoint of the contract as a Fastify route: authorisation and rate limit as hooks, then validation and the handler. */
function registerRoute(app: FastifyInstance, route: Route, deps: RouteDeps): void {
  const { endpoint } = route
  const name = `${endpoint.method} ${endpoint.path}`
  const validate = requestValidator(endpoint)
  const limit = limiterOf(route, name, deps)

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // Set before any query, because some commands are decided by their time of receipt.
    request.receivedAt = deps.clock.now()
    const actor = await authorize(request, endpoint, deps, route.kind === 'stream')
    if ('error' in actor) return sendRefusal(reply, actor)
    request.actor = actor
    const waitSeconds = limit === null ? 0 : await limit(request)
    if (waitSeconds === 0) return undefined
    return sendRefusal(reply, { error: 'RATE_LIMITED', retryAfterSeconds: waitSeconds })
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (endpoint.upload === undefined || !request.isMultipart()) return answer(request, reply, request.body, null)
    const form = await deps.uploads.read(request, endpoint.upload, limitKey(request))
    if ('error' in form) return sendRefusal(reply, form)
    try {
      return await answer(request, reply, form.fields, form.file)
    } finally {
      form.release()
    }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    body: unknown,
    file: Buffer | null,
  ): Promise<FastifyReply> {
    const input = validate({ params: request.params, query: request.query, body })
    if ('error' in input) return sendRefusal(reply, input)
    const idempotencyRecord = endpoint.idempotent === true ? recordOf(request, reply, input, file) : undefined
    if (idempotencyRecord !== undefined && 'error' in idempotencyRecord) return sendRefusal(reply, idempotencyRecord)
    const call = callOf(request, input, endpoint.upload === undefined ? undefined : file, idempotencyRecord)
    if (route.kind === 'stream') return startStream(request, reply, await route.handler(call))
    if (idempotencyRecord === undefined) return sendOutcome(request, reply, await route.handler(call))
    const settled = await deps.runOnce(idempotencyRecord, route.options, () => route.handler(call))
    return 'answer' in settled ? sendStored(reply, settled.answer) : sendOutcome(request, reply, settled.outcome)
  }

  function recordOf(
    { headers, actor }: FastifyRequest,
    reply: FastifyReply,
    { params, body }: Pick<Call, 'params' | 'body'>,
    file: Buffer | null,
  ): IdempotencyRecord | Refusal {
    const key = headers['idempotency-key'] ?? (endpoint.keyOptional === true ? randomUUID() : undefined)
    if (typeof key !== 'string' || !KEY_FORM.test(key)) return { error: 'IDEMPOTENCY_KEY_MISSING' }
    if (actor.kind === 'visitor') return { error: 'NOT_AUTHENTICATED' }
    return {
      userId: actor.userId,
      route: name,
      key,
      requestHash: requestHash(params, file === null ? body : [body, hash('sha256', file)]),
      encode: (outcome) => encode(reply, outcome),
      answer: null,
    }
  }

  function callOf(
    request: FastifyRequest,
    input: Pick<Call, 'params' | 'query' | 'body'>,
    file: Buffer | null | undefined,
    idempotencyRecord: IdempotencyRecord | undefined,
  ): Call {
    const { actor, headers } = request
    const call = {
      ...{ ...input, file, actor, headers, idempotencyRecord },
      asStaff: staffCheck(request, endpoint, deps),
      address: request.ip,
      cookies: ownCookies(request),
      rawBody: request.rawBody,
      requestId: request.id,
      now: request.receivedAt,
      log: request.log,
    }
    return call as Call
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    // Streams write their response themselves.
    ...(route.kind === 'stream' ? { exposeHeadRoute: false } : { schema: { response: endpoint.responses } }),
    config: {
      withErrorMember: endpoint.idempotent === true,
      sameForAll: endpoint.sameForAll === true,
      isCallback: endpoint.isCallback === true,
    },
    preValidation: admit,
    handler: handle,
  })
}

/** The endpoint's limit by the minute; null without one. Visitors may have another limit than accounts. */
function limiterOf({ endpoint }: Route, name: string, { rateLimits, config }: RouteDeps) {
  const { perMinute, perMinuteOfNetwork = perMinute } = endpoint
  if (perMinute === undefined || perMinuteOfNetwork === undefined) return null
  const ofAccounts = rateLimits.limiter(name, perMinute * config.rateLimitFactor)
  const ofNetworks = rateLimits.limiter(`${name} of a network`, perMinuteOfNetwork * config.rateLimitFactor)
  return (request: FastifyRequest) =>
    (request.actor.kind === 'visitor' ? ofNetworks : ofAccounts).consume(limitKey(request))
}

/**
 * Accounts are limited by id, visitors by network. A staff session without its second factor has a separate
 * limit.
 */
function limitKey({ actor, ip }: FastifyRequest): string {
  if (actor.kind === 'visitor') return networkOf(ip)
  return actor.staff?.secondFactor === 'owed' ? `${actor.userId} owed` : actor.userId
}

/** Encodes an outcome, so that an idempotent request stores exactly what it sends. */
function encode(reply: FastifyReply, outcome: Outcome): StoredAnswer {
  if ('error' in outcome)
    return { status: ERRORS[outcome.error].status, body: JSON.stringify(problemOf(outcome, true)) }
  if ('again' in outcome) return outcome.again
  if (!('status' in outcome)) throw new Error('an idempotent request must answer with a status and a body')
  const serialize = reply.getSerializationFunction(String(outcome.status))
  if (serialize === undefined) throw new Error(`the contract has no answer ${outcome.status} here`)
  return { status: outcome.status, body: serialize(outcome.body as { [name: string]: unknown }) }
}
