import { createHash, randomInt } from 'node:crypto'
import { CODE_DIGITS, type Recipient } from '@mupiira/domain/identity/recovery.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { networkOf } from '../../../kernel/access/network.ts'
import type { IdentityDeps } from '../deps.ts'
import { consumeMessageQuota } from '../login/login-throttling.repository.ts'
import { insertRequest, lockRecipient, secondsUntilNext } from './recovery.repository.ts'
import { newToken } from '../sessions/tokens.ts'

/** The recipient or the network has requested too many codes or links. */
export type MessageRefusal = { readonly code: 'RECOVERY_LIMIT' | 'RATE_LIMITED'; readonly waitSeconds: number }

/** Hashes the code with the browser's token, so that a leaked database does not allow brute-forcing the code. */
export const hashCode = (token: string, code: string): Buffer =>
  createHash('sha256').update(`${token}:${code}`).digest()

/**
 * Stores a password recovery request; a job sends it (AUTH-35 to AUTH-38). The work and the response are the same with
 * or without an account, so neither reveals whether an account exists. Returns the browser's token for a code.
 */
export function requestRecovery(
  { clock, db, messages }: Pick<IdentityDeps, 'clock' | 'db' | 'messages'>,
  recipient: Recipient,
  address: string,
): Promise<Result<{ readonly browserToken: string | null }, MessageRefusal>> {
  const to = recipient.kind === 'sms' ? recipient.phoneNumber : recipient.email
  const token = newToken()
  const code = recipient.kind === 'sms' ? String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0') : null
  return db.transaction(async (tx) => {
    await lockRecipient(tx, to)
    const now = clock.now()
    // A code works only in the browser that requested it, so requests by others must not use up the owner's codes. A
    // link works in any browser.
    const message = { kind: recipient.kind, recipient: to, ...(code === null ? {} : { network: networkOf(address) }) }
    const waitSeconds = await secondsUntilNext(tx, message, now)
    if (waitSeconds > 0) return err<MessageRefusal>({ code: 'RECOVERY_LIMIT', waitSeconds })
    const seconds = await consumeMessageQuota(tx, address, messages, now)
    if (seconds > 0) return err<MessageRefusal>({ code: 'RATE_LIMITED', waitSeconds: seconds })
    const stored = code === null ? {} : { code: { text: code, hash: hashCode(token, code) } }
    await insertRequest(tx, { ...message, token, ...stored }, now)
    // A link's token is only in the mail; a code's token is only in the browser.
    return ok({ browserToken: code === null ? null : token })
  })
}
