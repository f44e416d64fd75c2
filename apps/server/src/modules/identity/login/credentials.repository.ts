import { sql } from 'kysely'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

export const insertCredentials = insertRows('credentials')

const byUser = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('credentials as c')
    .innerJoin('profiles as p', 'p.id', 'c.user_id')
    .select(['c.password_hash as hash', 'p.phone_number as phoneNumber', 'p.role'])
    .where('c.user_id', '=', p.userId),
)

export type Credential = { readonly hash: string; readonly phoneNumber: string; readonly isStaff: boolean }

export async function credentialOf(db: Sql, userId: string): Promise<Credential> {
  const credential = await db.first(byUser({ userId }))
  if (credential === undefined) throw new Error('the account has no credential')
  const { role, ...known } = credential
  return { ...known, isStaff: isStaff(role) }
}

const lockForLogin = statement((p: Params<{ userId: string; hash: string }>) =>
  q
    .selectFrom('credentials as c')
    .innerJoin('profiles as p', 'p.id', 'c.user_id')
    .select(['c.last_login_at as lastLoginAt', 'p.account_status as status'])
    .where('c.user_id', '=', p.userId)
    .where('c.password_hash', '=', p.hash)
    .forUpdate('c')
    .forShare('p'),
)

/** Locks an account against changes of its password and status; undefined if the hash is no longer current. */
export const lockCredential = (tx: Tx, userId: string, hash: string) => tx.first(lockForLogin({ userId, hash }))

const setLastLogin = statement((p: Params<{ userId: string; now: Date }>) =>
  q.updateTable('credentials').set({ last_login_at: p.now }).where('user_id', '=', p.userId),
)

export const saveLastLogin = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.change(setLastLogin({ userId, now }))

const lastLogin = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('credentials').select('last_login_at as at').where('user_id', '=', p.userId),
)

export const readLastLogin = async (db: Sql, userId: string): Promise<Date | null> =>
  (await db.first(lastLogin({ userId })))?.at ?? null

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
