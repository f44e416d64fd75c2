import { nextSendingMs, RECOVERY_LASTS_MS } from '@mupiira/domain/identity/recovery.ts'
import { isDerivedEmail, maskPhone, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import type { Db, Sql, Tx } from '../../kernel/db/sql.ts'
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
  /** `address`: to be confirmed; `changed`: no longer the account's, or to its phone: the first one (all AUTH-38). */
  readonly kind: 'sms' | 'email' | 'address' | 'changed'
  readonly recipient: string
  readonly unsent: string
  readonly user_id: string | null
  readonly sendings: number
}
type Owner = { readonly id: string; readonly phoneNumber: string }

/** Sends the codes and links that are due. Who has no account is sent nothing, and his wish rests. */
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
  // What was cancelled meanwhile has nothing left to send.
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
 * Gives a wish to the account of its number; of its address when exactly one has it, and it is not the derived one
 * (AUTH-38). Before it is sent: a new password, or another address, ends what is on its way as well. A wish from before
 * the present password is nobody's.
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
    const text = `${due.unsent} is your ${productName} code for a new password, good for ${hours} hours. Nobody of ours will ever ask you for it.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  if (due.kind === 'address') {
    const text = [
      `This address was given as the one for the recovery of the ${account}.`,
      `If that is yours, open this link within ${hours} hours:`,
      `${origin}/confirm-email#${due.unsent}`,
      'If it is not, do nothing: the address is not used then.',
    ].join('\n\n')
    return mails.send({ to: due.recipient, subject: `${productName}: confirm your e-mail address`, text })
  }
  if (due.kind === 'changed' && due.recipient === owner.phoneNumber) {
    const text = `An e-mail address for the recovery of your ${productName} account was added. If that was not you, take it away under "Password and sessions" and choose a new password.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  if (due.kind === 'changed') {
    const text = [
      `This address is no longer the one for the recovery of the ${account}: it was changed or taken away.`,
      'If that was not you, choose a new password at once and write to our customer care.',
    ].join('\n\n')
    return mails.send({ to: due.recipient, subject: `${productName}: your e-mail address was changed`, text })
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

async function rest(sql: Sql, { id }: Due, sentAt: Date | null): Promise<void> {
  await sql.change(`update recovery_requests set next_at = null, unsent = null, sent_at = $2 where id = $1`, [
    id,
    sentAt,
  ])
}

export const pruneRecoveries = (sql: Sql, now: Date): Promise<number> =>
  sql.change(`delete from recovery_requests where created_at < $1`, [new Date(now.getTime() - 2 * RECOVERY_LASTS_MS)])
