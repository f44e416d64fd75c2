import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, MESSAGE_LIMIT_PERIOD_MS } from '@mupiira/domain/identity/recovery.ts'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db, Sql } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/access/network.ts'
import type { IdentityDeps } from '../deps.ts'
import {
  IP_ADDRESS_LIMITS,
  type Budget,
  undoFailedAttempt,
  recordFailedAttempt,
  consumeMessageQuota,
} from './login-throttling.repository.ts'
import {
  recordAttempt,
  insertRequest,
  lockRecipient,
  openLoginCodes,
  secondsUntilNext,
  undoAttempt,
} from '../recovery/recovery.repository.ts'
import type { MessageRefusal } from '../recovery/request-recovery.ts'
import { newToken } from '../sessions/tokens.ts'

/** A code stays valid while the limit of sent codes counts it, so a number at its limit always has a valid code. */
const VALID_MS = MESSAGE_LIMIT_PERIOD_MS
/**
 * The maximum number of wrong attempts for one code, from all networks together. The chance to guess a six-digit code
 * is 300 in a million per code, less than one in a hundred for the 24 codes of a day, and a guessed code only allows
 * ten wrong passwords. A smaller limit would let an attacker with a few networks use up the codes of the owner.
 */
const MAX_TRIES = 300
/** Wrong attempts for one number from one network. */
const TRIES: Budget = { free: 5, firstWaitSeconds: 60, longestWaitSeconds: 3_600, resetAfterSeconds: 3 * 3_600 }

/**
 * A code is bound to the number only, so any browser can use it. Codes that an attacker requests still go to the owner.
 */
const hashOf = (key: string, phone: string, code: string): Buffer =>
  createHmac('sha256', key).update(`login code ${phone} ${code}`).digest()

type Parts = Pick<IdentityDeps, 'clock' | 'codeKey' | 'messages'>

/** Sends a code for a login from an unknown device. The result is the same whether or not the account exists. */
export function requestLoginCode(
  { clock, codeKey, db, messages }: Parts & { readonly db: Db },
  phone: PhoneNumber,
  address: string,
): Promise<Result<void, MessageRefusal>> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return db.transaction(async (tx) => {
    await lockRecipient(tx, phone)
    const now = clock.now()
    const waitSeconds = await secondsUntilNext(tx, { kind: 'login', recipient: phone }, now)
    if (waitSeconds > 0) return err<MessageRefusal>({ code: 'RECOVERY_LIMIT', waitSeconds })
    const seconds = await consumeMessageQuota(tx, address, messages, now)
    if (seconds > 0) return err<MessageRefusal>({ code: 'RATE_LIMITED', waitSeconds: seconds })
    const stored = { text: code, hash: hashOf(codeKey, phone, code) }
    await insertRequest(tx, { kind: 'login', recipient: phone, token: newToken(), code: stored }, now)
    return ok(undefined)
  })
}

/**
 * Checks a code before the password is compared. Attempts are limited per network, so attackers cannot use up the
 * owner's attempts.
 */
export async function checkLoginCode(
  db: Sql,
  { codeKey }: Pick<Parts, 'codeKey'>,
  attempt: { readonly phone: PhoneNumber; readonly code: string; readonly address: string },
  now: Date,
): Promise<Result<void, { readonly waitSeconds: number }>> {
  const { phone, code, address } = attempt
  const network = networkOf(address)
  const codes = await openLoginCodes(db, phone, new Date(now.getTime() - VALID_MS), MAX_TRIES)
  // Counted per network only, so that invented numbers do not fill the table.
  if (codes.length === 0)
    return err({ waitSeconds: await recordFailedAttempt(db, `code:${network}`, IP_ADDRESS_LIMITS, now) })
  const byNumber = `code:${phone}:${network}`
  const waitSeconds = await recordFailedAttempt(db, byNumber, TRIES, now)
  if (waitSeconds > 0) return err({ waitSeconds })
  const given = hashOf(codeKey, phone, code.replace(/\D/g, ''))
  // Count the attempt before the comparison, so that concurrent attempts all count.
  const counted: typeof codes = []
  for (const open of codes) if (await recordAttempt(db, open.id, MAX_TRIES)) counted.push(open)
  const isCorrect = counted.some(({ codeHash }) => codeHash !== null && timingSafeEqual(codeHash, given))
  if (!isCorrect) return err({ waitSeconds: 0 })
  for (const { id } of counted) await undoAttempt(db, id, MAX_TRIES)
  await undoFailedAttempt(db, byNumber, now)
  return ok(undefined)
}
