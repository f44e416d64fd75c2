import type { Readable } from 'node:stream'
import type { AnswerOf, Endpoint } from '@mupiira/contract/endpoint.ts'
import type { ErrorCode, ErrorDetails } from '@mupiira/contract/errors.ts'
import type { Static, TSchema } from 'typebox'

export type CookieChange = {
  readonly name: string
  /** null removes the cookie. */
  readonly value: string | null
  /** If absent, the cookie expires with the browser session. */
  readonly maxAgeSeconds?: number
}

export type FieldError = { readonly path: string; readonly message: string }

/** Refusals that any operation can return in addition to the refusals of its contract. */
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
  /** Replaces the standard text of the error code. */
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

/** A response exactly as it was sent. */
export type StoredAnswer = { readonly status: number; readonly body: string }

/** A body shared by many requests (cached-body.ts). `etag` includes its quotes. */
export type CachedBody = { readonly bytes: Buffer; readonly etag: string }

export type FileAnswer = {
  readonly contentType: string
  readonly content: Buffer | Readable
  readonly headers?: { readonly [name: string]: string }
}

/** The result of a handler: a success of the contract, a cached body, a file, a stored first answer, or a refusal. */
export type Outcome<E extends Endpoint = Endpoint> =
  | AnswersOf<E>
  | { readonly cached: CachedBody }
  | { readonly file: FileAnswer }
  | { readonly again: StoredAnswer }
  | Refusal<
      E['errors'][number] | GeneralCode | (E extends { readonly idempotent: true } ? 'IDEMPOTENCY_KEY_REUSED' : never)
    >
