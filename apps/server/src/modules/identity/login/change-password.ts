import { MIN_STAFF_PASSWORD_LENGTH, checkPassword } from '@mupiira/domain/identity/password.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import { endRecoveries } from '../recovery/recovery.repository.ts'
import { removeAddressOf } from '../recovery/recovery-address.ts'
import { forgetOtherDevices } from './known-devices.repository.ts'
import type { Passwords } from './passwords.ts'
import { credentialOf, lockCredential, replacePassword } from './credentials.repository.ts'
import { type PasswordRefusal, verifyPassword } from './verify-password.ts'
import { changeToken, endOwnSessions, type SessionToken } from '../sessions/sessions.repository.ts'

export type NewPasswordRefusal =
  | { readonly code: 'NEW_PASSWORD_TOO_SHORT'; readonly minLength: number }
  | { readonly code: 'NEW_PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON' }

/** Validates a new password by the rules of registration (ACCT-18, AUTH-54). */
export function readNewPassword(
  password: string,
  account: { readonly phoneNumber?: string; readonly isStaff?: boolean; readonly settings: Settings },
): Result<string, NewPasswordRefusal> {
  const { phoneNumber: phone, isStaff = false, settings } = account
  const minLength = Math.max(settings.password_min_length, isStaff ? MIN_STAFF_PASSWORD_LENGTH : 0)
  const rule = { minLength, ...(phone === undefined ? {} : { phone }) }
  const evaluated = checkPassword(password, rule)
  if (evaluated.ok) return ok(password)
  switch (evaluated.error) {
    case 'PASSWORD_TOO_SHORT':
      return err({ code: 'NEW_PASSWORD_TOO_SHORT', minLength })
    case 'PASSWORD_TOO_COMMON':
      return err({ code: 'PASSWORD_TOO_COMMON' })
    case 'PASSWORD_TOO_LONG':
      return err({ code: 'NEW_PASSWORD_TOO_LONG' })
  }
}

export type PasswordChange = {
  readonly userId: string
  readonly sessionId: string
  readonly currentPassword: string
  readonly newPassword: string
  /** The device cookie, if the browser has one. */
  readonly device: string | undefined
  /** If false, the recovery address is removed too. */
  readonly keepRecoveryAddress?: boolean | undefined
}
export type ChangeRefusal = NewPasswordRefusal | PasswordRefusal | { readonly code: 'NEW_PASSWORD_SAME' }

type Parts = {
  readonly clock: Clock
  readonly db: Db
  readonly outbox: Outbox
  readonly passwords: Passwords
  readonly settings: () => Settings
}

/**
 * Changes the password of a player who knows the current one. Ends all other sessions and open recovery requests, and
 * renews the token of the current session and returns it (ACCT-15 to ACCT-24).
 */
export async function changePassword(
  { clock, db, outbox, passwords, settings }: Parts,
  change: PasswordChange,
  now: Date,
): Promise<Result<SessionToken | null, ChangeRefusal>> {
  const { userId } = change
  const credential = await credentialOf(db, userId)
  const evaluated = readNewPassword(change.newPassword, { ...credential, settings: settings() })
  if (!evaluated.ok) return evaluated
  // Compares the two inputs only, so it does not reveal whether the current password is correct.
  if (change.newPassword === change.currentPassword) return err({ code: 'NEW_PASSWORD_SAME' })
  const proof = { userId, password: change.currentPassword, hash: credential.hash }
  const proven = await verifyPassword({ db, passwords }, proof, now)
  if (!proven.ok) return proven
  const hash = await passwords.hash(change.newPassword)
  return db.transaction(async (tx) => {
    // The second of two concurrent changes finds that its hash is no longer current.
    if ((await lockCredential(tx, userId, credential.hash)) === undefined)
      return err<ChangeRefusal>({ code: 'CURRENT_PASSWORD_WRONG' })
    const at = clock.now()
    await replacePassword(tx, { userId, before: credential.hash, hash, now: at })
    await endRecoveries(tx, userId, at)
    if (change.keepRecoveryAddress === false) await removeAddressOf(tx, userId, at)
    await forgetOtherDevices(tx, userId, change.device)
    await endOwnSessions(tx, outbox, userId, { allBut: change.sessionId })
    return ok(await changeToken(tx, outbox, change))
  })
}
