import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { ErrorCode, ErrorDetails } from '@mupiira/contract/errors.ts'
import type { Static, TSchema } from 'typebox'
import type { IdempotencySlot } from '../idempotency.ts'
import type { Log } from '../log.ts'
import type { ActorFor } from './actor.ts'

/** One request, validated by the contract's schemas and authorised by the endpoint's access. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly actor: ActorFor<E['access']>
  /**
   * Whether the actor has a capability of staff, second factor included (D55): for operations that players use too.
   * `watch` reads the session as it is now, without counting as its use: for streams that stay open.
   */
  readonly asStaff: (capability: Capability, how?: 'watch') => Promise<boolean>
  /** The client's address, as the trusted proxies report it. */
  readonly address: string
  readonly headers: IncomingHttpHeaders
  readonly cookies: { readonly [name: string]: string | undefined }
  /** Endpoints with `upload`: the file as sent, null without one. */
  readonly file: E extends { readonly upload: object } ? Buffer | null : undefined
  /** The body's text, for signatures; '' without a body. */
  readonly rawBody: string
  readonly requestId: string
  /** Business time when the request was received. */
  readonly now: Date
  readonly log: Log
  /** Endpoints with `idempotent`: pass it to `idempotency.remember` in the transaction of the effect. */
  readonly slot: E extends { readonly idempotent: true } ? IdempotencySlot : undefined
}

export type CookieChange = {
  readonly name: string
  /** null removes the cookie. */
  readonly value: string | null
  /** Without it the cookie ends with the browser session. */
  readonly maxAgeSeconds?: number
}

export type FieldError = { readonly path: string; readonly message: string }

/** Refusals that any operation may give, besides the contract's own. */
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
  /** Fills the placeholders of the text; also sent as `details`. */
  readonly details?: ErrorDetails
  readonly errors?: readonly FieldError[]
  readonly retryAfterSeconds?: number
  /** Replaces the code's text. */
  readonly text?: string
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

/** An answer exactly as it was sent. */
export type StoredAnswer = { readonly status: number; readonly body: string }

/** A body that many requests share (cached-body.ts). `etag` includes its quotes. */
export type CachedBody = { readonly bytes: Buffer; readonly etag: string }

export type FileAnswer = {
  readonly contentType: string
  readonly content: Buffer | Readable
  readonly headers?: { readonly [name: string]: string }
}

/** What a handler returns: a success of the contract, a cached body, a file, a stored first answer, or a refusal. */
export type Outcome<E extends Endpoint = Endpoint> =
  | AnswersOf<E>
  | { readonly cached: CachedBody }
  | { readonly file: FileAnswer }
  | { readonly again: StoredAnswer }
  | Refusal<
      E['errors'][number] | GeneralCode | (E extends { readonly idempotent: true } ? 'IDEMPOTENCY_KEY_REUSED' : never)
    >

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<E>>

/** Server-sent events: after all checks the handler returns what writes to the open response. */
export type StreamHandler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Refusal | ((response: ServerResponse) => Promise<void>)>

export type RouteOptions = {
  /** `by-handler`: the handler reads stored answers itself, in its own batch (`idempotency.recallMany`). */
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
  | { readonly endpoint: Endpoint; readonly kind: 'stream'; readonly handler: StreamHandler<Endpoint> }

/** `const Answer` keeps the literal status codes of what the handler returns. */
export function route<const E extends Endpoint, const Answer extends Outcome<E>>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer>,
  options: RouteOptions = {},
): Route {
  // The registration validates with this endpoint before it calls this handler.
  return { endpoint, kind: 'answer', handler: handler as unknown as Handler<Endpoint>, options }
}

export function streamRoute<E extends Endpoint>(endpoint: E, handler: StreamHandler<E>): Route {
  return { endpoint, kind: 'stream', handler: handler as unknown as StreamHandler<Endpoint> }
}
