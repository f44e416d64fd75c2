import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import type { Passwords } from './passwords.ts'
import { KNOWN_DEVICE, forgetFailures, forgiveReservation, reserveFailure } from './login-throttling.ts'

export type Credential = { readonly hash: string; readonly phoneNumber: string; readonly isStaff: boolean }

export async function credentialOf(sql: Sql, userId: string): Promise<Credential> {
  const [row] = await sql.query<Credential>(
    `select c.password_hash as hash, p.phone_number as "phoneNumber", p.role = 'admin' as "isStaff"
       from credentials c join profiles p on p.id = c.user_id where c.user_id = $1`,
    [userId],
  )
  if (row === undefined) throw new Error('an account has a credential')
  return row
}

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
  const seconds = await reserveFailure(db, subject, KNOWN_DEVICE, now)
  if (seconds > 0) return err({ error: 'LOGIN_SLOWED', details: { seconds }, retryAfterSeconds: seconds })
  const isRight = await passwords.matches(password, hash).catch(async (error: unknown) => {
    await forgiveReservation(db, subject, now)
    throw error
  })
  if (!isRight) return err({ error: 'CURRENT_PASSWORD_WRONG' })
  await forgetFailures(db, subject)
  return ok(undefined)
}
