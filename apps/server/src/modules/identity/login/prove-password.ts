import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import type { Passwords } from './passwords.ts'
import { KNOWN_DEVICE, forgetFailures, undoFailedAttempt, recordFailedAttempt } from './login-throttling.repository.ts'

/**
 * Checks the password of a signed-in player. Wrong attempts are throttled, so that a stolen session cannot be used to
 * guess the password (D2). An attempt that could not be compared does not count.
 */
export async function provePassword(
  { db, passwords }: { readonly db: Db; readonly passwords: Passwords },
  { userId, password, hash }: { readonly userId: string; readonly password: string; readonly hash: string },
  now: Date,
): Promise<Result<void, Refusal<'LOGIN_SLOWED' | 'CURRENT_PASSWORD_WRONG'>>> {
  const subject = `change:${userId}`
  const seconds = await recordFailedAttempt(db, subject, KNOWN_DEVICE, now)
  if (seconds > 0) return err({ error: 'LOGIN_SLOWED', details: { seconds }, retryAfterSeconds: seconds })
  const isCorrect = await passwords.matches(password, hash).catch(async (error: unknown) => {
    await undoFailedAttempt(db, subject, now)
    throw error
  })
  if (!isCorrect) return err({ error: 'CURRENT_PASSWORD_WRONG' })
  await forgetFailures(db, subject)
  return ok(undefined)
}
