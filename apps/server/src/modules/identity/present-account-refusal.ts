import type { ErrorCode } from '@mupiira/contract/errors.ts'
import { MAX_PASSWORD_LENGTH } from '@mupiira/domain/identity/password.ts'
import { type RecipientError, waitText } from '@mupiira/domain/identity/recovery.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import type { RegistrationRefusal } from './accounts/register-account.ts'
import type { ChangeRefusal } from './login/change-password.ts'
import type { LoginRefusal } from './login/log-in.ts'
import type { EnablingRefusal, ProofRefusal } from './login/second-factor.ts'
import type { MessageRefusal } from './recovery/request-recovery.ts'
import type { AddressRefusal, ConfirmationRefusal } from './recovery/recovery-address.ts'
import type { ResetRefusal } from './recovery/reset-password.ts'

type IdentityRefusal =
  | AddressRefusal
  | ChangeRefusal
  | ConfirmationRefusal
  | EnablingRefusal
  | LoginRefusal
  | MessageRefusal
  | ProofRefusal
  | RegistrationRefusal
  | ResetRefusal
  | { readonly code: RecipientError }

/** Refusals with an error of another name. Every other refusal is the error of the same name. */
const RENAMED = {
  RECIPIENT_MISSING: 'EMAIL_MISSING',
  LINK_RATE_LIMITED: 'RATE_LIMITED',
  PASSWORD_TOO_LONG: 'INVALID_FIELDS',
  NEW_PASSWORD_TOO_LONG: 'INVALID_FIELDS',
} as const
type ErrorOf<Code> = Code extends keyof typeof RENAMED ? (typeof RENAMED)[Code] : Extract<Code, ErrorCode>

const TOO_LONG = `has at most ${MAX_PASSWORD_LENGTH} characters`

/** The HTTP error of a refused command. */
export const presentAccountRefusal = <R extends IdentityRefusal>(refusal: R): Refusal<ErrorOf<R['code']>> =>
  present(refusal) as Refusal<ErrorOf<R['code']>>

function present(refusal: IdentityRefusal): Refusal<ErrorOf<IdentityRefusal['code']>> {
  switch (refusal.code) {
    case 'LOGIN_SLOWED':
    case 'RECOVERY_SLOWED': {
      const { code: error, waitSeconds: seconds } = refusal
      return { error, details: { seconds }, retryAfterSeconds: seconds }
    }
    case 'EMAIL_LIMIT':
    case 'RECOVERY_LIMIT':
    case 'RATE_LIMITED': {
      const { code: error, waitSeconds } = refusal
      return { error, details: { wait: waitText(waitSeconds) }, retryAfterSeconds: waitSeconds }
    }
    case 'NEW_PASSWORD_TOO_SHORT':
    case 'PASSWORD_TOO_SHORT':
      return { error: refusal.code, details: { minimum: refusal.minLength } }
    case 'PASSWORD_TOO_LONG':
      return { error: RENAMED[refusal.code], errors: [{ path: 'password', message: TOO_LONG }] }
    case 'NEW_PASSWORD_TOO_LONG':
      return { error: RENAMED[refusal.code], errors: [{ path: 'newPassword', message: TOO_LONG }] }
    case 'LINK_RATE_LIMITED':
      return { error: RENAMED[refusal.code], retryAfterSeconds: refusal.waitSeconds }
    case 'RECIPIENT_MISSING':
      return { error: RENAMED[refusal.code] }
    case 'ACCOUNT_BANNED':
    case 'ACCOUNT_SUSPENDED':
    case 'CREDENTIALS_MISSING':
    case 'CURRENT_PASSWORD_WRONG':
    case 'EMAIL_MISSING':
    case 'EMAIL_TAKEN':
    case 'FIELDS_MISSING':
    case 'INVALID_EMAIL':
    case 'INVALID_NIN':
    case 'INVALID_PASSWORD':
    case 'INVALID_PHONE':
    case 'LOGIN_CODE_WRONG':
    case 'NEW_PASSWORD_SAME':
    case 'NUMBER_UNPROVED':
    case 'PASSWORD_TOO_COMMON':
    case 'PHONE_UNKNOWN':
    case 'RECOVERY_CODE_WRONG':
    case 'RECOVERY_OVER':
    case 'SECOND_FACTOR_SET':
    case 'SECOND_FACTOR_UNSET':
    case 'SECOND_FACTOR_WRONG':
      return { error: refusal.code }
    default:
      return exhaustive(refusal)
  }
}
