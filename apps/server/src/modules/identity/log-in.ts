import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import type { login } from '@mupiira/contract/auth.ts'
import { type PhoneNumber, parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import { knownDevice } from './known-devices.ts'
import type { Passwords } from './passwords.ts'
import { type Profile, readCredential } from './profile.ts'
import {
  ADDRESS,
  KNOWN_DEVICE,
  STRANGE_ADDRESSES,
  VISITORS,
  forgetFailures,
  forgiveReservation,
  giveTurnBack,
  reserveFailure,
  secondsToWait,
  takeTurn,
} from './login-throttling.ts'
import { returnStatus, spendStatus } from './account-state.ts'

export type LoginRefusal = Refusal<(typeof login)['errors'][number]>

export type LoginAttempt = {
  readonly phoneNumber: string
  readonly password: string
  readonly address: string
  readonly device: string | undefined
}

export type Credential = { readonly profile: Profile; readonly hash: string }

/** Whose phone and password these are. Refusals come in the order of the screen, a wait before anything is told. */
export async function checkLogin(
  sql: Sql,
  passwords: Passwords,
  attempt: LoginAttempt,
  now: Date,
): Promise<Result<Credential, LoginRefusal>> {
  if (attempt.phoneNumber.trim() === '' || attempt.password === '') return err({ error: 'CREDENTIALS_MISSING' })
  const phone = parseAccountPhone(attempt.phoneNumber)
  if (!phone.ok) return err({ error: 'INVALID_PHONE' })
  const credential = await readCredential(sql, phone.value)
  const device = credential === null ? null : await knownDevice(sql, credential.profile.id, attempt.device)
  const slowed =
    device !== null && credential !== null
      ? await attemptAsKnown(sql, `device:${credential.profile.id}:${device}`, now)
      : await attemptAsVisitor(sql, phone.value, attempt.address, now)
  if ('waitSeconds' in slowed) return err(slowedDown(slowed.waitSeconds))
  const isRight = credential !== null && (await compared(passwords, attempt.password, credential.hash, slowed))
  if (!isRight) {
    await slowed.wasWrong()
    return err({ error: credential === null ? 'PHONE_UNKNOWN' : 'INVALID_PASSWORD' })
  }
  await slowed.wasRight()
  const refusal = STATUS_REFUSALS[credential.profile.accountStatus]
  return refusal === null ? ok(credential) : err(refusal)
}

/** One that could not be looked at was no wrong one: a crowd at the door must not slow itself down. */
async function compared(passwords: Passwords, given: string, hash: string, slowed: Reserved): Promise<boolean> {
  try {
    return await passwords.matches(given, hash)
  } catch (error) {
    await slowed.wasNotCompared()
    throw error
  }
}

/** The status is told only to who knows the password (AUTH-73). */
const STATUS_REFUSALS: Readonly<Record<AccountStatus, LoginRefusal | null>> = {
  active: null,
  suspended: { error: 'ACCOUNT_SUSPENDED' },
  banned: { error: 'ACCOUNT_BANNED' },
}

/**
 * Notes the login and answers when the one before was (PLAY-08). What was checked may have changed since: a change of the
 * password, or a suspension, must not leave a session behind that was opened after it. A suspension on its way is waited for.
 */
export async function noteLogin(
  tx: Tx,
  { profile, hash }: Credential,
  now: Date,
): Promise<Result<Date | null, LoginRefusal>> {
  const [before] = await tx.query<{ at: Date | null; status: AccountStatus }>(
    `select c.last_login_at as at, p.account_status as status from credentials c join profiles p on p.id = c.user_id
      where c.user_id = $1 and c.password_hash = $2 for update of c for share of p`,
    [profile.id, hash],
  )
  if (before === undefined) return err({ error: 'INVALID_PASSWORD' })
  const refusal = STATUS_REFUSALS[before.status]
  if (refusal !== null) return err(refusal)
  await tx.change(`update credentials set last_login_at = $2 where user_id = $1`, [profile.id, now])
  return ok(before.at)
}

/** A wrong password was counted in advance; what it turned out to be is said once. */
type Reserved = {
  readonly wasWrong: () => Promise<void>
  readonly wasRight: () => Promise<void>
  readonly wasNotCompared: () => Promise<void>
}
type ReservedAttempt = { readonly waitSeconds: number } | Reserved

async function attemptAsKnown(sql: Sql, subject: string, now: Date): Promise<ReservedAttempt> {
  const waitSeconds = await reserveFailure(sql, subject, KNOWN_DEVICE, now)
  if (waitSeconds > 0) return { waitSeconds }
  return {
    wasWrong: async () => {},
    wasRight: async () => void (await forgetFailures(sql, subject)),
    wasNotCompared: () => forgiveReservation(sql, subject, now),
  }
}

async function attemptAsVisitor(sql: Sql, phone: PhoneNumber, address: string, now: Date): Promise<ReservedAttempt> {
  const byAddress = `address:${networkOf(address)}`
  const byPhone = `phone:${phone}`
  const firstWait = await secondsToWait(sql, [byAddress, byPhone], now)
  if (firstWait > 0) return { waitSeconds: firstWait }
  const allowance = await allowanceOf(sql, networkOf(address), now)
  if ('waitSeconds' in allowance) return allowance
  const waitSeconds = await reserveFailure(sql, byPhone, VISITORS, now)
  if (waitSeconds > 0) {
    await allowance.giveBack()
    return { waitSeconds }
  }
  const takeBack = async (): Promise<void> => {
    await forgiveReservation(sql, byPhone, now)
    await allowance.giveBack()
  }
  return {
    // Only failures count for an address: many sign in behind one at the same moment.
    async wasWrong() {
      if (!allowance.isEarned) await reserveFailure(sql, byAddress, ADDRESS, now)
    },
    wasRight: takeBack,
    wasNotCompared: takeBack,
  }
}

type Allowance =
  | { readonly waitSeconds: number }
  | { readonly isEarned: boolean; readonly giveBack: () => Promise<void> }

/** One wrong password more: of those that the address has earned, else of those that all strange addresses share. */
async function allowanceOf(sql: Sql, network: string, now: Date): Promise<Allowance> {
  if (await spendStatus(sql, network)) return { isEarned: true, giveBack: () => returnStatus(sql, network) }
  const everybody = 'strange-addresses'
  const waitSeconds = await takeTurn(sql, everybody, STRANGE_ADDRESSES, now)
  if (waitSeconds > 0) return { waitSeconds }
  return { isEarned: false, giveBack: () => giveTurnBack(sql, everybody, STRANGE_ADDRESSES) }
}

const slowedDown = (seconds: number): LoginRefusal => ({
  error: 'LOGIN_SLOWED',
  details: { seconds },
  retryAfterSeconds: seconds,
})
