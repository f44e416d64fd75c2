import type { ErrorCode, ErrorDetails, Problem } from '@mupiira/contract/errors.ts'

type FieldProblem = NonNullable<Problem['errors']>[number]

/** `fieldName('/goals.0.homeTeam')` → "Home team" */
export function fieldName(path: string): string {
  const last =
    path
      .split(/[/.]/)
      .filter((part) => !/^\d*$/.test(part))
      .at(-1) ?? ''
  const words = last
    .replace(/([a-z](?=[A-Z0-9])|[0-9](?=[A-Z]))/g, '$1 ')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const inWords = ({ path, message }: FieldProblem): string => `${fieldName(path)} ${message}`.trim()

/** An error response of the server. `code` is UNKNOWN if the response is not a problem document. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'UNKNOWN'
  readonly detail: string
  readonly details: ErrorDetails
  /** The invalid fields with their full paths. */
  readonly errors: readonly FieldProblem[]
  /** True after a retry. An earlier attempt may have reached the server. */
  readonly isRetry: boolean

  constructor(status: number, problem: Partial<Problem>, isRetry = false) {
    // Most forms do not mark fields, so the message lists the field errors too.
    const entered = (problem.code === 'INVALID_FIELDS' ? (problem.errors ?? []) : []).map(inWords)
    const detail = entered.length > 0 ? `Please check: ${entered.join('; ')}.` : (problem.detail ?? '')
    super(detail === '' ? `HTTP ${status}` : detail)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'UNKNOWN'
    this.detail = detail
    this.details = problem.details ?? {}
    this.isRetry = isRetry
    this.errors = problem.errors ?? []
  }
}

/** The server was not reached or did not answer in time, so the outcome is unknown. */
export class NetworkError extends Error {
  readonly kind: 'unreachable' | 'timeout'

  constructor(kind: 'unreachable' | 'timeout') {
    super(kind === 'timeout' ? 'The server did not answer in time.' : 'The server could not be reached.')
    this.name = 'NetworkError'
    this.kind = kind
  }
}

/** Returns whether the request may have taken effect. A repetition must then use the same idempotency key. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof ApiError) || error.status < 500) return false
  return error.code === 'UNKNOWN' || error.code === 'INTERNAL' || error.code === 'UNAVAILABLE'
}

/**
 * Returns whether nothing can be loaded: the network failed, a proxy returned the error, or the server has no database.
 */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && error.status >= 500 && (error.code === 'UNKNOWN' || error.code === 'UNAVAILABLE'))

/** The text of an error: the server's, or the given default. */
export function textOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.detail !== '' ? error.detail : otherwise
}
