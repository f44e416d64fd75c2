import { MAY_BE_CHANGED_TEXT } from '@mupiira/domain/identity/password.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'

export type PasswordForm = {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmation: string
}

/** ACCT-17 */
export const isFilled = (form: PasswordForm): boolean => Object.values(form).every((typed) => typed !== '')

/** The first error in a new password before it is sent; null when it is valid (ACCT-18, ACCT-19). */
export function newPasswordFault(form: Omit<PasswordForm, 'currentPassword'>, minLength: number): string | null {
  if ([...form.newPassword].length < minLength) return `New password must be at least ${minLength} characters.`
  return form.newPassword === form.confirmation ? null : 'New passwords do not match.'
}

/** ACCT-20 to ACCT-22; `wasLost`: an answer before was, so that the password may be the new one by now (ACCT-24). */
export function changeText(error: unknown, wasLost: boolean): string {
  if (!(error instanceof ApiError)) return 'Unexpected error.'
  // With the answer the session's new token was lost.
  if (wasLost && (error.code === 'CURRENT_PASSWORD_WRONG' || error.code === 'NOT_AUTHENTICATED'))
    return MAY_BE_CHANGED_TEXT
  return textOf(error, 'Failed to change password.')
}
