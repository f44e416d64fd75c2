import { sql } from 'kysely'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { advisoryKey } from '../../../kernel/db/locks.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import { lastDepositMethod } from '../payments.repository.ts'

/** The number of other people's numbers that one account may charge per day. */
const MAX_NUMBERS_OF_ACCOUNT = 3
/** The limit for a network of client addresses, which a carrier may share among thousands of players. */
const MAX_NUMBERS_OF_NETWORK = 300

export type PayerRefusal = {
  readonly code: 'OWN_NUMBER_FIRST' | 'PAYER_OPTED_OUT' | 'TOO_MANY_PAYERS'
}

type Payer = {
  readonly userId: string
  readonly ownNumber: string | null
  readonly phoneNumber: string
  readonly address: string
}

/**
 * Anyone can register with an unconfirmed number. If its owner has opted out, the account must confirm it
 * before the number gets a prompt.
 */
export async function checkOwnNumber(tx: Tx, userId: string, ownNumber: string): Promise<PayerRefusal | null> {
  const isAccepted = !(await hasOptedOut(tx, ownNumber)) || (await isOwnNumberConfirmed(tx, userId, ownNumber))
  return isAccepted ? null : { code: 'OWN_NUMBER_FIRST' }
}

/**
 * Whether an account may charge a number that is not its own. The owner of the number gets a PIN prompt, and an
 * account that cannot be paid out must not receive money (D51a).
 */
export async function checkPayer(
  tx: Tx,
  { userId, ownNumber, phoneNumber, address }: Payer,
  now: Date,
): Promise<PayerRefusal | null> {
  if (ownNumber === null || !(await isOwnNumberConfirmed(tx, userId, ownNumber))) return { code: 'OWN_NUMBER_FIRST' }
  if (await hasOptedOut(tx, phoneNumber)) return { code: 'PAYER_OPTED_OUT' }
  const network = networkOf(address)
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryKey(`payers of ${network}`)], 'payer-network-lock')
  const since = new Date(now.getTime() - DAY_MS)
  const numbers = await tx.first(otherNumbers({ userId, network, phoneNumber, since }))
  if (numbers === undefined) throw new Error('the count returned no row')
  if (numbers.ofAccount >= MAX_NUMBERS_OF_ACCOUNT || numbers.ofNetwork >= MAX_NUMBERS_OF_NETWORK) {
    return { code: 'TOO_MANY_PAYERS' }
  }
  return null
}

/** Counts a prompt to another person's number. Call it when the request is accepted, under the lock of `checkPayer`. */
export const recordPrompt = (tx: Tx, { userId, phoneNumber, address }: Payer, now: Date): Promise<number> =>
  tx.change(insertPrompt({ userId, network: networkOf(address), phoneNumber, now }))

/** A successful deposit from the own number, or an SMS code, shows that the account can be paid out. */
export const isOwnNumberConfirmed = async (db: Sql, userId: string, ownNumber: string): Promise<boolean> =>
  (await lastDepositMethod(db, userId, ownNumber)) !== null ||
  (await db.first(proof({ userId, phoneNumber: ownNumber }))) !== undefined

const proof = statement((p: Params<{ userId: string; phoneNumber: string }>) =>
  q
    .selectFrom('phone_proofs')
    .select('user_id')
    .where('user_id', '=', p.userId)
    .where('phone_number', '=', p.phoneNumber),
)

const optOut = statement((p: Params<{ phoneNumber: string }>) =>
  q.selectFrom('payer_opt_outs').select('phone_number').where('phone_number', '=', p.phoneNumber),
)

const hasOptedOut = async (db: Sql, phoneNumber: string): Promise<boolean> =>
  (await db.first(optOut({ phoneNumber }))) !== undefined

const otherNumbers = statement(
  (p: Params<{ userId: string; network: string; phoneNumber: string; since: Date }>) => sql<{
    ofAccount: number
    ofNetwork: number
  }>`
    select count(distinct phone_number) filter (where user_id = ${p.userId})::int as "ofAccount",
           count(distinct phone_number) filter (where network = ${p.network})::int as "ofNetwork"
      from payer_prompts
     where (user_id = ${p.userId} or network = ${p.network})
       and created_at > ${p.since} and phone_number <> ${p.phoneNumber}`,
)

const insertPrompt = statement((p: Params<{ userId: string; network: string; phoneNumber: string; now: Date }>) =>
  q
    .insertInto('payer_prompts')
    .values({ user_id: p.userId, network: p.network, phone_number: p.phoneNumber, created_at: p.now }),
)
