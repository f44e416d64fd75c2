import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { advisoryKey } from '../../../kernel/db/locks.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import { newId } from '../../../kernel/ids.ts'
import type { PaymentDeps } from '../deps.ts'

/** `own-number`: proves the number of an account. `opt-out`: its owner accepts no payment requests of other accounts. */
export type CodePurpose = 'own-number' | 'opt-out'

const SENT_WITHIN_MS = 3 * HOUR_MS
/**
 * Anyone can request opt-out codes to a number. A code stays valid while the limit counts it, so the owner of a number at
 * its limit has a valid code.
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
    for (const subject of [`codes to ${phoneNumber}`, `codes by ${network}`]) {
      await tx.query('select pg_advisory_xact_lock($1)', [advisoryKey(subject)])
    }
    const now = kernel.clock.now()
    const sent = await tx.first(
      sentCodes({ purpose, phoneNumber, network, since: new Date(now.getTime() - SENT_WITHIN_MS) }),
    )
    if (sent === undefined || sent.toNumber >= MAX_SENT_TO_NUMBER || sent.unusedOfNetwork >= MAX_UNUSED_OF_NETWORK)
      return false
    const id = newId()
    const hash = hashOf(kernel.config.sessionSecret, id, code)
    await tx.change(insertCode({ id, purpose, phoneNumber, userId, network, hash, now }))
    return true
  })
  if (!stored) return err({ code: 'RATE_LIMITED', retryAfterSeconds: SENT_WITHIN_MS / 1_000 })
  await texts.send({ to: phoneNumber, text: TEXT[purpose](code) })
  return ok(undefined)
}

/** Uses up a code. Wrong attempts are counted, and only the latest code of a number is valid. */
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
  const latest = await tx.first(
    latestCode({ purpose, phoneNumber, userId, since: new Date(now.getTime() - VALID_MS[purpose]) }),
  )
  if (latest === undefined || latest.used_at !== null || latest.attempts >= MAX_ATTEMPTS) return err('CODE_WRONG')
  const isCorrect = latest.code_hash.equals(hashOf(kernel.config.sessionSecret, latest.id, given.code))
  await tx.change(countAttempt({ id: latest.id, usedAt: isCorrect ? now : null }))
  return isCorrect ? ok(undefined) : err('CODE_WRONG')
}

const hashOf = (secret: string, id: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`phone code ${id} ${code}`).digest()

const sentCodes = statement(
  (p: Params<{ purpose: CodePurpose; phoneNumber: string; network: string; since: Date }>) => sql<{
    toNumber: number
    unusedOfNetwork: number
  }>`
    select count(*) filter (where phone_number = ${p.phoneNumber} and purpose = ${p.purpose})::int as "toNumber",
           count(*) filter (where network = ${p.network} and used_at is null)::int as "unusedOfNetwork"
      from phone_codes
     where (phone_number = ${p.phoneNumber} or network = ${p.network}) and created_at > ${p.since}`,
)

const insertCode = statement(
  (
    p: Params<{
      id: string
      purpose: CodePurpose
      phoneNumber: string
      userId: string | null
      network: string
      hash: Buffer
      now: Date
    }>,
  ) =>
    q.insertInto('phone_codes').values({
      id: p.id,
      purpose: p.purpose,
      phone_number: p.phoneNumber,
      user_id: p.userId,
      network: p.network,
      code_hash: p.hash,
      created_at: p.now,
    }),
)

const latestCode = statement(
  (p: Params<{ purpose: CodePurpose; phoneNumber: string; userId: string | null; since: Date }>) =>
    q
      .selectFrom('phone_codes')
      .select(['id', 'code_hash', 'attempts', 'used_at'])
      .where('phone_number', '=', p.phoneNumber)
      .where('purpose', '=', p.purpose)
      .where(sql<boolean>`user_id is not distinct from ${p.userId}::uuid`)
      .where('created_at', '>', p.since)
      .orderBy('created_at', 'desc')
      .limit(1)
      .forUpdate(),
)

const countAttempt = statement((p: Params<{ id: string; usedAt: Date | null }>) =>
  q
    .updateTable('phone_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), used_at: p.usedAt }))
    .where('id', '=', p.id),
)
