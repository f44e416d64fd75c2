import type { SessionUser } from '@mupiira/contract/auth.ts'
import type { AccountStatus, Role } from '@mupiira/domain/access/capabilities.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

/** DATA-01. The balance belongs to the wallet. */
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
  readonly nin: string | null
  readonly createdAt: Date
}

export const PROFILE_COLUMNS = `p.id, p.username, p.email, p.phone_number as "phoneNumber", p.role, p.account_status as "accountStatus",
  p.first_name as "firstName", p.last_name as "lastName", p.location, p.nationality, p.nin, p.created_at as "createdAt"`

export async function readProfiles(sql: Sql, userIds: readonly string[]): Promise<Map<string, Profile>> {
  if (userIds.length === 0) return new Map()
  const rows = await sql.query<Profile>(
    `select ${PROFILE_COLUMNS} from profiles p where p.id = any($1::uuid[])`,
    [userIds],
    'identity-profiles',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const lock = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('profiles').select('id').where('id', '=', p.userId).forNoKeyUpdate(),
)

/** The profile, locked against changes by other transactions. */
export async function lockProfile(tx: Tx, userId: string): Promise<Profile | null> {
  await tx.run(lock({ userId }))
  return (await readProfiles(tx, [userId])).get(userId) ?? null
}

const staffCount = statement((p: Params<{ lockedSince: Date }>) =>
  q
    .selectFrom('profiles')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('role', '=', 'admin')
    .where((e) => e.or([e('account_status', '=', 'active'), e('status_changed_at', '>', p.lockedSince)])),
)

/** The number of members of staff who are active or were locked since a time. */
export const countStaff = async (tx: Tx, lockedSince: Date): Promise<number> =>
  Number((await tx.first(staffCount({ lockedSince })))?.count ?? 0n)

/** The player's name in exports. */
export type PlayerName = Pick<Profile, 'id' | 'username' | 'email'>

export async function readNames(sql: Sql, userIds: readonly string[]): Promise<Map<string, PlayerName>> {
  const rows = await sql.query<PlayerName>(
    `select id, username, email from profiles where id = any($1::uuid[])`,
    [userIds],
    'identity-names',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The profile of a phone number with the hash of its password. */
export async function readCredential(sql: Sql, phone: string): Promise<{ profile: Profile; hash: string } | null> {
  const [row] = await sql.query<Profile & { hash: string }>(
    `select ${PROFILE_COLUMNS}, c.password_hash as hash from profiles p join credentials c on c.user_id = p.id where p.phone_number = $1`,
    [phone],
    'identity-credential',
  )
  if (row === undefined) return null
  const { hash, ...profile } = row
  return { profile, hash }
}

export async function isPhoneTaken(sql: Sql, phone: string): Promise<boolean> {
  return (await sql.query(`select from profiles where phone_number = $1`, [phone])).length > 0
}

/** DATA-03, AUTH-67. */
export const presentSessionUser = (profile: Profile, balance: Ugx): SessionUser => ({
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
})

/** "25000.00": the balance in the session user, without grouping. */
function decimalText(amount: Ugx): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export async function readLastLogin(sql: Sql, userId: string): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>(`select last_login_at as at from credentials where user_id = $1`, [
    userId,
  ])
  return row?.at ?? null
}
