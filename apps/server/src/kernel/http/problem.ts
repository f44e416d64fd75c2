import { STATUS_CODES } from 'node:http'
import { ERRORS, errorText, type Problem } from '@mupiira/contract/errors.ts'
import type { Refusal } from './route.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'
export const RETRY_SECONDS = 2

/** The specification's own form of a refusal, inside the document of money-moving requests. */
type WithError = Problem & {
  readonly error?: { readonly code: string; readonly message: string; readonly details?: object }
}

/** RFC 9457 document of a refusal. */
export function problemOf(refusal: Refusal, withError: boolean): WithError {
  const { error: code, details, errors } = refusal
  const { status } = ERRORS[code]
  const detail = refusal.text ?? errorText(code, details)
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail,
    ...(details === undefined ? {} : { details }),
    ...(errors === undefined ? {} : { errors }),
    ...(withError ? { error: { code, message: detail, ...(details === undefined ? {} : { details }) } } : {}),
  }
}

/** Seconds for Retry-After, where the status asks for it. */
export function retryAfterOf(refusal: Refusal): number | null {
  const { status } = ERRORS[refusal.error]
  if (status !== 429 && status !== 503) return null
  return Math.max(1, Math.ceil(refusal.retryAfterSeconds ?? RETRY_SECONDS))
}
