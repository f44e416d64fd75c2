import { timingSafeEqual } from 'node:crypto'
import { MAX_WRONG_CODES } from '@mupiira/domain/identity/recovery.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { transactionOrRollBack } from '../../../kernel/db/roll-back.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Sql } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/access/network.ts'
import type { Outbox } from '../../../kernel/outbox/event.ts'
import {
  recordAttempt,
  endRecoveries,
  insertRequest,
  openRequest,
  type OpenRequest,
  undoAttempt,
} from './recovery.repository.ts'
import { removeAddressOf } from './recovery-address.ts'
import { hashCode } from './request-recovery.ts'
import { type NewPasswordRefusal, readNewPassword } from '../login/change-password.ts'
import { forgetOtherDevices, rememberDevice } from '../login/known-devices.repository.ts'
import { lockProfile, recordPhoneVerification } from '../accounts/profiles.repository.ts'
import { replacePassword } from '../login/credentials.repository.ts'
import { endOwnSessions } from '../sessions/sessions.repository.ts'
import type { Passwords } from '../login/passwords.ts'
import {
  IP_ADDRESS_LIMITS,
  forgetFailures,
  restoreMessageQuota,
  recordFailedAttempt,
  secondsToWait,
} from '../login/login-throttling.repository.ts'
import { newToken } from '../sessions/tokens.ts'

export type Proof =
  | { readonly kind: 'code'; readonly code: string; readonly browserToken: string | undefined }
  | { readonly kind: 'link'; readonly token: string }

export type Reset = {
  readonly proof: Proof
  readonly newPassword: string
  readonly address: string
  /** The device cookie, if the browser has one. */
  readonly device: string | undefined
}
export type ResetRefusal =
  | NewPasswordRefusal
  | { readonly code: 'RECOVERY_OVER' | 'RECOVERY_CODE_WRONG' }
  | { readonly code: 'RECOVERY_SLOWED'; readonly waitSeconds: number }

type Deps = {
  readonly clock: Clock
  readonly db: Db
  readonly outbox: Outbox
  readonly passwords: Passwords
  readonly settings: () => Settings
}

/**
 * Sets a new password with a recovery code or link (AUTH-36, AUTH-39). Ends all sessions and other recovery requests,
 * resets the login throttling of unknown devices (D2), and makes this browser the only known device. A recovery by SMS
 * also removes the recovery address and sends the phone an SMS about it. Returns the device token.
 */
export async function resetPassword(deps: Deps, reset: Reset, now: Date): Promise<Result<string, ResetRefusal>> {
  const { db, settings } = deps
  const address = `recovery:${networkOf(reset.address)}`
  const waitSeconds = await secondsToWait(db, address, now)
  if (waitSeconds > 0) return err({ code: 'RECOVERY_SLOWED', waitSeconds })
  const token = reset.proof.kind === 'code' ? reset.proof.browserToken : reset.proof.token
  const request =
    token === undefined ? null : await openRequest(db, token, reset.proof.kind === 'code' ? 'sms' : 'email', now)
  if (token === undefined || request === null) {
    await recordFailedAttempt(db, address, IP_ADDRESS_LIMITS, now)
    return err({ code: 'RECOVERY_OVER' })
  }
  // Checked before the code, so that an invalid password does not use up an attempt.
  const phone = request.phoneNumber === null ? {} : { phoneNumber: request.phoneNumber }
  const evaluated = readNewPassword(reset.newPassword, { ...phone, settings: settings() })
  if (!evaluated.ok) return evaluated
  if (reset.proof.kind === 'code') {
    const attempt = await tryCode(db, request, hashCode(token, reset.proof.code.replace(/\D/g, '')))
    if (attempt !== 'right') {
      await recordFailedAttempt(db, address, IP_ADDRESS_LIMITS, now)
      return err({ code: attempt === 'over' ? 'RECOVERY_OVER' : 'RECOVERY_CODE_WRONG' })
    }
  }
  if (request.userId === null) return err({ code: 'RECOVERY_OVER' })
  // Evaluated after the proof, because the rules for staff passwords would reveal the account's role.
  const evaluatedAsStaff = readNewPassword(reset.newPassword, { isStaff: request.isStaff, settings: settings() })
  if (!evaluatedAsStaff.ok) return evaluatedAsStaff
  const hash = await deps.passwords.hash(reset.newPassword)
  const { device, address: from, proof } = reset
  const completed = { requestId: request.id, userId: request.userId, hash, device, address: from }
  return completeReset(deps, { ...completed, isBySms: proof.kind === 'code' })
}

/**
 * Counts the attempt before the comparison, so that concurrent attempts all count. A correct code is not an attempt,
 * even if the request then fails because the server is busy or the password is too short for staff.
 */
async function tryCode(db: Sql, { id, codeHash }: OpenRequest, given: Buffer): Promise<'right' | 'wrong' | 'over'> {
  if (!(await recordAttempt(db, id, MAX_WRONG_CODES))) return 'over'
  if (codeHash === null || !timingSafeEqual(codeHash, given)) return 'wrong'
  await undoAttempt(db, id, MAX_WRONG_CODES)
  return 'right'
}

type CompletedReset = {
  readonly requestId: string
  readonly userId: string
  readonly hash: string
  readonly device: string | undefined
  readonly address: string
  /** A recovery by SMS removes the recovery address, which an earlier user of the number may have added. */
  readonly isBySms: boolean
}

async function completeReset(
  { clock, db, outbox }: Deps,
  { requestId, userId, hash, device, address, isBySms }: CompletedReset,
): Promise<Result<string, ResetRefusal>> {
  return transactionOrRollBack(db, async (tx) => {
    const profile = await lockProfile(tx, userId)
    const now = clock.now()
    const isReplaced = await replacePassword(tx, { userId, before: null, hash, now })
    const used = await endRecoveries(tx, userId, now)
    // The second of two concurrent requests with one code fails and rolls back.
    if (profile === null || !isReplaced || !used.has(requestId)) return err({ code: 'RECOVERY_OVER' })
    await forgetFailures(tx, `phone:${profile.phoneNumber}`)
    await restoreMessageQuota(tx, address)
    await endOwnSessions(tx, outbox, userId, 'all')
    await forgetOtherDevices(tx, userId, device)
    if (isBySms) {
      await recordPhoneVerification(tx, userId, profile.phoneNumber, now)
      await removeAddressOf(tx, userId, now)
      const report = { kind: 'recovered', recipient: profile.phoneNumber, token: newToken(), userId } as const
      await insertRequest(tx, report, now)
    }
    return ok(await rememberDevice(tx, { userId, token: device }, now))
  })
}
