import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { ErrorCode, ErrorDetails } from '@mupiira/contract/errors.ts'
import type { Static, TSchema } from 'typebox'
import type { IdempotencySlot, StoredAnswer } from '../idempotency.ts'
import type { Log } from '../log.ts'
import type { ActorFor } from './actor.ts'

/** One request, checked by the contract's schemas and the endpoint's access. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly actor: ActorFor<E['access']>
  /** The client's address, behind exactly the trusted proxies. */
  readonly address: string
  readonly headers: IncomingHttpHeaders
  readonly cookies: { readonly [name: string]: string | undefined }
  /** The body as it came, for signatures; '' where there is none. */
  readonly rawBody: string
  readonly requestId: string
  /** Business time when the request came in. */
  readonly now: Date
  readonly log: Log
  /** Endpoints with `idempotent`: pass it to `idempotency.remember` in the transaction of the effect. */
  readonly slot: E extends { readonly idempotent: true } ? IdempotencySlot : undefined
}

export type CookieChange = {
  readonly name: string
  /** null removes the cookie. */
  readonly value: string | null
  /** Without it the cookie ends with the browser. */
  readonly maxAgeSeconds?: number
}

export type FieldError = { readonly path: string; readonly message: string }

/** Refusals that any operation may give, beside the contract's own for it. */
export type GeneralCode =
  | 'NOT_AUTHENTICATED'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'MALFORMED_REQUEST'
  | 'INVALID_FIELDS'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'

export type Refusal<Code extends ErrorCode = ErrorCode> = {
  readonly error: Code
  /** Fills the marks of the text, and is sent as `details`. */
  readonly details?: ErrorDetails
  readonly errors?: readonly FieldError[]
  readonly retryAfterSeconds?: number
  readonly cookies?: readonly CookieChange[]
}

type AnswersOf<E extends Endpoint> = {
  [S in keyof E['responses'] & number]: {
    readonly status: S
    readonly body: E['responses'][S] extends TSchema ? Static<E['responses'][S]> : AnswerOf<E>
    readonly cookies?: readonly CookieChange[]
    readonly headers?: { readonly [name: string]: string }
  }
}[keyof E['responses'] & number]

/** Bytes that were made ready before; a matching If-None-Match is answered 304. */
export type Ready = { readonly ready: ReadyBytes }
export type ReadyBytes = {
  readonly bytes: Buffer
  /** With its quotes: `"…"`. */
  readonly etag: string
  /** Default: `no-cache` (kept, but asked about each time). */
  readonly cacheControl?: string
}

/** What a handler answers: a success of the contract, ready bytes, a first answer again, or a refusal. */
export type Outcome<E extends Endpoint = Endpoint> =
  | AnswersOf<E>
  | Ready
  | { readonly again: StoredAnswer }
  | Refusal<
      E['errors'][number] | GeneralCode | (E extends { readonly idempotent: true } ? 'IDEMPOTENCY_KEY_REUSED' : never)
    >

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<E>>

/** An open exchange that the handler writes to by itself (server-sent events). Returning a refusal before writing answers it. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }
export type StreamHandler<E extends Endpoint> = (call: Call<E>, exchange: Exchange) => Promise<Refusal | undefined>

export type RouteOptions = {
  /** `by-handler`: the handler looks stored answers up itself, in its own batch (`idempotency.recallMany`). */
  readonly recall?: 'by-handler'
}

/** A contract entry with its handler. */
export type Route =
  | {
      readonly endpoint: Endpoint
      readonly kind: 'answer'
      readonly handler: Handler<Endpoint>
      readonly options: RouteOptions
    }
  | {
      readonly endpoint: Endpoint
      readonly kind: 'stream'
      readonly handler: StreamHandler<Endpoint>
      readonly options: RouteOptions
    }

/** `const Answer` keeps the literal status codes of what the handler returns. */
export function route<const E extends Endpoint, const Answer extends Outcome<E>>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer>,
  options: RouteOptions = {},
): Route {
  // The registration validates by this very endpoint before it calls this very handler.
  return { endpoint, kind: 'answer', handler: handler as unknown as Handler<Endpoint>, options }
}

export function streamRoute<E extends Endpoint>(endpoint: E, handler: StreamHandler<E>): Route {
  return { endpoint, kind: 'stream', handler: handler as unknown as StreamHandler<Endpoint>, options: {} }
}
