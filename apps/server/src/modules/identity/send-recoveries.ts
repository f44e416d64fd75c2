import { nextSendingMs, RECOVERY_LASTS_MS } from '@mupiira/domain/identity/recovery.ts'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import { takeDue } from '../../kernel/jobs/queue.ts'
import type { Log } from '../../kernel/log.ts'
import type { Mails, SendOutcome, TextMessages } from './ports.ts'

const AT_ONCE = 20
/** Longer than either adapter waits for an answer. */
const LEASE_MS = 30_000

export type RecoverySending = {
  readonly db: Db
  readonly log: Log
  readonly texts: TextMessages
  readonly mails: Mails
  /** Where the link leads: `https://host`. */
  readonly origin: string
  readonly productName: string
}

type Due = {
  readonly id: string
  readonly kind: 'sms' | 'email'
  readonly recipient: string
  readonly unsent: string
  readonly sendings: number
}

/** Sends the codes and links that are due. Who has no account is sent nothing, and his wish rests. */
export async function sendRecoveries(parts: RecoverySending, now: Date): Promise<void> {
  const taken = await takeDue<Due>(parts.db, {
    table: 'recovery_request',
    now,
    leaseMs: LEASE_MS,
    most: AT_ONCE,
    columns: 'id, kind, recipient, unsent, sendings',
  })
  await Promise.all(taken.map((due) => sendOne(parts, due, now)))
}

async function sendOne(parts: RecoverySending, due: Due, now: Date): Promise<void> {
  const userId = await ownerOf(parts.db, due)
  if (userId === null) return rest(parts.db, due, { userId, sentAt: null })
  const outcome = await message(parts, due)
  if (outcome.kind === 'sent') return rest(parts.db, due, { userId, sentAt: now })
  const againInMs = outcome.kind === 'retry' ? nextSendingMs(due.sendings + 1) : null
  parts.log.warn({ recovery: due.id, reason: outcome.reason, again: againInMs !== null }, 'a recovery was not sent')
  if (againInMs === null) return rest(parts.db, due, { userId, sentAt: null })
  await parts.db.change(`update recovery_request set sendings = sendings + 1, next_at = $2 where id = $1`, [
    due.id,
    new Date(now.getTime() + againInMs),
  ])
}

/** The account of a number; of an address when exactly one has it, and it is not the derived one (AUTH-38). */
async function ownerOf(sql: Sql, { kind, recipient }: Due): Promise<string | null> {
  const rows = await sql.query<{ id: string }>(
    kind === 'sms'
      ? `select id from profiles where phone_number = $1`
      : `select id from profiles where lower(email) = $1 and email not like '%@phone.invalid' limit 2`,
    [recipient],
  )
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

async function message({ texts, mails, origin, productName }: RecoverySending, due: Due): Promise<SendOutcome> {
  const hours = RECOVERY_LASTS_MS / 3_600_000
  if (due.kind === 'sms') {
    const text = `${due.unsent} is your ${productName} code for a new password, good for ${hours} hours. Nobody of ours will ever ask you for it.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  const text = [
    `Somebody asked for a new password of your ${productName} account.`,
    `To choose one, open this link within ${hours} hours:`,
    // Behind the # it reaches neither a log nor another site.
    `${origin}/reset-password#${due.unsent}`,
    'If it was not you, do nothing: your password stays as it is.',
  ].join('\n\n')
  return mails.send({ to: due.recipient, subject: `${productName}: choose a new password`, text })
}

async function rest(sql: Sql, { id }: Due, end: { userId: string | null; sentAt: Date | null }): Promise<void> {
  await sql.change(
    `update recovery_request set next_at = null, unsent = null, user_id = $2, sent_at = $3 where id = $1`,
    [id, end.userId, end.sentAt],
  )
}

export const pruneRecoveries = (sql: Sql, now: Date): Promise<number> =>
  sql.change(`delete from recovery_request where created_at < $1`, [new Date(now.getTime() - 2 * RECOVERY_LASTS_MS)])
