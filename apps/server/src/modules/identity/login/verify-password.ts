import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Passwords } from './passwords.ts'
import { KNOWN_DEVICE, forgetFailures, undoFailedAttempt, recordFailedAttempt } from './login-throttling.repository.ts'

/** The next attempt is possible after `waitSeconds`. */
export type LoginDelayed = { readonly code: 'LOGIN_SLOWED'; readonly waitSeconds: number }
export type PasswordRefusal = LoginDelayed | { readonly code: 'CURRENT_PASSWORD_WRONG' }

/**
 * Checks the password of a signed-in player. Wrong attempts are throttled, so that a stolen session cannot be used to
 * guess the password (D2). An attempt that could not be compared does not count.
 */
export async function verifyPassword(
  { db, passwords }: { readonly db: Db; readonly passwords: Passwords },
  { userId, password, hash }: { readonly userId: string; readonly password: string; readonly hash: string },
  now: Date,
): Promise<Result<void, PasswordRefusal>> {
  const subject = `change:${userId}`
  const waitSeconds = await recordFailedAttempt(db, subject, KNOWN_DEVICE, now)
  if (waitSeconds > 0) return err({ code: 'LOGIN_SLOWED', waitSeconds })
  const isCorrect = await passwords.matches(password, hash).catch(async (error: unknown) => {
    await undoFailedAttempt(db, subject, now)
    throw error
  })
  if (!isCorrect) return err({ code: 'CURRENT_PASSWORD_WRONG' })
  await forgetFailures(db, subject)
  return ok(undefined)
}
