import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { IdempotencyRecord } from '../idempotency/idempotency.ts'
import type { Log } from '../telemetry/log.ts'
import type { ActorFor } from './access/actor.ts'
import type { Outcome, Refusal } from './outcome.ts'

export type {
  CachedBody,
  CookieChange,
  FieldError,
  FileAnswer,
  GeneralCode,
  Outcome,
  Refusal,
  StoredAnswer,
} from './outcome.ts'

/** One request, validated by the contract's schemas and authorised by the endpoint's access. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly actor: ActorFor<E['access']>
  /**
   * Whether the actor has a staff capability including the second factor (D55), for operations that players also
   * use. `watch` reads the current session without counting as use, for long-lived streams.
   */
  readonly asStaff: (capability: StaffCapability, mode?: 'watch') => Promise<boolean>
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
  readonly idempotencyRecord: E extends { readonly idempotent: true } ? IdempotencyRecord : undefined
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<E>>

/** Server-sent events. After all checks, the handler returns a function that writes to the open response. */
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

/** `const Answer` preserves the literal status codes of the handler's result. */
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
