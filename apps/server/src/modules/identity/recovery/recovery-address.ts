import type { RecoveryAddress } from '@mupiira/contract/recovery-address.ts'
import { type EmailError, RECOVERY_LIFETIME_MS, readRecoveryEmail } from '@mupiira/domain/identity/recovery.ts'
import { derivedEmail, isDerivedEmail, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { restoreMessageQuota, consumeMessageQuota } from '../login/login-throttling.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { isEmailTaken, lockEmail, readNames, saveEmail } from '../accounts/profiles.repository.ts'
import { credentialOf, isCurrentHash } from '../login/credentials.repository.ts'
import { type PasswordRefusal, verifyPassword } from '../login/verify-password.ts'
import {
  endRequests,
  insertRequest,
  lockRecipient,
  secondsUntilNext,
  consumeAddressToken,
  pendingAddress,
} from './recovery.repository.ts'
import { newToken } from '../sessions/tokens.ts'

type Parts = Pick<IdentityDeps, 'clock' | 'db' | 'passwords'>

/** The confirmed recovery address, and the address that waits for confirmation (AUTH-38). */
export async function recoveryAddressOf(db: Sql, userId: string, now: Date): Promise<RecoveryAddress> {
  const email = (await readNames(db, [userId])).get(userId)?.email
  const waiting = await pendingAddress(db, userId, now)
  return {
    email: email === undefined || isDerivedEmail(email) ? null : email,
    waiting:
      waiting === undefined
        ? null
        : {
            email: waiting.email,
            expiresAt: new Date(waiting.createdAt.getTime() + RECOVERY_LIFETIME_MS).toISOString(),
          },
  }
}

/** `EMAIL_LIMIT`: too many links of the account or to the address. `LINK_RATE_LIMITED`: too many from the network. */
export type AddressRefusal =
  | PasswordRefusal
  | { readonly code: EmailError | 'NUMBER_UNPROVED' }
  | { readonly code: 'EMAIL_LIMIT' | 'LINK_RATE_LIMITED'; readonly waitSeconds: number }
export type ConfirmationRefusal = { readonly code: 'RECOVERY_OVER' | 'EMAIL_TAKEN' }

/**
 * Sends a confirmation link. The address is stored once the link is opened. Only the last link of an account is valid.
 * The account's phone number must be confirmed first. Otherwise an attacker who registers another person's number
 * could later recover the account by e-mail.
 */
export async function requestAddress(
  { clock, db, passwords, messages, isNumberProved }: Parts & Pick<IdentityDeps, 'messages' | 'isNumberProved'>,
  requested: {
    readonly userId: string
    readonly email: string
    readonly password: string
    readonly address: string
  },
  now: Date,
): Promise<Result<void, AddressRefusal>> {
  const { userId, password } = requested
  const email = readRecoveryEmail(requested.email)
  if (!email.ok) return err({ code: email.error })
  const { hash, phoneNumber } = await credentialOf(db, userId)
  const proven = await verifyPassword({ db, passwords }, { userId, password, hash }, now)
  if (!proven.ok) return proven
  if (!(await isNumberProved(db, userId, phoneNumber))) return err({ code: 'NUMBER_UNPROVED' })
  return db.transaction(async (tx) => {
    await lockRecipient(tx, userId)
    await lockRecipient(tx, email.value)
    // Waits for a concurrent password change, which must cancel links requested with the old password.
    if (!(await isCurrentHash(tx, userId, hash))) return err<AddressRefusal>({ code: 'CURRENT_PASSWORD_WRONG' })
    const at = clock.now()
    // Limits per account and per address, to protect other mailboxes from floods.
    const waitSeconds = await secondsUntilNext(tx, { kind: 'address', recipient: email.value, userId }, at)
    if (waitSeconds > 0) return err<AddressRefusal>({ code: 'EMAIL_LIMIT', waitSeconds })
    // Anyone can register many accounts, so the limit also applies per network.
    const seconds = await consumeMessageQuota(tx, requested.address, messages, at)
    if (seconds > 0) return err<AddressRefusal>({ code: 'LINK_RATE_LIMITED', waitSeconds: seconds })
    await cancelPendingAddress(tx, userId, at)
    await insertRequest(tx, { kind: 'address', recipient: email.value, token: newToken(), userId }, at)
    return ok(undefined)
  })
}

/** Cancels the links that wait for confirmation. */
export const cancelPendingAddress = (db: Sql, userId: string, now: Date): Promise<unknown> =>
  endRequests(db, userId, ['address'], now)

/** Removes the recovery address and notifies the removed address. */
export async function removeAddress(
  { clock, db, passwords }: Parts,
  { userId, password }: { readonly userId: string; readonly password: string },
  now: Date,
): Promise<Result<void, PasswordRefusal>> {
  const { hash } = await credentialOf(db, userId)
  const proven = await verifyPassword({ db, passwords }, { userId, password, hash }, now)
  if (!proven.ok) return proven
  return db.transaction(async (tx) => {
    await lockEmail(tx, userId)
    await removeAddressOf(tx, userId, clock.now())
    return ok(undefined)
  })
}

/** Confirms an address with the token of its link. */
export async function confirmAddress(
  { clock, db }: Pick<IdentityDeps, 'clock' | 'db'>,
  { token, address }: { readonly token: string; readonly address: string },
  now: Date,
): Promise<Result<string, ConfirmationRefusal>> {
  return db.transaction(async (tx) => {
    const request = await consumeAddressToken(tx, token, now)
    if (request === null) return err({ code: 'RECOVERY_OVER' })
    await lockRecipient(tx, request.email)
    // Only the owner of the mailbox receives this error.
    if (await isEmailTaken(tx, request.email, request.userId)) return err({ code: 'EMAIL_TAKEN' })
    await restoreMessageQuota(tx, address)
    await lockEmail(tx, request.userId)
    await changeAddress(tx, request, clock.now())
    return ok(request.email)
  })
}

/** Removes the recovery address of an account without asking for the password. */
export async function removeAddressOf(tx: Tx, userId: string, now: Date): Promise<void> {
  const profile = await lockEmail(tx, userId)
  if (profile === undefined) return
  await cancelPendingAddress(tx, userId, now)
  await changeAddress(tx, { userId, email: derivedEmail(profile.phoneNumber as PhoneNumber) }, now)
}

async function changeAddress(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const before = await lockEmail(tx, userId)
  if (before === undefined || before.email === email) return
  await saveEmail(tx, userId, email)
  // Links sent to the old address become invalid.
  await endRequests(tx, userId, ['email'], now)
  // If there was no old address, an SMS informs the owner.
  const recipient = isDerivedEmail(before.email) ? before.phoneNumber : before.email
  await insertRequest(tx, { kind: 'changed', recipient, token: newToken(), userId }, now)
}
