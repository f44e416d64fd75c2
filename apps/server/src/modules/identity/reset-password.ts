import { timingSafeEqual } from 'node:crypto'
import type { resetPassword as endpoint } from '@mupiira/contract/recovery.ts'
import { MOST_TRIES, RECOVERY_LASTS_MS } from '@mupiira/domain/identity/recovery.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'
import type { CookieChange, Refusal } from '../../kernel/http/route.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { endRecoveries, hashCode } from './request-recovery.ts'
import { readNewPassword } from './change-password.ts'
import { forgetOtherDevices, rememberDevice } from './known-devices.ts'
import { endOwnSessions } from './own-sessions.ts'
import type { Passwords } from './passwords.ts'
import { ADDRESS, forgetFailures, giveMessageBack, reserveFailure, secondsToWait } from './login-throttling.ts'
import { hashToken } from './tokens.ts'

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
export type ResetRefusal = Refusal<(typeof endpoint)['errors'][number] | 'INVALID_FIELDS'>

type Parts = {
  readonly db: Db
  readonly outbox: Outbox
  readonly passwords: Passwords
  readonly settings: () => Settings
}

type Request = {
  readonly id: string
  readonly kind: 'sms' | 'email'
  readonly codeHash: Buffer | null
  readonly userId: string | null
  readonly isStaff: boolean
  readonly phoneNumber: string | null
}

/**
 * Sets a new password with a recovery code or link (AUTH-36, AUTH-39). Ends all sessions and other recovery requests,
 * resets the login throttling of unknown devices (D2), and makes this browser the only known device. Returns the device
 * cookie.
 */
export async function resetPassword(
  parts: Parts,
  reset: Reset,
  now: Date,
): Promise<Result<CookieChange, ResetRefusal>> {
  const { db, settings } = parts
  const address = `recovery:${networkOf(reset.address)}`
  const seconds = await secondsToWait(db, address, now)
  if (seconds > 0) return err({ error: 'RECOVERY_SLOWED', details: { seconds }, retryAfterSeconds: seconds })
  const token = reset.proof.kind === 'code' ? reset.proof.browserToken : reset.proof.token
  const request = token === undefined ? null : await openRequest(db, token, reset.proof.kind, now)
  if (token === undefined || request === null) {
    await reserveFailure(db, address, ADDRESS, now)
    return err({ error: 'RECOVERY_OVER' })
  }
  // Checked before the code, so that an invalid password does not use up an attempt.
  const phone = request.phoneNumber === null ? {} : { phoneNumber: request.phoneNumber }
  const evaluated = readNewPassword(reset.newPassword, { ...phone, settings: settings() })
  if (!evaluated.ok) return evaluated
  if (reset.proof.kind === 'code') {
    const tried = await tryCode(db, request, hashCode(token, reset.proof.code.replace(/\D/g, '')))
    if (tried !== 'right') {
      await reserveFailure(db, address, ADDRESS, now)
      return err({ error: tried === 'over' ? 'RECOVERY_OVER' : 'RECOVERY_CODE_WRONG' })
    }
  }
  if (request.userId === null) return err({ error: 'RECOVERY_OVER' })
  // After the proof, so that the account's role is not revealed before.
  const evaluatedAsStaff = readNewPassword(reset.newPassword, { isStaff: request.isStaff, settings: settings() })
  if (!evaluatedAsStaff.ok) return evaluatedAsStaff
  const hash = await parts.passwords.hash(reset.newPassword)
  const { device, address: from } = reset
  return renew(parts, { requestId: request.id, userId: request.userId, hash, device, address: from }, now)
}

async function openRequest(sql: Sql, token: string, kind: Proof['kind'], now: Date): Promise<Request | null> {
  const [request] = await sql.query<Request>(
    `select r.id, r.kind, r.code_hash as "codeHash", r.user_id as "userId", coalesce(p.role = 'admin', false) as "isStaff",
            coalesce(p.phone_number, case when r.kind = 'sms' then r.recipient end) as "phoneNumber"
       from recovery_requests r left join profiles p on p.id = r.user_id
      where r.token_hash = $1 and r.kind = $2 and r.used_at is null and r.created_at > $3`,
    [hashToken(token), kind === 'code' ? 'sms' : 'email', new Date(now.getTime() - RECOVERY_LASTS_MS)],
  )
  return request ?? null
}

/**
 * Counts the attempt before the comparison, so that concurrent attempts all count. A correct code is not an attempt, even
 * if the request then fails because the server is busy or the password is too short for staff.
 */
async function tryCode(sql: Sql, { id, codeHash }: Request, given: Buffer): Promise<'right' | 'wrong' | 'over'> {
  const counted = await sql.change(
    `update recovery_requests set tries = tries + 1 where id = $1 and tries < $2 and used_at is null`,
    [id, MOST_TRIES],
  )
  if (counted === 0) return 'over'
  if (codeHash === null || !timingSafeEqual(codeHash, given)) return 'wrong'
  await sql.change(`update recovery_requests set tries = tries - 1 where id = $1`, [id])
  return 'right'
}

async function renew(
  { db, outbox }: Parts,
  {
    requestId,
    userId,
    hash,
    device,
    address,
  }: {
    readonly requestId: string
    readonly userId: string
    readonly hash: string
    readonly device: string | undefined
    readonly address: string
  },
  now: Date,
): Promise<Result<CookieChange, ResetRefusal>> {
  return db
    .transaction(async (tx) => {
      const [account] = await tx.query<{ phone_number: string }>(
        `update credentials c set password_hash = $2, changed_at = $3 from profiles p
        where c.user_id = $1 and p.id = c.user_id returning p.phone_number`,
        [userId, hash, now],
      )
      const used = await endRecoveries(tx, userId, now)
      // The second of two concurrent requests with one code fails here and rolls back.
      if (account === undefined || !used.has(requestId)) throw new RecoveryUsed()
      await forgetFailures(tx, `phone:${account.phone_number}`)
      await giveMessageBack(tx, address)
      await endOwnSessions(tx, outbox, userId, 'all')
      await forgetOtherDevices(tx, userId, device)
      return ok(await rememberDevice(tx, { userId, token: device }, now))
    })
    .catch((error: unknown) => {
      if (error instanceof RecoveryUsed) return err<ResetRefusal>({ error: 'RECOVERY_OVER' })
      throw error
    })
}

class RecoveryUsed extends Error {}
