import { createHash, randomInt } from 'node:crypto'
import {
  CODE_DIGITS,
  MOST_SENT,
  type Recipient,
  SENT_WITHIN_MS,
  secondsUntilNextSent,
} from '@mupiira/domain/identity/recovery.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { IdentityParts } from './parts.ts'
import { takeMessage } from './login-throttling.ts'
import { hashToken, newToken } from './tokens.ts'

export type Asked =
  | { readonly browserToken: string | null }
  | { readonly refused: 'RECOVERY_LIMIT' | 'RATE_LIMITED'; readonly waitSeconds: number }

/** Hashes the code with the browser's token, so that a database reader cannot try a million codes. */
export const hashCode = (token: string, code: string): Buffer =>
  createHash('sha256').update(`${token}:${code}`).digest()

/**
 * Stores a password recovery request; a job sends it (AUTH-35 to AUTH-38). The work and the response are the same with or
 * without an account, so neither reveals whether an account exists.
 */
export async function requestRecovery(
  { db, messages }: Pick<IdentityParts, 'db' | 'messages'>,
  recipient: Recipient,
  address: string,
  now: Date,
): Promise<Asked> {
  const to = recipient.kind === 'sms' ? recipient.phoneNumber : recipient.email
  const token = newToken()
  const code = recipient.kind === 'sms' ? String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0') : null
  return db.transaction(async (tx) => {
    // Serializes concurrent requests for one recipient, so that each counts the earlier ones.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 20))`, [to])
    const sent = await tx.query<{ created_at: Date }>(
      `select created_at from recovery_requests
        where recipient = $1 and kind = $4 and created_at > $2 order by created_at desc limit $3`,
      [to, new Date(now.getTime() - SENT_WITHIN_MS), MOST_SENT, recipient.kind],
    )
    const waitSeconds = secondsUntilNextSent(
      sent.map((row) => row.created_at),
      now,
    )
    if (waitSeconds > 0) return { refused: 'RECOVERY_LIMIT', waitSeconds }
    const seconds = await takeMessage(tx, address, messages, now)
    if (seconds > 0) return { refused: 'RATE_LIMITED', waitSeconds: seconds }
    await tx.change(
      `insert into recovery_requests (id, kind, recipient, token_hash, code_hash, unsent, next_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [newId(), recipient.kind, to, hashToken(token), code === null ? null : hashCode(token, code), code ?? token, now],
    )
    // A link's token is only in the mail; a code's token is only in the browser.
    return { browserToken: code === null ? null : token }
  })
}

/** Ends the open recovery requests of an account after a password change. Returns their ids. */
export async function endRecoveries(tx: Tx, userId: string, now: Date): Promise<ReadonlySet<string>> {
  const ended = await tx.query<{ id: string }>(
    `update recovery_requests set used_at = $2, unsent = null, next_at = null
      where user_id = $1 and used_at is null and kind <> 'changed' returning id`,
    [userId, now],
  )
  return new Set(ended.map(({ id }) => id))
}
