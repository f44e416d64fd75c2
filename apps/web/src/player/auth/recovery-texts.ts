import { PASSWORD_MAY_HAVE_CHANGED_TEXT } from '@mupiira/domain/identity/password.ts'
import { ApiError, NetworkError, textOf } from '../../shared/api/errors.ts'

/** The text of a failed request (AUTH-31, 33, 34). Other failures mean that the message was not sent. */
export function requestErrorText(error: unknown, by: 'email' | 'sms'): string {
  const failed = by === 'email' ? 'Failed to send reset email.' : 'Failed to send the code. Please try again.'
  if (error instanceof NetworkError) return failed
  if (!(error instanceof ApiError)) return 'Unexpected error.'
  return error.status >= 500 ? failed : textOf(error, failed)
}

/** `wasLost`: the response to an earlier attempt was lost, so the code or link may already be used (AUTH-39). */
export function resetText(error: unknown, wasLost: boolean): string {
  if (wasLost && error instanceof ApiError && error.code === 'RECOVERY_OVER') return PASSWORD_MAY_HAVE_CHANGED_TEXT
  if (error instanceof NetworkError) return 'Network error. Please check your internet connection and try again.'
  return error instanceof ApiError ? textOf(error, 'Failed to change password.') : 'Unexpected error.'
}
