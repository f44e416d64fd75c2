import type { askRecoveryAddress, RecoveryAddress } from '@mupiira/contract/recovery-address.ts'
import {
  MOST_SENT,
  RECOVERY_LASTS_MS,
  SENT_WITHIN_MS,
  readOwnEmail,
  secondsUntilNextSent,
  waitWords,
} from '@mupiira/domain/identity/recovery.ts'
import { derivedEmail, isDerivedEmail, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db, Sql, Tx } from '../../kernel/db/sql.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { IdentityParts } from './parts.ts'
import { credentialOf, provePassword } from './prove-password.ts'
import { giveMessageBack, takeMessage } from './login-throttling.ts'
import { hashToken, newToken } from './tokens.ts'

type Parts = Pick<IdentityParts, 'db' | 'passwords'>
type Waiting = { readonly email: string; readonly createdAt: Date }

/** The confirmed recovery address and the one that waits for confirmation (AUTH-38). */
export async function recoveryAddressOf(sql: Sql, userId: string, now: Date): Promise<RecoveryAddress> {
  const [profile] = await sql.query<{ email: string }>(`select email from profiles where id = $1`, [userId])
  const [waiting] = await sql.query<Waiting>(
    `select recipient as email, created_at as "createdAt" from recovery_requests
      where user_id = $1 and kind = 'address' and used_at is null and created_at > $2 order by created_at desc limit 1`,
    [userId, validSince(now)],
  )
  return {
    email: profile === undefined || isDerivedEmail(profile.email) ? null : profile.email,
    waiting:
      waiting === undefined
        ? null
        : {
            email: waiting.email,
            expiresAt: new Date(waiting.createdAt.getTime() + RECOVERY_LASTS_MS).toISOString(),
          },
  }
}

type RequestRefusal = Refusal<(typeof askRecoveryAddress)['errors'][number] | 'RATE_LIMITED'>

/** Sends a confirmation link. The address counts once it is opened; only the last link of an account is valid. */
export async function requestAddress(
  { db, passwords, messages }: Parts & Pick<IdentityParts, 'messages'>,
  requested: {
    readonly userId: string
    readonly email: string
    readonly password: string
    readonly address: string
  },
  now: Date,
): Promise<Result<void, RequestRefusal>> {
  const { userId, password } = requested
  const email = readOwnEmail(requested.email)
  if (!email.ok) return err({ error: email.error })
  const { hash } = await credentialOf(db, userId)
  const proven = await provePassword({ db, passwords }, { userId, password, hash }, now)
  if (!proven.ok) return proven
  return db.transaction(async (tx) => {
    await hold(tx, userId)
    await hold(tx, email.value)
    // Serializes with a password change, which must cancel links requested under the old password (ACCT-24).
    const known = await tx.query(`select from credentials where user_id = $1 and password_hash = $2 for share`, [
      userId,
      hash,
    ])
    if (known.length === 0) return err<RequestRefusal>({ error: 'CURRENT_PASSWORD_WRONG' })
    // Limits per account and per address, to protect other mailboxes from floods.
    const sent = await tx.query<{ created_at: Date }>(
      `select created_at from recovery_requests where kind = 'address' and (user_id = $1 or recipient = $2) and created_at > $3
        order by created_at desc limit $4`,
      [userId, email.value, new Date(now.getTime() - SENT_WITHIN_MS), MOST_SENT],
    )
    const waitSeconds = secondsUntilNextSent(
      sent.map((row) => row.created_at),
      now,
    )
    if (waitSeconds > 0) {
      const details = { wait: waitWords(waitSeconds) }
      return err<RequestRefusal>({ error: 'EMAIL_LIMIT', details, retryAfterSeconds: waitSeconds })
    }
    // Accounts are free, so the limit also applies per network.
    const seconds = await takeMessage(tx, requested.address, messages, now)
    if (seconds > 0) return err<RequestRefusal>({ error: 'RATE_LIMITED', retryAfterSeconds: seconds })
    await cancelWaiting(tx, userId, now)
    await send(tx, { kind: 'address', to: email.value, userId }, now)
    return ok(undefined)
  })
}

/** Cancels the links that wait for confirmation. */
export const cancelWaiting = (sql: Sql, userId: string, now: Date): Promise<number> =>
  sql.change(
    `update recovery_requests set used_at = $2, unsent = null, next_at = null
      where user_id = $1 and kind = 'address' and used_at is null`,
    [userId, now],
  )

/** Removes the recovery address and notifies the removed address. */
export async function removeAddress(
  { db, passwords }: Parts,
  { userId, password }: { readonly userId: string; readonly password: string },
  now: Date,
): Promise<Result<void, Refusal<'CURRENT_PASSWORD_WRONG' | 'LOGIN_SLOWED'>>> {
  const { hash, phoneNumber } = await credentialOf(db, userId)
  const proven = await provePassword({ db, passwords }, { userId, password, hash }, now)
  if (!proven.ok) return proven
  return db.transaction(async (tx) => {
    await cancelWaiting(tx, userId, now)
    await become(tx, { userId, email: derivedEmail(phoneNumber as PhoneNumber) }, now)
    return ok(undefined)
  })
}

/** Confirms an address with the token of its link. */
export async function confirmAddress(
  db: Db,
  { token, address }: { readonly token: string; readonly address: string },
  now: Date,
): Promise<Result<string, Refusal<'RECOVERY_OVER' | 'EMAIL_TAKEN'>>> {
  return db.transaction(async (tx) => {
    const [request] = await tx.query<{ userId: string; email: string }>(
      `update recovery_requests set used_at = $2, unsent = null, next_at = null
        where token_hash = $1 and kind = 'address' and used_at is null and created_at > $3
        returning user_id as "userId", recipient as email`,
      [hashToken(token), now, validSince(now)],
    )
    if (request === undefined) return err({ error: 'RECOVERY_OVER' })
    await hold(tx, request.email)
    const others = await tx.query(`select from profiles where lower(email) = $1 and id <> $2`, [
      request.email,
      request.userId,
    ])
    // Only the owner of the mailbox receives this error.
    if (others.length > 0) return err({ error: 'EMAIL_TAKEN' })
    await giveMessageBack(tx, address)
    await become(tx, request, now)
    return ok(request.email)
  })
}

async function become(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const [before] = await tx.query<{ email: string; phone: string }>(
    `select email, phone_number as phone from profiles where id = $1 for no key update`,
    [userId],
  )
  if (before === undefined || before.email === email) return
  await tx.change(`update profiles set email = $2 where id = $1`, [userId, email])
  // Links sent to the old address become invalid.
  await tx.change(
    `update recovery_requests set used_at = $2, unsent = null, next_at = null
      where user_id = $1 and kind = 'email' and used_at is null`,
    [userId, now],
  )
  // Without an old address the phone is notified, so that an address added by a thief is noticed.
  const to = isDerivedEmail(before.email) ? before.phone : before.email
  await send(tx, { kind: 'changed', to, userId }, now)
}

/** A job sends the message. */
async function send(
  tx: Tx,
  { kind, to, userId }: { readonly kind: 'address' | 'changed'; readonly to: string; readonly userId: string },
  now: Date,
): Promise<void> {
  const token = newToken()
  await tx.change(
    `insert into recovery_requests (id, kind, recipient, token_hash, unsent, user_id, next_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [newId(), kind, to, hashToken(token), token, userId, now],
  )
}

/** Serializes concurrent requests for one address or account, so that each counts the earlier ones. */
const hold = (tx: Tx, subject: string): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 21))`, [subject])

const validSince = (now: Date): Date => new Date(now.getTime() - RECOVERY_LASTS_MS)
