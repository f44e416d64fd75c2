import { nextSendingMs, RECOVERY_LASTS_MS } from '@mupiira/domain/identity/recovery.ts'
import { isDerivedEmail, maskPhone, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import type { Db, Sql, Tx } from '../../kernel/db/sql.ts'
import { takeDue } from '../../kernel/jobs/queue.ts'
import type { Log } from '../../kernel/log.ts'
import type { Mails, SendOutcome, TextMessages } from './ports.ts'

const AT_ONCE = 20
/** Longer than the timeouts of both adapters. */
const LEASE_MS = 30_000

export type RecoverySending = {
  readonly db: Db
  readonly log: Log
  readonly texts: TextMessages
  readonly mails: Mails
  /** The origin of links: `https://host`. */
  readonly origin: string
  readonly productName: string
}

type Due = {
  readonly id: string
  /** `address`: confirm an address. `changed`: notify the old address, or the phone if there was none (AUTH-38). */
  readonly kind: 'sms' | 'email' | 'address' | 'changed'
  readonly recipient: string
  readonly unsent: string
  readonly user_id: string | null
  readonly sendings: number
}
type Owner = { readonly id: string; readonly phoneNumber: string }

/** Sends due codes and links. A request without an account is not sent. */
export async function sendRecoveries(parts: RecoverySending, now: Date): Promise<void> {
  const taken = await takeDue<Due>(parts.db, {
    table: 'recovery_requests',
    now,
    leaseMs: LEASE_MS,
    most: AT_ONCE,
    columns: 'id, kind, recipient, unsent, user_id, sendings',
  })
  await Promise.all(taken.map((due) => sendOne(parts, due, now)))
}

async function sendOne(parts: RecoverySending, due: Due, now: Date): Promise<void> {
  const owner = await ownerOf(parts.db, due)
  if (owner === null) return rest(parts.db, due, null)
  const outcome = await message(parts, due, owner)
  if (outcome.kind === 'sent') return rest(parts.db, due, now)
  const againInMs = outcome.kind === 'retry' ? nextSendingMs(due.sendings + 1) : null
  parts.log.warn({ recovery: due.id, reason: outcome.reason, again: againInMs !== null }, 'a recovery was not sent')
  if (againInMs === null) return rest(parts.db, due, null)
  // A cancelled request has nothing left to send.
  await parts.db.change(
    `update recovery_requests set sendings = sendings + 1, next_at = $2 where id = $1 and used_at is null`,
    [due.id, new Date(now.getTime() + againInMs)],
  )
}

async function ownerOf(db: Db, due: Due): Promise<Owner | null> {
  if (due.kind === 'sms' || due.kind === 'email') return db.transaction((tx) => assign(tx, due))
  const [owner] = await db.query<Owner>(`select id, phone_number as "phoneNumber" from profiles where id = $1`, [
    due.user_id,
  ])
  return owner ?? null
}

/**
 * Assigns a request to the account with its number, or to the only account with its confirmed address (AUTH-38). Runs
 * before sending, so that a password or address change also cancels unsent requests. A request older than the current
 * password is assigned to no account.
 */
async function assign(tx: Tx, { id, kind, recipient }: Due): Promise<Owner | null> {
  if (kind === 'email' && isDerivedEmail(recipient)) return null
  const condition = kind === 'sms' ? 'p.phone_number = $1' : 'lower(p.email) = $1'
  const [owner, another] = await tx.query<Owner & { readonly changedAt: Date }>(
    `select p.id, p.phone_number as "phoneNumber", c.changed_at as "changedAt"
       from profiles p join credentials c on c.user_id = p.id where ${condition} limit 2 for share`,
    [recipient],
  )
  if (owner === undefined || another !== undefined) return null
  const assigned = await tx.change(
    `update recovery_requests set user_id = $2 where id = $1 and used_at is null and created_at >= $3`,
    [id, owner.id, owner.changedAt],
  )
  return assigned === 1 ? owner : null
}

async function message(
  { texts, mails, origin, productName }: RecoverySending,
  due: Due,
  owner: Owner,
): Promise<SendOutcome> {
  const hours = RECOVERY_LASTS_MS / 3_600_000
  const account = `${productName} account with the number ${maskPhone(owner.phoneNumber)}`
  if (due.kind === 'sms') {
    const text = `${due.unsent} is your ${productName} code for a new password, valid for ${hours} hours. Our staff will never ask you for it.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  if (due.kind === 'address') {
    const text = [
      `This address was entered to recover the ${account}.`,
      `If this is your account, open this link within ${hours} hours:`,
      `${origin}/confirm-email#${due.unsent}`,
      'If it is not, ignore this e-mail. The address will not be used.',
    ].join('\n\n')
    return mails.send({ to: due.recipient, subject: `${productName}: confirm your e-mail address`, text })
  }
  if (due.kind === 'changed' && due.recipient === owner.phoneNumber) {
    const text = `A recovery e-mail address was added to your ${productName} account. If this was not you, remove it under "Password and sessions" and choose a new password.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  if (due.kind === 'changed') {
    const text = [
      `This address can no longer recover the ${account}. It was changed or removed.`,
      'If this was not you, choose a new password at once and contact customer care.',
    ].join('\n\n')
    return mails.send({ to: due.recipient, subject: `${productName}: your e-mail address was changed`, text })
  }
  const text = [
    `A new password was requested for your ${productName} account.`,
    `To choose one, open this link within ${hours} hours:`,
    // The fragment is neither logged nor sent to another site.
    `${origin}/reset-password#${due.unsent}`,
    'If this was not you, ignore this e-mail. Your password stays the same.',
  ].join('\n\n')
  return mails.send({ to: due.recipient, subject: `${productName}: choose a new password`, text })
}

async function rest(sql: Sql, { id }: Due, sentAt: Date | null): Promise<void> {
  await sql.change(`update recovery_requests set next_at = null, unsent = null, sent_at = $2 where id = $1`, [
    id,
    sentAt,
  ])
}

export const pruneRecoveries = (sql: Sql, now: Date): Promise<number> =>
  sql.change(`delete from recovery_requests where created_at < $1`, [new Date(now.getTime() - 2 * RECOVERY_LASTS_MS)])
