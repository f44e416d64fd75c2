import { sql } from 'kysely'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Db, Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import type { Passwords } from './passwords.ts'
import { KNOWN_DEVICE, forgetFailures, undoFailedAttempt, recordFailedAttempt } from './login-throttling.repository.ts'

export type Credential = { readonly hash: string; readonly phoneNumber: string; readonly isStaff: boolean }

const byUser = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('credentials as c')
    .innerJoin('profiles as p', 'p.id', 'c.user_id')
    .select(['c.password_hash as hash', 'p.phone_number as phoneNumber', 'p.role'])
    .where('c.user_id', '=', p.userId),
)

export async function credentialOf(db: Sql, userId: string): Promise<Credential> {
  const credential = await db.first(byUser({ userId }))
  if (credential === undefined) throw new Error('the account has no credential')
  const { role, ...known } = credential
  return { ...known, isStaff: isStaff(role) }
}

const shareHash = statement((p: Params<{ userId: string; hash: string }>) =>
  q
    .selectFrom('credentials')
    .select('user_id')
    .where('user_id', '=', p.userId)
    .where('password_hash', '=', p.hash)
    .forShare(),
)

/** Whether the hash is still current; a password change then waits for the transaction. */
export const isCurrentHash = async (tx: Tx, userId: string, hash: string): Promise<boolean> =>
  (await tx.first(shareHash({ userId, hash }))) !== undefined

const replaceHash = statement((p: Params<{ userId: string; before: string | null; hash: string; now: Date }>) =>
  q
    .updateTable('credentials')
    .set({ password_hash: p.hash, changed_at: p.now })
    .where('user_id', '=', p.userId)
    .where(sql<boolean>`(${p.before}::text is null or password_hash = ${p.before})`),
)

/** Replaces the password; false if the current hash is no longer `before`. */
export const replacePassword = async (
  tx: Tx,
  change: { readonly userId: string; readonly before: string | null; readonly hash: string; readonly now: Date },
): Promise<boolean> => (await tx.change(replaceHash(change))) > 0

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
