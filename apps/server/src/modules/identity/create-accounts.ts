import type { Role } from '@mupiira/domain/access/capabilities.ts'
import { DEFAULT_NATIONALITY, usernameFrom } from '@mupiira/domain/identity/registration.ts'
import { type PhoneNumber, derivedEmail } from '@mupiira/domain/phone/phone.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Profile } from './profile.ts'

export type NewAccount = {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: PhoneNumber
  /** From `identity.hashPassword`. */
  readonly passwordHash: string
  readonly location: string
  readonly nationality?: string
  readonly nin?: string | null
  /** Registration never sets it; staff accounts are created on the server (AUTH-66). */
  readonly role?: Role
}

/** Creates profiles, credentials and wallet accounts. Null for a phone number that is taken. */
export async function createAccounts(
  tx: Tx,
  wallet: Pick<Wallet, 'openAccounts'>,
  accounts: readonly NewAccount[],
  now: Date,
): Promise<(Profile | null)[]> {
  const profiles = accounts.map((account) => profileOf(account, now))
  const rows = await tx.query<{ id: string }>(
    `insert into profiles (id, username, email, phone_number, role, first_name, last_name, location, nationality, nin, created_at)
     select id, username, email, phone_number, role, first_name, last_name, location, nationality, nin, $11
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
         as t (id, username, email, phone_number, role, first_name, last_name, location, nationality, nin)
      order by phone_number on conflict (phone_number) do nothing returning id`,
    [
      profiles.map((profile) => profile.id),
      profiles.map((profile) => profile.username),
      profiles.map((profile) => profile.email),
      profiles.map((profile) => profile.phoneNumber),
      profiles.map((profile) => profile.role),
      profiles.map((profile) => profile.firstName),
      profiles.map((profile) => profile.lastName),
      profiles.map((profile) => profile.location),
      profiles.map((profile) => profile.nationality),
      profiles.map((profile) => profile.nin),
      now,
    ],
  )
  const created = new Set(rows.map((row) => row.id))
  const inserted = profiles.flatMap((profile, at) => (created.has(profile.id) ? [{ profile, at }] : []))
  await tx.change(
    `insert into credentials (user_id, password_hash, changed_at)
     select user_id, password_hash, $3 from unnest($1::uuid[], $2::text[]) as t (user_id, password_hash)`,
    [inserted.map(({ profile }) => profile.id), inserted.map(({ at }) => accounts[at]?.passwordHash ?? ''), now],
  )
  await wallet.openAccounts(tx, [...created], now)
  return profiles.map((profile) => (created.has(profile.id) ? profile : null))
}

/** AUTH-63, 64, 65. */
function profileOf(account: NewAccount, now: Date): Profile {
  return {
    id: newId(),
    username: usernameFrom(account.firstName),
    email: derivedEmail(account.phoneNumber),
    phoneNumber: account.phoneNumber,
    role: account.role ?? 'user',
    accountStatus: 'active',
    firstName: account.firstName.trim(),
    lastName: account.lastName.trim(),
    location: account.location,
    nationality: account.nationality ?? DEFAULT_NATIONALITY,
    nin: account.nin ?? null,
    createdAt: now,
  }
}
