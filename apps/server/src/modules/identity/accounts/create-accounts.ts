import { PLAYER_ROLE, STAFF_ACCOUNT_ROLE } from '@mupiira/domain/access/capabilities.ts'
import { DEFAULT_NATIONALITY, usernameFrom } from '@mupiira/domain/identity/registration.ts'
import { type PhoneNumber, derivedEmail } from '@mupiira/domain/phone/phone.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Wallet } from '../../wallet/index.ts'
import { insertCredentials } from '../login/credentials.repository.ts'
import { type GivenRole, giveStaffRole } from '../staff/staff-roles.repository.ts'
import { insertProfiles, type Profile, saveRole } from './profiles.repository.ts'

export type NewAccount = {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: PhoneNumber
  /** The hash made by `identity.passwords.hash`. */
  readonly passwordHash: string
  readonly location: string
  readonly nationality?: string
  readonly nin?: string | null
  /** Registration never sets it. Only the schema's owner can create accounts with a role of staff (AUTH-66). */
  readonly staff?: Omit<GivenRole, 'userId'>
}

/** Creates profiles, credentials and wallet accounts. Null for a phone number that is taken. */
export async function createAccounts(
  tx: Tx,
  { wallet, ninEncryption }: { readonly wallet: Pick<Wallet, 'accounts'>; readonly ninEncryption: Encryption },
  accounts: readonly NewAccount[],
  now: Date,
): Promise<(Profile | null)[]> {
  const profiles = accounts.map((account) => profileOf(account, now))
  const rows = await tx.run(
    insertProfiles(
      profiles
        .map((profile, at) => ({
          id: profile.id,
          username: profile.username,
          email: profile.email,
          phoneNumber: profile.phoneNumber,
          firstName: profile.firstName,
          lastName: profile.lastName,
          location: profile.location,
          nationality: profile.nationality,
          nin: encryptedNin(ninEncryption, accounts[at]?.nin),
          createdAt: now,
        }))
        // All transactions use this order, so that they cannot deadlock on a number.
        .toSorted((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1)),
    ),
  )
  const created = new Set(rows.map((row) => row.id))
  for (const [at, { id, role }] of profiles.entries()) {
    const staff = accounts[at]?.staff
    if (staff === undefined || !created.has(id)) continue
    await saveRole(tx, id, role)
    await giveStaffRole(tx, { userId: id, ...staff }, now)
  }
  await tx.change(
    insertCredentials(
      profiles.flatMap(({ id }, at) => {
        const account = accounts[at]
        return account === undefined || !created.has(id)
          ? []
          : { userId: id, passwordHash: account.passwordHash, changedAt: now }
      }),
    ),
  )
  await wallet.accounts.open(tx, [...created], now)
  return profiles.map((profile) => (created.has(profile.id) ? profile : null))
}

const encryptedNin = (encryption: Encryption, nin: string | null | undefined): Buffer | null =>
  nin == null ? null : encryption.encrypt(Buffer.from(nin))

function profileOf(account: NewAccount, now: Date): Profile {
  return {
    id: newId(),
    username: usernameFrom(account.firstName),
    email: derivedEmail(account.phoneNumber),
    phoneNumber: account.phoneNumber,
    role: account.staff === undefined ? PLAYER_ROLE : STAFF_ACCOUNT_ROLE,
    accountStatus: 'active',
    firstName: account.firstName.trim(),
    lastName: account.lastName.trim(),
    location: account.location,
    nationality: account.nationality ?? DEFAULT_NATIONALITY,
    createdAt: now,
    settings: {},
  }
}
