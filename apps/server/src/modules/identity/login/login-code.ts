import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, SENT_WITHIN_MS } from '@mupiira/domain/identity/recovery.ts'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Db, Sql } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { IdentityDeps } from '../deps.ts'
import { type Budget, reserveFailure, takeMessage } from './login-throttling.repository.ts'
import {
  countTry,
  insertRequest,
  lockRecipient,
  openLoginCodes,
  secondsUntilNext,
  uncountTry,
} from '../recovery/recovery.repository.ts'
import { newToken } from '../sessions/tokens.ts'

/** A code is valid as long as the limit of sent codes counts it, so a number at its limit always has a valid code. */
const VALID_MS = SENT_WITHIN_MS
/** Wrong codes per code, from all networks together. */
const MAX_TRIES = 30
/** Wrong codes per number from one network. */
const TRIES: Budget = { free: 5, firstWaitSeconds: 60, longestWaitSeconds: 3_600, forgottenAfterSeconds: 3 * 3_600 }

/** The code belongs to the number, so any browser can use it: an attacker who requests codes sends them to the owner. */
const hashOf = (key: string, phone: string, code: string): Buffer =>
  createHmac('sha256', key).update(`login code ${phone} ${code}`).digest()

type Parts = Pick<IdentityDeps, 'codeKey' | 'messages'>
type Limit = { readonly error: 'RECOVERY_LIMIT' | 'RATE_LIMITED'; readonly waitSeconds: number }

/** Sends a code for a login from an unknown device. The result is the same whether or not the account exists. */
export function requestLoginCode(
  { codeKey, db, messages }: Parts & { readonly db: Db },
  phone: PhoneNumber,
  address: string,
  now: Date,
): Promise<Result<void, Limit>> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return db.transaction(async (tx) => {
    await lockRecipient(tx, phone)
    const waitSeconds = await secondsUntilNext(tx, { kind: 'login', recipient: phone }, now)
    if (waitSeconds > 0) return err<Limit>({ error: 'RECOVERY_LIMIT', waitSeconds })
    const seconds = await takeMessage(tx, address, messages, now)
    if (seconds > 0) return err<Limit>({ error: 'RATE_LIMITED', waitSeconds: seconds })
    const stored = { text: code, hash: hashOf(codeKey, phone, code) }
    await insertRequest(tx, { kind: 'login', recipient: phone, token: newToken(), code: stored }, now)
    return ok(undefined)
  })
}

/** Checks a code; the password is compared only after it. Attempts are limited per network, so attackers cannot use up the owner's. */
export async function checkLoginCode(
  db: Sql,
  { codeKey }: Pick<Parts, 'codeKey'>,
  attempt: { readonly phone: PhoneNumber; readonly code: string; readonly address: string },
  now: Date,
): Promise<Result<void, { readonly waitSeconds: number }>> {
  const { phone, code, address } = attempt
  const waitSeconds = await reserveFailure(db, `code:${phone}:${networkOf(address)}`, TRIES, now)
  if (waitSeconds > 0) return err({ waitSeconds })
  const given = hashOf(codeKey, phone, code.replace(/\D/g, ''))
  const since = new Date(now.getTime() - VALID_MS)
  for (const { id, codeHash } of await openLoginCodes(db, phone, since, MAX_TRIES)) {
    // Counted before the comparison, so that concurrent attempts all count.
    if (codeHash === null || !(await countTry(db, id, MAX_TRIES)) || !timingSafeEqual(codeHash, given)) continue
    await uncountTry(db, id, MAX_TRIES)
    return ok(undefined)
  }
  return err({ waitSeconds: 0 })
}
