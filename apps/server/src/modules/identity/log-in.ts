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
import { returnCredit, spendCredit } from './network-credit.ts'

export type LoginRefusal = Refusal<(typeof login)['errors'][number]>

export type LoginAttempt = {
  readonly phoneNumber: string
  readonly password: string
  readonly address: string
  readonly device: string | undefined
}

export type Credential = { readonly profile: Profile; readonly hash: string }

/**
 * Checks phone number and password. Errors come in the order of the form's fields; throttling is checked before the
 * password.
 */
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

/** A password that could not be compared does not count as wrong: a busy server must not throttle its players. */
async function compared(passwords: Passwords, given: string, hash: string, slowed: Reserved): Promise<boolean> {
  try {
    return await passwords.matches(given, hash)
  } catch (error) {
    await slowed.wasNotCompared()
    throw error
  }
}

/** The account status is shown only with the correct password (AUTH-73). */
const STATUS_REFUSALS: Readonly<Record<AccountStatus, LoginRefusal | null>> = {
  active: null,
  suspended: { error: 'ACCOUNT_SUSPENDED' },
  banned: { error: 'ACCOUNT_BANNED' },
}

/**
 * Records the login and returns the time of the previous one (PLAY-08). Locks and rechecks password and status, so that a
 * concurrent change or suspension leaves no session behind.
 */
export async function recordLogin(
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

/** The attempt was counted before the comparison; this settles the count once. */
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
    // For an address only failures count, because many players may log in behind it at the same moment.
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

/** Counts a wrong password: against the network's credit, else against the budget shared by all networks without credit. */
async function allowanceOf(sql: Sql, network: string, now: Date): Promise<Allowance> {
  if (await spendCredit(sql, network)) return { isEarned: true, giveBack: () => returnCredit(sql, network) }
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
