import { nextDeliveryMs, RECOVERY_LIFETIME_MS } from '@mupiira/domain/identity/recovery.ts'
import { isDerivedEmail, maskPhone, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Log } from '../../../kernel/telemetry/log.ts'
import {
  assignOwner,
  type DueMessage,
  finishSending,
  messageOwner,
  type Owner,
  sendAgain,
  takeDueMessages,
} from './recovery.repository.ts'
import type { EmailSender, SendOutcome, SmsSender } from '../ports.ts'

const AT_ONCE = 20

const PRODUCT_NAME = 'Mupiira'

type RecoverySending = {
  readonly db: Db
  readonly log: Log
  readonly texts: SmsSender
  readonly mails: EmailSender
  /** The origin of links: `https://host`. */
  readonly origin: string
}

/** A job that sends due codes and links. A request without an account is not sent. */
export function recoverySender(
  { clock, config, log, workerDb }: Pick<Kernel, 'clock' | 'config' | 'log' | 'workerDb'>,
  ports: Pick<RecoverySending, 'mails' | 'texts'>,
): () => Promise<void> {
  const origin = config.publicOrigin ?? `http://127.0.0.1:${config.port}`
  const parts = { db: workerDb, log, origin, ...ports }
  return () => sendRecoveries(parts, clock.now())
}

async function sendRecoveries(parts: RecoverySending, now: Date): Promise<void> {
  const dueMessages = await takeDueMessages(parts.db, now, AT_ONCE)
  await Promise.all(dueMessages.map((due) => sendOne(parts, due, now)))
}

async function sendOne(parts: RecoverySending, due: DueMessage, now: Date): Promise<void> {
  const owner = await ownerOf(parts.db, due)
  if (owner === null) return void (await finishSending(parts.db, due.id, null))
  const outcome = await message(parts, due, owner)
  if (outcome.kind === 'sent') return void (await finishSending(parts.db, due.id, now))
  const againInMs = outcome.kind === 'retry' ? nextDeliveryMs(due.sendAttempts + 1) : null
  parts.log.warn({ recovery: due.id, reason: outcome.reason, again: againInMs !== null }, 'a code or link was not sent')
  await (againInMs === null
    ? finishSending(parts.db, due.id, null)
    : sendAgain(parts.db, due.id, new Date(now.getTime() + againInMs)))
}

async function ownerOf(db: Db, due: DueMessage): Promise<Owner | null> {
  switch (due.kind) {
    case 'email':
      return isDerivedEmail(due.recipient) ? null : db.transaction((tx) => assignOwner(tx, due))
    case 'sms':
    case 'login':
      return db.transaction((tx) => assignOwner(tx, due))
    default:
      return messageOwner(db, due.userId)
  }
}

async function message({ texts, mails, origin }: RecoverySending, due: DueMessage, owner: Owner): Promise<SendOutcome> {
  const hours = RECOVERY_LIFETIME_MS / 3_600_000
  const account = `${PRODUCT_NAME} account with the number ${maskPhone(owner.phoneNumber)}`
  if (due.kind === 'sms') {
    const text = `${due.unsent} is your ${PRODUCT_NAME} code for a new password, valid for ${hours} hours. Our staff will never ask you for it.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  if (due.kind === 'login') {
    const text = `${due.unsent} is your ${PRODUCT_NAME} login code. Use it with your password. Our staff will never ask you for it.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  if (due.kind === 'recovered') {
    const text = `Your ${PRODUCT_NAME} password was changed with a code sent to this number. All sessions were ended and the recovery email address was removed. If this was not you, contact customer care.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  if (due.kind === 'address') {
    const text = [
      `This address was entered to recover the ${account}.`,
      `If this is your account, open this link within ${hours} hours:`,
      `${origin}/confirm-email#${due.unsent}`,
      'If it is not, ignore this email. The address will not be used.',
    ].join('\n\n')
    return mails.send({ to: due.recipient, subject: `${PRODUCT_NAME}: confirm your email address`, text })
  }
  if (due.kind === 'changed' && due.recipient === owner.phoneNumber) {
    const text = `A recovery email address was added to your ${PRODUCT_NAME} account. If this was not you, remove it under "Password and sessions" and choose a new password.`
    return texts.send({ to: due.recipient as PhoneNumber, text })
  }
  if (due.kind === 'changed') {
    const text = [
      `This address can no longer recover the ${account}. It was changed or removed.`,
      'If this was not you, choose a new password at once and contact customer care.',
    ].join('\n\n')
    return mails.send({ to: due.recipient, subject: `${PRODUCT_NAME}: your email address was changed`, text })
  }
  const text = [
    `A new password was requested for your ${PRODUCT_NAME} account.`,
    `To choose one, open this link within ${hours} hours:`,
    // The fragment is neither logged nor sent to another site.
    `${origin}/reset-password#${due.unsent}`,
    'If this was not you, ignore this email. Your password stays the same.',
  ].join('\n\n')
  return mails.send({ to: due.recipient, subject: `${PRODUCT_NAME}: choose a new password`, text })
}
