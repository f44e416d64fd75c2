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

/** Of the code together with its browser's token: whoever reads the database cannot try the million codes. */
export const hashCode = (token: string, code: string): Buffer =>
  createHash('sha256').update(`${token}:${code}`).digest()

/**
 * Writes a wish for a new password down; a job sends it (AUTH-35 to AUTH-38). It does the same work whoever is asked
 * for, so that neither the answer nor its time tells of an account.
 */
export async function askRecovery(
  { db, messages }: Pick<IdentityParts, 'db' | 'messages'>,
  recipient: Recipient,
  address: string,
  now: Date,
): Promise<Asked> {
  const to = recipient.kind === 'sms' ? recipient.phoneNumber : recipient.email
  const token = newToken()
  const code = recipient.kind === 'sms' ? String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0') : null
  return db.transaction(async (tx) => {
    // Of many at once for one recipient each counts those before it.
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
    // The token of a link is in the mail alone; that of a code in the browser alone.
    return { browserToken: code === null ? null : token }
  })
}

/** A new password makes worthless whatever was asked for under the one before, by whomever; answers which. */
export async function endRecoveries(tx: Tx, userId: string, now: Date): Promise<ReadonlySet<string>> {
  const ended = await tx.query<{ id: string }>(
    `update recovery_requests set used_at = $2, unsent = null, next_at = null
      where user_id = $1 and used_at is null and kind <> 'changed' returning id`,
    [userId, now],
  )
  return new Set(ended.map(({ id }) => id))
}
