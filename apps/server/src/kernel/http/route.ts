import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { IdempotencySlot } from '../idempotency.ts'
import type { Log } from '../log.ts'
import type { ActorFor } from './actor.ts'
import type { Outcome, Refusal } from './outcome.ts'

export type {
  CookieChange,
  FieldError,
  GeneralCode,
  Outcome,
  Ready,
  ReadyBytes,
  Refusal,
  StoredAnswer,
} from './outcome.ts'

/** One request, checked by the contract's schemas and the endpoint's access. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly actor: ActorFor<E['access']>
  /**
   * Whether the actor may do something of staff here, second factor included (D55): for operations that are not staff's
   * alone, which the kernel has not judged so. `watch`: as it is now, for what stays open; that it
   * is open does not count as use.
   */
  readonly asStaff: (capability: Capability, how?: 'watch') => Promise<boolean>
  /** The client's address, behind exactly the trusted proxies. */
  readonly address: string
  readonly headers: IncomingHttpHeaders
  readonly cookies: { readonly [name: string]: string | undefined }
  /** Endpoints with `upload`: the file as it came, null where none did. */
  readonly file: E extends { readonly upload: object } ? Buffer | null : undefined
  /** The body as it came, for signatures; '' where there is none. */
  readonly rawBody: string
  readonly requestId: string
  /** Business time when the request came in. */
  readonly now: Date
  /** Made when there is something to say: most requests have nothing. */
  readonly log: () => Log
  /** Endpoints with `idempotent`: pass it to `idempotency.remember` in the transaction of the effect. */
  readonly slot: E extends { readonly idempotent: true } ? IdempotencySlot : undefined
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<E>>

/** An open exchange that the handler writes to by itself (server-sent events). Returning a refusal before writing answers it. */
export type Exchange = { readonly response: ServerResponse }
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
