import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import { type PhoneNumber, parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/access/network.ts'
import { lockCredential, saveLastLogin } from './credentials.repository.ts'
import { knownDevice } from './known-devices.repository.ts'
import { checkLoginCode } from './login-code.ts'
import {
  IP_ADDRESS_LIMITS,
  forgetFailures,
  undoFailedAttempt,
  restoreMessageQuota,
  returnToken,
  KNOWN_DEVICE,
  recordFailedAttempt,
  returnCredit,
  secondsToWait,
  spendCredit,
  NETWORKS_WITHOUT_CREDIT,
  takeToken,
  UNKNOWN_DEVICES,
} from './login-throttling.repository.ts'
import type { Passwords } from './passwords.ts'
import type { LoginDelayed } from './verify-password.ts'
import { type Profile, readCredential } from '../accounts/profiles.repository.ts'
import { endRequests } from '../recovery/recovery.repository.ts'

export type LoginRefusal =
  | LoginDelayed
  | {
      readonly code:
        | 'CREDENTIALS_MISSING'
        | 'INVALID_PHONE'
        | 'PHONE_UNKNOWN'
        | 'INVALID_PASSWORD'
        | 'LOGIN_CODE_WRONG'
        | 'ACCOUNT_SUSPENDED'
        | 'ACCOUNT_BANNED'
    }

export type LoginAttempt = {
  readonly phoneNumber: string
  readonly password: string
  readonly address: string
  readonly device: string | undefined
  /** The code sent to the account's phone. It allows a login from an unknown device whose budget is used up. */
  readonly code?: string | undefined
}

export type Credential = {
  readonly profile: Profile
  readonly hash: string
  /** Whether a code to the phone replaced the wait. */
  readonly isByCode: boolean
}

/**
 * Checks phone number and password. Errors come in the order of the form's fields; throttling is checked before the
 * password.
 */
export async function checkLogin(
  db: Sql,
  { passwords, codeKey }: { readonly passwords: Passwords; readonly codeKey: string },
  attempt: LoginAttempt,
  now: Date,
): Promise<Result<Credential, LoginRefusal>> {
  if (attempt.phoneNumber.trim() === '' || attempt.password === '') return err({ code: 'CREDENTIALS_MISSING' })
  const phone = parseAccountPhone(attempt.phoneNumber)
  if (!phone.ok) return err({ code: 'INVALID_PHONE' })
  const credential = await readCredential(db, phone.value)
  const device = credential === null ? null : await knownDevice(db, credential.profile.id, attempt.device)
  const { address, code = '' } = attempt
  const isByCode = device === null && code !== ''
  const reserved =
    device !== null && credential !== null
      ? await reserveForKnownDevice(db, `device:${credential.profile.id}:${device}`, now)
      : isByCode
        ? await attemptWithCode(db, codeKey, { phone: phone.value, code, address }, now)
        : await reserveForUnknownDevice(db, phone.value, address, now)
  if (!reserved.ok) return reserved
  const isCorrect =
    credential !== null && (await compared(passwords, attempt.password, credential.hash, reserved.value))
  if (!isCorrect) {
    await reserved.value.wasWrong()
    return err({ code: credential === null ? 'PHONE_UNKNOWN' : 'INVALID_PASSWORD' })
  }
  await reserved.value.wasRight()
  const refusal = STATUS_REFUSALS[credential.profile.accountStatus]
  return refusal === null ? ok({ ...credential, isByCode }) : err(refusal)
}

/** Compares a password. If the server is too busy to compare it, the attempt does not count as wrong. */
async function compared(passwords: Passwords, given: string, hash: string, reserved: Reserved): Promise<boolean> {
  try {
    return await passwords.matches(given, hash)
  } catch (error) {
    await reserved.wasNotCompared()
    throw error
  }
}

/** The account status is shown only with the correct password. */
const STATUS_REFUSALS: Readonly<Record<AccountStatus, LoginRefusal | null>> = {
  active: null,
  suspended: { code: 'ACCOUNT_SUSPENDED' },
  banned: { code: 'ACCOUNT_BANNED' },
}

/** `at`: the time of the login, read after its lock. */
export type RecordedLogin = { readonly lastLoginAt: Date | null; readonly at: Date }

/**
 * Records the login and returns the time of the previous one (PLAY-08). Locks and rechecks password and status, so that
 * a concurrent change or suspension leaves no session behind.
 */
export async function recordLogin(
  tx: Tx,
  { profile, hash, isByCode }: Credential,
  address: string,
  clock: Clock,
): Promise<Result<RecordedLogin, LoginRefusal>> {
  const before = await lockCredential(tx, profile.id, hash)
  if (before === undefined) return err({ code: 'INVALID_PASSWORD' })
  const refusal = STATUS_REFUSALS[before.status]
  if (refusal !== null) return err(refusal)
  const now = clock.now()
  await saveLastLogin(tx, profile.id, now)
  const codes = await endRequests(tx, profile.id, ['login'], now)
  if (isByCode && codes.size > 0) await restoreMessageQuota(tx, address)
  return ok({ lastLoginAt: before.lastLoginAt, at: now })
}

/** An attempt that was counted before the comparison. Its methods correct the count after the comparison. */
type Reserved = {
  readonly wasWrong: () => Promise<void>
  readonly wasRight: () => Promise<void>
  readonly wasNotCompared: () => Promise<void>
}
type ReservedAttempt = Result<Reserved, LoginRefusal>

const delayed = (waitSeconds: number): ReservedAttempt => err({ code: 'LOGIN_SLOWED', waitSeconds })

async function reserveForKnownDevice(db: Sql, subject: string, now: Date): Promise<ReservedAttempt> {
  const waitSeconds = await recordFailedAttempt(db, subject, KNOWN_DEVICE, now)
  if (waitSeconds > 0) return delayed(waitSeconds)
  return ok({
    wasWrong: async () => {},
    wasRight: async () => void (await forgetFailures(db, subject)),
    wasNotCompared: () => undoFailedAttempt(db, subject, now),
  })
}

/** A correct code proves the phone. It has a separate budget, which attackers cannot use up. */
async function attemptWithCode(
  db: Sql,
  codeKey: string,
  attempt: { readonly phone: PhoneNumber; readonly code: string; readonly address: string },
  now: Date,
): Promise<ReservedAttempt> {
  const checked = await checkLoginCode(db, { codeKey }, attempt, now)
  if (checked.ok) return reserveForKnownDevice(db, `proven:${attempt.phone}`, now)
  const { waitSeconds } = checked.error
  return waitSeconds > 0 ? delayed(waitSeconds) : err({ code: 'LOGIN_CODE_WRONG' })
}

async function reserveForUnknownDevice(
  db: Sql,
  phone: PhoneNumber,
  address: string,
  now: Date,
): Promise<ReservedAttempt> {
  const byAddress = `address:${networkOf(address)}`
  const byPhone = `phone:${phone}`
  const firstWait = await secondsToWait(db, [byAddress, byPhone], now)
  if (firstWait > 0) return delayed(firstWait)
  const allowance = await allowanceOf(db, networkOf(address), now)
  if ('waitSeconds' in allowance) return delayed(allowance.waitSeconds)
  const waitSeconds = await recordFailedAttempt(db, byPhone, UNKNOWN_DEVICES, now)
  if (waitSeconds > 0) {
    await allowance.giveBack()
    return delayed(waitSeconds)
  }
  const takeBack = async (): Promise<void> => {
    await undoFailedAttempt(db, byPhone, now)
    await allowance.giveBack()
  }
  return ok({
    // For an address only failures count, because many players may log in behind it at the same moment.
    async wasWrong() {
      if (!allowance.isEarned) await recordFailedAttempt(db, byAddress, IP_ADDRESS_LIMITS, now)
    },
    wasRight: takeBack,
    wasNotCompared: takeBack,
  })
}

type Allowance =
  | { readonly waitSeconds: number }
  | { readonly isEarned: boolean; readonly giveBack: () => Promise<void> }

/**
 * Counts a wrong password against the network's credit. A network without credit uses the budget of all such networks.
 */
async function allowanceOf(db: Sql, network: string, now: Date): Promise<Allowance> {
  if (await spendCredit(db, network)) return { isEarned: true, giveBack: () => returnCredit(db, network) }
  const shared = 'strange-addresses'
  const waitSeconds = await takeToken(db, shared, NETWORKS_WITHOUT_CREDIT, now)
  if (waitSeconds > 0) return { waitSeconds }
  return { isEarned: false, giveBack: () => returnToken(db, shared, NETWORKS_WITHOUT_CREDIT) }
}
