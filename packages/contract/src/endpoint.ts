import type { Static, TSchema } from 'typebox'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import type { ErrorCode } from './errors.ts'

/** Who may call an endpoint. The server checks it before the handler runs; objects are checked by the handler. */
export type Access = 'public' | 'player' | 'admin'

/**
 * One operation of the HTTP interface as data: the server registers, validates and documents it from here,
 * the web app takes its types from here.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI form: `/api/bets/{id}`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** What of an operator's powers an operation of `admin` access needs; docs/console.md. */
  readonly capability?: Capability
  /** Money moves: who asks has proved within ten minutes that it is he. */
  readonly isConfirmed?: true
  /** Needed to show the second factor, or to set it up. */
  readonly beforeSecondFactor?: true
  /** Of an account itself, by its player: staff has shown its second factor before. */
  readonly guardsAccount?: true
  /** What somebody without a session reads, where the specification has words of its own for it. */
  readonly loginText?: string
  /** Money-moving: needs an `Idempotency-Key` header; the first answer is kept for 24 h. */
  readonly idempotent?: true
  /** Of `idempotent`, where no money moves: without the header each request is its own. */
  readonly keyOptional?: true
  /**
   * Greatest number of requests in one minute: of one account; of one address for visitors of a public operation. The
   * environment may multiply it (RATE_LIMIT_FACTOR).
   */
  readonly perMinute?: number
  /** For visitors another number: whole networks of phones have one address. */
  readonly perMinuteOfNetwork?: number
  /** Answered alike to whoever asks at one moment: the answer carries an ETag, and an unchanged one is answered 304. */
  readonly sameForAll?: true
  /** A provider's callback: its body is JSON whatever its Content-Type says, and a refusal is logged as a warning. */
  readonly isCallback?: true
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Takes one file beside the body: then both come as multipart/form-data, the body's fields as texts. Without a file the
   * body may come as JSON as well. What the file is, the handler judges by its content.
   */
  readonly upload?: { readonly field: string; readonly mostBytes: number }
  /** Success answers by status code. Fields that a schema does not declare never leave the server. */
  readonly responses: { readonly [status: number]: TSchema }
  /** Refusals this operation may give, beside the ones every operation may give. */
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal types of an endpoint, so that handlers and the web client are typed by it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type StaticOf<T> = T extends TSchema ? Static<T> : undefined

export type ParamsOf<E extends Endpoint> = StaticOf<E['params']>
export type QueryOf<E extends Endpoint> = StaticOf<E['query']>
export type BodyOf<E extends Endpoint> = StaticOf<E['body']>
export type AnswerOf<E extends Endpoint> = StaticOf<E['responses'][keyof E['responses'] & number]>
export type KeyOf<E extends Endpoint> = `${E['method']} ${E['path']}`
