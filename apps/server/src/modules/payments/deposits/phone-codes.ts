import { createHmac, randomInt } from 'node:crypto'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { lockName } from '../../../kernel/db/locks.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/access/network.ts'
import { newId } from '../../../kernel/ids.ts'
import type { PaymentDeps } from '../deps.ts'
import { type CodePurpose, countSentCodes, insertCode, lockLatestCode, saveAttempt } from './phone-codes.repository.ts'

const SENT_WITHIN_MS = 3 * HOUR_MS
/**
 * Anyone can request opt-out codes to a number. A code stays valid while the limit counts it, so the owner of a number
 * at its limit has a valid code.
 */
const VALID_MS: { readonly [purpose in CodePurpose]: number } = {
  'own-number': 15 * MINUTE_MS,
  'opt-out': SENT_WITHIN_MS,
}
const MAX_SENT_TO_NUMBER = 3
/** Only unused codes count, because carriers put thousands of phones behind one address. */
const MAX_UNUSED_OF_NETWORK = 20
const MAX_ATTEMPTS = 5

const TEXT: { readonly [purpose in CodePurpose]: (code: string) => string } = {
  'own-number': (code) => `${code} confirms that this is your Mupiira number. Never share this code.`,
  'opt-out': (code) =>
    `${code} stops payment requests from other people's Mupiira accounts to your phone. Never share this code.`,
}

export type CodeRequest = {
  readonly purpose: CodePurpose
  readonly phoneNumber: PhoneNumber
  readonly userId: string | null
  readonly address: string
}

/**
 * Sends a code by SMS, at most three in three hours per number and purpose: others can request opt-out codes,
 * and must not use up the codes of the owner's account.
 */
export async function sendPhoneCode(
  { kernel, texts }: Pick<PaymentDeps, 'kernel' | 'texts'>,
  { purpose, phoneNumber, userId, address }: CodeRequest,
): Promise<Result<void, { readonly code: 'RATE_LIMITED'; readonly retryAfterSeconds: number }>> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const network = networkOf(address)
  const stored = await kernel.db.transaction(async (tx) => {
    await lockName(tx, `codes to ${phoneNumber}`)
    await lockName(tx, `codes by ${network}`)
    const now = kernel.clock.now()
    const since = new Date(now.getTime() - SENT_WITHIN_MS)
    const sent = await countSentCodes(tx, { purpose, phoneNumber, network, since })
    if (sent.toNumber >= MAX_SENT_TO_NUMBER || sent.unusedOfNetwork >= MAX_UNUSED_OF_NETWORK) return false
    const id = newId()
    const hash = hashOf(kernel.config.sessionSecret, id, code)
    await insertCode(tx, { id, purpose, phoneNumber, userId, network, hash, now })
    return true
  })
  if (!stored) return err({ code: 'RATE_LIMITED', retryAfterSeconds: SENT_WITHIN_MS / 1_000 })
  await texts.send({ to: phoneNumber, text: TEXT[purpose](code) })
  return ok(undefined)
}

/** Uses up a code. Wrong attempts are counted, and only the latest code of the account for the number is valid. */
export async function usePhoneCode(
  { kernel }: Pick<PaymentDeps, 'kernel'>,
  tx: Tx,
  given: {
    readonly purpose: CodePurpose
    readonly phoneNumber: string
    readonly userId: string | null
    readonly code: string
  },
): Promise<Result<void, 'CODE_WRONG'>> {
  const now = kernel.clock.now()
  const { purpose, phoneNumber, userId } = given
  const since = new Date(now.getTime() - VALID_MS[purpose])
  const latest = await lockLatestCode(tx, { purpose, phoneNumber, userId, since })
  if (latest === undefined || latest.usedAt !== null || latest.attempts >= MAX_ATTEMPTS) return err('CODE_WRONG')
  const isCorrect = latest.hash.equals(hashOf(kernel.config.sessionSecret, latest.id, given.code))
  await saveAttempt(tx, latest.id, isCorrect ? now : null)
  return isCorrect ? ok(undefined) : err('CODE_WRONG')
}

const hashOf = (secret: string, id: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`phone code ${id} ${code}`).digest()
