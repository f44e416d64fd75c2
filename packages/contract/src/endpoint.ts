import type { Static, TSchema } from 'typebox'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import type { ErrorCode } from './errors.ts'

/** The roles that may call an endpoint, checked before the handler runs. Handlers check access to single objects. */
export type Access = 'public' | 'player' | 'admin'

/**
 * One HTTP operation as data. The server registers, validates and documents it; the web app infers its types from it.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI form: `/api/bets/{id}`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** The capability that an operation with `admin` access requires; see docs/console.md. */
  readonly capability?: StaffCapability
  /** Requires proof of identity within the last ten minutes, because misuse of the operation would cause damage. */
  readonly requiresFreshConfirmation?: true
  /** Allowed before the second factor, to enter it or set it up. */
  readonly beforeSecondFactor?: true
  /** Changes the caller's own account, so staff must have passed the second factor. */
  readonly guardsAccount?: true
  /** The specification's text for a request without a session. */
  readonly loginText?: string
  /**
   * Requires an `Idempotency-Key` header, so that a repeated request has no second effect. The first response is stored
   * for 24 hours.
   */
  readonly idempotent?: true
  /** Makes the header optional for idempotent operations that move no money. */
  readonly keyOptional?: true
  /**
   * Requests per minute per account; for public operations, per network without a session. RATE_LIMIT_FACTOR scales the
   * limit. Operations without `perMinute` share a limit (`request-limits.ts`).
   */
  readonly perMinute?: number
  /** A separate limit for visitors, because a mobile network can share one address. */
  readonly perMinuteOfNetwork?: number
  /** The response is the same for every client, so it carries an ETag and supports 304. */
  readonly sameForAll?: true
  /** A provider's callback. The body is parsed as JSON for any Content-Type, and rejections are logged as warnings. */
  readonly isCallback?: true
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Accepts one file as multipart/form-data with the body's fields as text parts, or JSON without a file. The handler
   * detects the file type from the content.
   */
  readonly upload?: { readonly field: string; readonly maxBytes: number }
  /** Success responses by status code. Undeclared fields are removed before sending. */
  readonly responses: { readonly [status: number]: TSchema }
  /** The errors of this operation, in addition to the errors that every operation may return. */
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal types of an endpoint, from which handlers and the web client get their types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type StaticOf<T> = T extends TSchema ? Static<T> : undefined

export type ParamsOf<E extends Endpoint> = StaticOf<E['params']>
export type QueryOf<E extends Endpoint> = StaticOf<E['query']>
export type BodyOf<E extends Endpoint> = StaticOf<E['body']>
export type AnswerOf<E extends Endpoint> = StaticOf<E['responses'][keyof E['responses'] & number]>
export type KeyOf<E extends Endpoint> = `${E['method']} ${E['path']}`
