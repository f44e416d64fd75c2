import type { AnswerOf, Endpoint } from '@mupiira/contract/endpoint.ts'
import type { ErrorCode, ErrorDetails } from '@mupiira/contract/errors.ts'
import type { Static, TSchema } from 'typebox'

/** An answer exactly as it was sent. */
export type StoredAnswer = { readonly status: number; readonly body: string }

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
  /** Instead of the code's text. */
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

/** Bytes that were made ready before; a matching If-None-Match is answered 304. */
export type Ready = { readonly ready: ReadyBytes }
export type ReadyBytes = {
  readonly bytes: Buffer
  /** With its quotes: `"…"`. */
  readonly etag: string
  /**
   * As long as it is true, these bytes are what everybody is answered who reads their address, whoever he is and however
   * often he asks: they are then sent without a look at anything else (standing-answers.ts).
   */
  readonly stands?: () => boolean
}

/** What a handler answers: a success of the contract, ready bytes, a first answer again, or a refusal. */
export type Outcome<E extends Endpoint = Endpoint> =
  | AnswersOf<E>
  | Ready
  | { readonly again: StoredAnswer }
  | Refusal<
      E['errors'][number] | GeneralCode | (E extends { readonly idempotent: true } ? 'IDEMPOTENCY_KEY_REUSED' : never)
    >
