import { hash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { IdempotencySlot } from '../idempotency.ts'
import { SESSION_COOKIE, type Actor } from './actor.ts'
import { requestHash, type AnswerOnce } from './answer-once.ts'
import { isMultipart } from './bodies.ts'
import { checksOf } from './checks.ts'
import { ownCookies } from './cookies.ts'
import { evaluateStaff } from './evaluate-staff.ts'
import { isOwnOrigin } from './origin.ts'
import { problemOf } from './problem.ts'
import { readyBytes } from './ready-bytes.ts'
import { networkOf, type RateLimit } from './rate-limit.ts'
import type { Call, FieldError, Outcome, Refusal, Route } from './route.ts'
import { sendAnswer, sendOutcome, sendRefusal, type Serialize } from './send.ts'
import { logOf } from './request-log.ts'
import { startStream } from './send-stream.ts'
import type { SessionGuard } from './session-guard.ts'
import type { Upload, Uploads } from './uploads.ts'

export type Registration = {
  readonly config: Config
  readonly clock: Clock
  readonly guard: SessionGuard
  readonly rateLimit: RateLimit
  readonly answerOnce: AnswerOnce
  readonly uploads: Uploads
}

const KEY_FORM = /^[\x21-\x7e]{8,64}$/
const CHANGING = new Set(['POST', 'PUT', 'DELETE'])

/** Sent by a console that nobody has touched for a while: what its screens ask for by themselves keeps no session alive. */
const UNATTENDED = 'x-unattended'

/** Who a page asks for, where it says so: its cookie may be another's by now, who has logged in beside it (decision 0015). */
const PLAYER = 'x-player'

/** Serves one endpoint of the contract: checks everything that the contract says, then asks the handler. */
export function implement(app: FastifyInstance, route: Route, house: Registration): void {
  const { endpoint } = route
  const checks = checksOf(endpoint)
  const withError = endpoint.idempotent === true
  const name = `${endpoint.method} ${endpoint.path}`
  const isChange = CHANGING.has(endpoint.method)
  const isStream = route.kind === 'stream'
  const perMinute = endpoint.perMinute === undefined ? null : endpoint.perMinute * house.config.rateLimitFactor
  const ofNetwork = (endpoint.perMinuteOfNetwork ?? endpoint.perMinute ?? 0) * house.config.rateLimitFactor

  async function admit(request: FastifyRequest): Promise<Actor | Refusal> {
    const token = request.cookies[SESSION_COOKIE]
    if (isChange && !isOwnOrigin(request.headers, token !== undefined, house.config)) return { error: 'FOREIGN_ORIGIN' }
    const isUnattended = isStream || request.headers[UNATTENDED] !== undefined
    const entry = await house.guard.enter(token, isUnattended ? 'unattended' : undefined)
    let actor: Actor = 'actor' in entry ? entry.actor : { kind: 'visitor', refused: entry.refused }
    if (endpoint.access !== 'public') {
      if ('refused' in entry) return { error: entry.refused }
      if (actor.kind === 'visitor') return withoutSession(endpoint)
      if ((request.headers[PLAYER] ?? actor.userId) !== actor.userId) return withoutSession(endpoint)
      const isOfStaff = endpoint.access === 'admin' || (endpoint.guardsAccount === true && actor.staff !== undefined)
      const evaluated = isOfStaff ? await evaluateStaff(endpoint, actor, house, { token, isUnattended }) : actor
      if ('error' in evaluated) return evaluated
      actor = evaluated
    }
    if (perMinute === null) return actor
    const most = actor.kind === 'visitor' ? ofNetwork : perMinute
    const waitSeconds = house.rateLimit.take(name, limitedAs(actor, request), most)
    return waitSeconds > 0 ? { error: 'RATE_LIMITED', retryAfterSeconds: waitSeconds } : actor
  }

  function read(request: FastifyRequest, sent: unknown): Pick<Call, 'params' | 'query' | 'body'> | Refusal {
    const params = checks.params(request.params)
    const query = checks.query(request.query)
    const body = checks.body(sent)
    const errors: FieldError[] = []
    for (const part of [params, query, body]) if ('errors' in part) errors.push(...part.errors)
    if ('errors' in params || 'errors' in query || 'errors' in body) return { error: 'INVALID_FIELDS', errors }
    // Checked by the schemas just now; the handler's type is drawn from the same ones.
    return { params: params.value, query: query.value, body: body.value } as Pick<Call, 'params' | 'query' | 'body'>
  }

  function slotOf(
    request: FastifyRequest,
    actor: Actor,
    call: Pick<Call, 'params' | 'body'>,
    file: Buffer | null | undefined,
    serialize: Serialize,
  ): IdempotencySlot | Refusal {
    const key = request.headers['idempotency-key'] ?? (endpoint.keyOptional === true ? randomUUID() : undefined)
    if (typeof key !== 'string' || !KEY_FORM.test(key)) return { error: 'IDEMPOTENCY_KEY_MISSING' }
    if (actor.kind === 'visitor') return { error: 'NOT_AUTHENTICATED' }
    return {
      userId: actor.userId,
      route: name,
      key,
      requestHash: requestHash(call.params, file == null ? call.body : [call.body, hash('sha256', file)]),
      encode: (outcome) => encode(outcome, serialize),
      answer: null,
    }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Before anything is looked up: some commands are judged by when they came.
    const now = house.clock.now()
    request.cookies = ownCookies(app.parseCookie(request.headers.cookie ?? ''), app.servesHttps)
    const refuse = (refusal: Refusal) => sendRefusal(reply, refusal, withError)
    const hasForm = isMultipart(request.headers['content-type'])
    if (hasForm && endpoint.upload === undefined) return refuse({ error: 'UNSUPPORTED_MEDIA_TYPE' })
    const admitted = await admit(request)
    if ('error' in admitted) return refuse(admitted)
    if (!hasForm || endpoint.upload === undefined) return answer(request, reply, { actor: admitted, now, upload: null })
    // Only for somebody who may send it is a file read at all.
    const upload = await house.uploads.take(request.raw, endpoint.upload, limitedAs(admitted, request))
    if ('error' in upload) return refuse(upload)
    try {
      return await answer(request, reply, { actor: admitted, now, upload })
    } finally {
      upload.release()
    }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { actor, now, upload }: { readonly actor: Actor; readonly now: Date; readonly upload: Upload | null },
  ): Promise<FastifyReply> {
    const refuse = (refusal: Refusal) => sendRefusal(reply, refusal, withError)
    const input = read(request, upload === null ? request.body : upload.fields)
    if ('error' in input) return refuse(input)
    const file = endpoint.upload === undefined ? undefined : (upload?.file ?? null)
    const serialize: Serialize = (status, body) => serializerOf(reply, status)(body)
    const slot = endpoint.idempotent === true ? slotOf(request, actor, input, file, serialize) : undefined
    if (slot !== undefined && 'error' in slot) return refuse(slot)
    const call = callOf(request, actor, { ...input, file }, slot, now)
    if (route.kind === 'stream') return startStream(call, route.handler, request, reply)
    if (slot === undefined) {
      const outcome = vouched(await route.handler(call))
      return sendOutcome(request, reply, endpoint.sameForAll === true ? tagged(outcome, serialize) : outcome, serialize)
    }
    const settled = await house.answerOnce(slot, route.options, () => route.handler(call))
    return 'answer' in settled
      ? sendAnswer(reply, settled.answer)
      : sendOutcome(request, reply, settled.outcome, serialize, true)
  }

  /** What stands is sent again without a look at who asks, or how often. */
  function vouched(outcome: Outcome): Outcome {
    const mayStand = endpoint.access === 'public' && perMinute === null
    if (!mayStand && 'ready' in outcome && outcome.ready.stands !== undefined)
      throw new Error(`${name}: only what is public and without a limit may stand`)
    return outcome
  }

  function callOf(
    request: FastifyRequest,
    actor: Actor,
    input: Pick<Call, 'params' | 'query' | 'body'> & { readonly file: Buffer | null | undefined },
    slot: IdempotencySlot | undefined,
    now: Date,
  ): Call {
    const call = {
      params: input.params,
      query: input.query,
      body: input.body,
      file: input.file,
      actor,
      asStaff: async (capability: Capability, how?: 'watch') => {
        const token = request.cookies[SESSION_COOKIE]
        const entry = how === undefined ? { actor } : await house.guard.enter(token, how)
        if ('refused' in entry || entry.actor.kind !== 'admin') return false
        return !(
          'error' in
          (await evaluateStaff({ ...endpoint, capability }, entry.actor, house, { token, isUnattended: true }))
        )
      },
      address: request.ip,
      headers: request.headers,
      cookies: request.cookies,
      rawBody: request.rawBody,
      requestId: request.id,
      now,
      // No getter: in a literal it gives every call a shape of its own, which costs more than all its fields.
      log: () => logOf(request),
      slot,
    }
    return call as Call
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(route.kind === 'stream' ? { exposeHeadRoute: false } : { schema: { response: endpoint.responses } }),
    config: { withError },
    handler: serve,
  })
}

/** As bytes with an ETag: whoever has them already is told so. */
function tagged(outcome: Outcome, serialize: Serialize): Outcome {
  if (!('status' in outcome) || outcome.status !== 200 || outcome.cookies !== undefined) return outcome
  return { ready: readyBytes(Buffer.from(serialize(200, outcome.body))) }
}

function encode(outcome: Outcome, serialize: Serialize): { status: number; body: string } {
  if ('error' in outcome)
    return { status: ERRORS[outcome.error].status, body: JSON.stringify(problemOf(outcome, true)) }
  if ('again' in outcome) return outcome.again
  if ('ready' in outcome) throw new Error('a money-moving request is not answered with ready bytes')
  return { status: outcome.status, body: serialize(outcome.status, outcome.body) }
}

function serializerOf(reply: FastifyReply, status: number): (body: unknown) => string {
  const serializer = reply.getSerializationFunction(String(status))
  if (serializer === undefined) throw new Error(`the contract has no answer ${status} here`)
  return serializer as (body: unknown) => string
}

/** Accounts are limited as themselves, visitors by the network of their address. Who has found a password of staff out is not staff yet. */
function limitedAs(actor: Actor, request: FastifyRequest): string {
  if (actor.kind === 'visitor') return networkOf(request.ip)
  return actor.staff?.secondFactor === 'owed' ? `${actor.userId} owed` : actor.userId
}

const withoutSession = ({ loginText }: Route['endpoint']): Refusal => ({
  error: 'NOT_AUTHENTICATED',
  ...(loginText === undefined ? {} : { text: loginText }),
})
