import { PASSWORD_MAY_HAVE_CHANGED_TEXT } from '@mupiira/domain/identity/password.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'

export type PasswordForm = {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmation: string
}

/** Returns whether every field is filled (ACCT-17). */
export const isFilled = (form: PasswordForm): boolean => Object.values(form).every((typed) => typed !== '')

/** The first error of a new password before it is sent; null if valid (ACCT-18, ACCT-19). */
export function newPasswordFault(form: Omit<PasswordForm, 'currentPassword'>, minLength: number): string | null {
  if ([...form.newPassword].length < minLength) return `New password must be at least ${minLength} characters.`
  return form.newPassword === form.confirmation ? null : 'New passwords do not match.'
}

/**
 * The text of a failed change (ACCT-20 to ACCT-22). `wasLost`: the response to an earlier attempt was lost, so the
 * password may already have changed (ACCT-24).
 */
export function changeText(error: unknown, wasLost: boolean): string {
  if (!(error instanceof ApiError)) return 'Unexpected error.'
  // The lost response also contained the new session token, so this request used an invalid token.
  if (wasLost && (error.code === 'CURRENT_PASSWORD_WRONG' || error.code === 'NOT_AUTHENTICATED'))
    return PASSWORD_MAY_HAVE_CHANGED_TEXT
  return textOf(error, 'Failed to change password.')
}
