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
import { credentialOf, provePassword } from './present-password.ts'
import { giveMessageBack, takeMessage } from './login-throttling.ts'
import { hashToken, newToken } from './tokens.ts'

type Parts = Pick<IdentityParts, 'db' | 'passwords'>
type Waiting = { readonly email: string; readonly createdAt: Date }

/** The address to which a link for a new password may go, and the one that was not confirmed yet (AUTH-38). */
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

type AskRefusal = Refusal<(typeof askRecoveryAddress)['errors'][number] | 'RATE_LIMITED'>

/** Has a link sent to an address, which counts when that is opened. Only the last link of an account is worth anything. */
export async function askAddress(
  { db, passwords, messages }: Parts & Pick<IdentityParts, 'messages'>,
  asked: {
    readonly userId: string
    readonly email: string
    readonly password: string
    readonly address: string
  },
  now: Date,
): Promise<Result<void, AskRefusal>> {
  const { userId, password } = asked
  const email = readOwnEmail(asked.email)
  if (!email.ok) return err({ error: email.error })
  const { hash } = await credentialOf(db, userId)
  const proven = await provePassword({ db, passwords }, { userId, password, hash }, now)
  if (!proven.ok) return proven
  return db.transaction(async (tx) => {
    await hold(tx, userId)
    await hold(tx, email.value)
    // Who changes the password waits for this, or has: of a link that was asked for under the old one he knows (ACCT-24).
    const known = await tx.query(`select from credentials where user_id = $1 and password_hash = $2 for share`, [
      userId,
      hash,
    ])
    if (known.length === 0) return err<AskRefusal>({ error: 'CURRENT_PASSWORD_WRONG' })
    // Of one account as of one address: nobody fills strangers' mailboxes through us.
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
      return err<AskRefusal>({ error: 'EMAIL_LIMIT', details, retryAfterSeconds: waitSeconds })
    }
    // Accounts cost nothing: whoever has many must not fill many strangers' mailboxes either.
    const seconds = await takeMessage(tx, asked.address, messages, now)
    if (seconds > 0) return err<AskRefusal>({ error: 'RATE_LIMITED', retryAfterSeconds: seconds })
    await cancelWaiting(tx, userId, now)
    await send(tx, { kind: 'address', to: email.value, userId }, now)
    return ok(undefined)
  })
}

/** Links that wait to be opened are worth nothing any more. */
export const cancelWaiting = (sql: Sql, userId: string, now: Date): Promise<number> =>
  sql.change(
    `update recovery_requests set used_at = $2, unsent = null, next_at = null
      where user_id = $1 and kind = 'address' and used_at is null`,
    [userId, now],
  )

/** No link for a new password goes to an address any more; the one that was taken away is told. */
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

/** Makes an address the account's, for who opened the link that was sent there. */
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
    // Said to the owner of the mailbox alone.
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
  // Links that went to the old address lead nowhere any more.
  await tx.change(
    `update recovery_requests set used_at = $2, unsent = null, next_at = null
      where user_id = $1 and kind = 'email' and used_at is null`,
    [userId, now],
  )
  // Where there was no other address, the phone is told: what a thief leaves behind must not go unnoticed.
  const to = isDerivedEmail(before.email) ? before.phone : before.email
  await send(tx, { kind: 'changed', to, userId }, now)
}

/** A job sends it. */
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

/** Of several at once for one address, or by one account, each counts those before it. */
const hold = (tx: Tx, subject: string): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 21))`, [subject])

const validSince = (now: Date): Date => new Date(now.getTime() - RECOVERY_LASTS_MS)
