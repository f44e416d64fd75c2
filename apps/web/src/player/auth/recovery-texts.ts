import { MAY_BE_CHANGED_TEXT } from '@mupiira/domain/identity/password.ts'
import { ApiError, NetworkError, textOf } from '../../shared/api/errors.ts'

/** AUTH-31, 33, 34: a refusal says why; whatever else kept the server from sending is a mail, or a message, not sent. */
export function askText(error: unknown, by: 'email' | 'sms'): string {
  const failed = by === 'email' ? 'Failed to send reset email.' : 'Failed to send the code. Please try again.'
  if (error instanceof NetworkError) return failed
  if (!(error instanceof ApiError)) return 'Unexpected error.'
  return error.status >= 500 ? failed : textOf(error, failed)
}

/** `wasLost`: an answer before was, so that the code or link may have done its work (AUTH-39). */
export function resetText(error: unknown, wasLost: boolean): string {
  if (wasLost && error instanceof ApiError && error.code === 'RECOVERY_OVER') return MAY_BE_CHANGED_TEXT
  if (error instanceof NetworkError) return 'Network error. Please check your internet connection and try again.'
  return error instanceof ApiError ? textOf(error, 'Failed to change password.') : 'Unexpected error.'
}
