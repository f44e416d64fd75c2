import { sql } from 'kysely'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { hashToken, newToken } from '../sessions/tokens.ts'

const MAX_TOKEN_LENGTH = 64

const isUsable = (token: string | undefined): token is string => token !== undefined && token.length <= MAX_TOKEN_LENGTH

const find = statement((p: Params<{ userId: string; hash: Buffer }>) =>
  q
    .selectFrom('known_devices')
    .select('second_factor_at as secondFactorAt')
    .where('user_id', '=', p.userId)
    .where('device_hash', '=', p.hash),
)

/** The hash of this browser's token if the account knows it; null for an unknown device. */
export async function knownDevice(db: Sql, userId: string, token: string | undefined): Promise<string | null> {
  if (!isUsable(token)) return null
  const hash = hashToken(token)
  return (await db.first(find({ userId, hash }))) === undefined ? null : hash.toString('base64url')
}

/** Like `knownDevice`, but only for a device on which the member of staff has passed the second factor before. */
export async function provenDevice(db: Sql, userId: string, token: string | undefined): Promise<string | null> {
  if (!isUsable(token)) return null
  const hash = hashToken(token)
  const device = await db.first(find({ userId, hash }))
  return device?.secondFactorAt == null ? null : hash.toString('base64url')
}

const count = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom('known_devices')
    .select([sql<number>`count(*)::int`.as('known'), sql<Date | null>`max(seen_at)`.as('lastSeenAt')])
    .where('user_id', '=', p.userId),
)

/** The number of browsers that the account knows, and when one of them was last used. */
export const devicesOf = async (
  db: Sql,
  userId: string,
): Promise<{ readonly known: number; readonly lastSeenAt: Date | null }> =>
  (await db.first(count({ userId }))) ?? { known: 0, lastSeenAt: null }

const markProven = statement((p: Params<{ userId: string; hash: Buffer; now: Date }>) =>
  q
    .updateTable('known_devices')
    .set({ second_factor_at: p.now })
    .where('user_id', '=', p.userId)
    .where('device_hash', '=', p.hash),
)

/** Records that the second factor was passed on this device. */
export const rememberProof = async (db: Sql, userId: string, token: string | undefined, now: Date): Promise<void> => {
  if (isUsable(token)) await db.change(markProven({ userId, hash: hashToken(token), now }))
}

const insert = statement((p: Params<{ userId: string; hash: Buffer; now: Date }>) =>
  q
    .insertInto('known_devices')
    .values({ user_id: p.userId, device_hash: p.hash, created_at: p.now, seen_at: p.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at: p.now })),
)
// On a shared phone, the other accounts must recognise the browser by its new token too.
const copy = statement(
  (p: Params<{ from: Buffer; to: Buffer }>) => sql`
    insert into known_devices (user_id, device_hash, created_at, seen_at)
    select user_id, ${p.to}, created_at, seen_at from known_devices where device_hash = ${p.from}
    on conflict do nothing`,
)

/**
 * Remembers a browser that logged in, and returns its token. If the token is not stored for the account, the browser
 * gets a new one, because an attacker may have planted the old token and have a copy.
 */
export async function rememberDevice(
  db: Sql,
  { userId, token: before }: { readonly userId: string; readonly token: string | undefined },
  now: Date,
): Promise<string> {
  const isKnown = (await knownDevice(db, userId, before)) !== null
  const token = isKnown && before !== undefined ? before : newToken()
  if (!isKnown && isUsable(before)) await db.change(copy({ from: hashToken(before), to: hashToken(token) }))
  await db.change(insert({ userId, hash: hashToken(token), now }))
  return token
}

const deleteOthers = statement((p: Params<{ userId: string; hash: Buffer | null }>) =>
  q
    .deleteFrom('known_devices')
    .where('user_id', '=', p.userId)
    .where(sql<boolean>`(${p.hash}::bytea is null or device_hash <> ${p.hash}::bytea)`),
)

/** Deletes all known devices of an account except the current one, after a password change (decision 0016). */
export const forgetOtherDevices = (db: Sql, userId: string, token: string | undefined): Promise<number> =>
  db.change(deleteOthers({ userId, hash: token === undefined ? null : hashToken(token) }))

const prune = statement((p: Params<{ before: Date }>) => q.deleteFrom('known_devices').where('seen_at', '<', p.before))

export const pruneDevices = (db: Sql, now: Date): Promise<number> =>
  db.change(prune({ before: new Date(now.getTime() - RETENTION.knownDevices.ms) }))
