import type { Staff } from '../../../kernel/access/staff.ts'
import { sql } from 'kysely'
import type { SessionUser } from '@mupiira/contract/auth.ts'
import type { SettingChanges } from '@mupiira/contract/player-settings.ts'
import { type AccountStatus, isStaff, type Role } from '@mupiira/domain/access/capabilities.ts'
import { type ChosenSettings, readChosenSettings } from '@mupiira/domain/identity/player-settings.ts'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

/** The fields of DATA-01 without the balance, which belongs to the wallet. */
export type Profile = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly phoneNumber: string
  readonly role: Role
  readonly accountStatus: AccountStatus
  readonly firstName: string
  readonly lastName: string
  readonly location: string
  readonly nationality: string
  readonly createdAt: Date
  /** The settings as stored. `readChosenSettings` validates them. */
  readonly settings: unknown
}

export const PROFILE_COLUMNS = [
  'p.id',
  'p.username',
  'p.email',
  'p.phone_number as phoneNumber',
  'p.role',
  'p.account_status as accountStatus',
  'p.first_name as firstName',
  'p.last_name as lastName',
  'p.location',
  'p.nationality',
  'p.created_at as createdAt',
  'p.settings',
] as const

const byIds = statement((p: Params<{ ids: readonly string[] }>) =>
  q.selectFrom('profiles as p').select(PROFILE_COLUMNS).where('p.id', '=', anyOf(p.ids)),
)

export async function readProfiles(db: Sql, userIds: readonly string[]): Promise<Map<string, Profile>> {
  if (userIds.length === 0) return new Map()
  return new Map((await db.run(byIds({ ids: userIds }))).map((profile) => [profile.id, profile]))
}

const lock = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('profiles').select('id').where('id', '=', p.userId).forNoKeyUpdate(),
)

/** The profile, locked against changes by other transactions. */
export async function lockProfile(tx: Tx, userId: string): Promise<Profile | null> {
  await tx.run(lock({ userId }))
  return (await readProfiles(tx, [userId])).get(userId) ?? null
}

/** The player's name in exports. */
export type PlayerName = Pick<Profile, 'id' | 'username' | 'email' | 'phoneNumber'>

const ninOf = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('profiles').select('nin').where('id', '=', p.userId),
)

const UNREADABLE_NIN = 'Not readable'

/**
 * Decrypts the National ID number for the account's details in the console. If it was encrypted with another key,
 * returns a placeholder, so that the other details stay readable.
 */
export async function readNin(db: Sql, encryption: Encryption, userId: string): Promise<string | null> {
  const encrypted = (await db.first(ninOf({ userId })))?.nin ?? null
  if (encrypted === null) return null
  try {
    return encryption.decrypt(encrypted).toString()
  } catch {
    return UNREADABLE_NIN
  }
}

const namesByIds = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('profiles')
    .select(['id', 'username', 'email', 'phone_number as phoneNumber'])
    .where('id', '=', anyOf(p.ids)),
)

export const readNames = async (db: Sql, userIds: readonly string[]): Promise<Map<string, PlayerName>> =>
  new Map((await db.run(namesByIds({ ids: userIds }))).map((name) => [name.id, name]))

const byPhone = statement((p: Params<{ phone: string }>) =>
  q
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select(PROFILE_COLUMNS)
    .select('c.password_hash as hash')
    .where('p.phone_number', '=', p.phone),
)

/** The profile of a phone number with the hash of its password. */
export async function readCredential(db: Sql, phone: string): Promise<{ profile: Profile; hash: string } | null> {
  const row = await db.first(byPhone({ phone }))
  if (row === undefined) return null
  const { hash, ...profile } = row
  return { profile, hash }
}

export const isPhoneTaken = async (db: Sql, phone: string): Promise<boolean> =>
  (await readCredential(db, phone)) !== null

/** Returns the ids of the inserted profiles. A profile whose phone number is taken is not inserted. */
export const insertProfiles = insertRows('profiles', (insert) =>
  insert.onConflict((conflict) => conflict.column('phone_number').doNothing()).returning('id'),
)

const setRole = statement((p: Params<{ userId: string; role: Role }>) =>
  q.updateTable('profiles').set({ role: p.role }).where('id', '=', p.userId),
)

export const saveRole = (tx: Tx, userId: string, role: Role): Promise<number> => tx.change(setRole({ userId, role }))

const make = statement(
  (p: Params<{ userId: string; by: string; address: string; reason: string; now: Date }>) =>
    sql`select make_staff_account(${p.userId}, ${p.by}, ${p.address}, ${p.reason}, ${p.now})`,
)

/**
 * Makes a member of staff of an account that this transaction has created, with its audit entry, in the name of a manager
 * of staff. The role of the server cannot do it in another way.
 */
export async function makeStaff(
  tx: Tx,
  { userId, by, reason }: { readonly userId: string; readonly by: Staff; readonly reason: string },
  now: Date,
): Promise<void> {
  await tx.run(make({ userId, by: by.actorId, address: by.address, reason, now }))
}

const setStatus = statement((p: Params<{ userId: string; status: AccountStatus; now: Date }>) =>
  q
    .updateTable('profiles')
    .set({
      account_status: p.status,
      status_changed_at: sql`case when account_status = ${p.status} then status_changed_at else ${p.now} end`,
    })
    .where('id', '=', p.userId),
)

export const saveStatus = (tx: Tx, userId: string, status: AccountStatus, now: Date): Promise<number> =>
  tx.change(setStatus({ userId, status, now }))

const emailOf = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('profiles').select(['email', 'phone_number as phoneNumber']).where('id', '=', p.userId).forNoKeyUpdate(),
)
export const lockEmail = (tx: Tx, userId: string) => tx.first(emailOf({ userId }))

const setEmail = statement((p: Params<{ userId: string; email: string }>) =>
  q.updateTable('profiles').set({ email: p.email }).where('id', '=', p.userId),
)
export const saveEmail = (tx: Tx, userId: string, email: string): Promise<number> =>
  tx.change(setEmail({ userId, email }))

const mergeSettings = statement((p: Params<{ userId: string; changes: string }>) =>
  q
    .updateTable('profiles')
    .set({ settings: sql<string>`jsonb_strip_nulls(settings || ${p.changes}::jsonb)` })
    .where('id', '=', p.userId)
    .returning('settings'),
)

/** Changes chosen settings; null removes one. Returns all that are chosen now. */
export async function saveSettings(tx: Tx, userId: string, changes: SettingChanges): Promise<ChosenSettings> {
  const row = await tx.first(mergeSettings({ userId, changes: JSON.stringify(changes) }))
  return readChosenSettings(row?.settings)
}

const emailOwners = statement((p: Params<{ email: string; userId: string }>) =>
  q
    .selectFrom('profiles')
    .select('id')
    .where(sql<boolean>`lower(email) = ${p.email}`)
    .where('id', '<>', p.userId)
    .limit(1),
)

/** Whether another account has the address. */
export const isEmailTaken = async (tx: Tx, email: string, userId: string): Promise<boolean> =>
  (await tx.first(emailOwners({ email, userId }))) !== undefined

const insertNumberProof = statement((p: Params<{ userId: string; phoneNumber: string; now: Date }>) =>
  q
    .insertInto('phone_proofs')
    .values({ user_id: p.userId, phone_number: p.phoneNumber, proved_at: p.now })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Records that a code by SMS proved the account's number. */
export const recordPhoneVerification = (tx: Tx, userId: string, phoneNumber: string, now: Date): Promise<number> =>
  tx.change(insertNumberProof({ userId, phoneNumber, now }))

export const presentSessionUser = (
  profile: Profile,
  balance: Ugx,
  capabilities: readonly StaffCapability[] = [],
): SessionUser => ({
  id: profile.id,
  email: profile.email,
  phoneNumber: profile.phoneNumber,
  name: profile.phoneNumber || profile.email,
  role: profile.role,
  balance: decimalText(balance),
  username: profile.username,
  accountStatus: profile.accountStatus,
  firstName: profile.firstName,
  lastName: profile.lastName,
  userMetadata: { phone: profile.phoneNumber, firstName: profile.firstName, lastName: profile.lastName },
  settings: readChosenSettings(profile.settings),
  ...(isStaff(profile.role) ? { capabilities: [...capabilities] } : {}),
})

/** Formats the balance of the session user without digit grouping: "25000.00". */
function decimalText(amount: Ugx): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
