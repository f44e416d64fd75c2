import type { Static, TSchema } from 'typebox'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import type { ErrorCode } from './errors.ts'

/** The roles that may call an endpoint, checked before the handler runs. Handlers check access to single objects. */
export type Access = 'public' | 'player' | 'admin'

/**
 * One operation of the HTTP interface as data: the server registers, validates and documents it from this definition, and
 * the web app takes its types from it.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI form: `/api/bets/{id}`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** The capability that an operation with `admin` access requires; see docs/console.md. */
  readonly capability?: Capability
  /** Requires proof of identity within the last ten minutes, because the operation moves money. */
  readonly isConfirmed?: true
  /** Allowed before the second factor, to enter it or set it up. */
  readonly beforeSecondFactor?: true
  /** Changes the caller's own account: staff must have entered their second factor. */
  readonly guardsAccount?: true
  /** The specification's own text for a request without a session. */
  readonly loginText?: string
  /** Moves money: requires an `Idempotency-Key` header; the first answer is stored for 24 h. */
  readonly idempotent?: true
  /** For idempotent operations that move no money: without the header each request is a new one. */
  readonly keyOptional?: true
  /**
   * Requests per minute of one account, and for public operations of one network without a session. The environment
   * may multiply it (RATE_LIMIT_FACTOR).
   */
  readonly perMinute?: number
  /** Another limit for visitors: a whole mobile network can share one address. */
  readonly perMinuteOfNetwork?: number
  /** The answer is the same for every client: it carries an ETag, and an unchanged one is 304. */
  readonly sameForAll?: true
  /** A provider's callback: its body is JSON whatever its Content-Type says, and a refusal is logged as a warning. */
  readonly isCallback?: true
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Accepts one file: body and file then arrive as multipart/form-data, the body's fields as texts. Without a file the body
   * may be JSON. The handler detects the file's type from its content.
   */
  readonly upload?: { readonly field: string; readonly mostBytes: number }
  /** Success answers by status code. Fields that a schema does not declare never leave the server. */
  readonly responses: { readonly [status: number]: TSchema }
  /** Refusals of this operation, besides the ones that every operation may return. */
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal types of an endpoint, which type handlers and the web client. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type StaticOf<T> = T extends TSchema ? Static<T> : undefined

export type ParamsOf<E extends Endpoint> = StaticOf<E['params']>
export type QueryOf<E extends Endpoint> = StaticOf<E['query']>
export type BodyOf<E extends Endpoint> = StaticOf<E['body']>
export type AnswerOf<E extends Endpoint> = StaticOf<E['responses'][keyof E['responses'] & number]>
export type KeyOf<E extends Endpoint> = `${E['method']} ${E['path']}`
