import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { lockName } from '../../../kernel/db/locks.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { networkOf } from '../../../kernel/access/network.ts'
import { lastDepositMethod } from '../payments.repository.ts'
import { countOtherNumbers, hasOptedOut, insertPrompt, isConfirmedByCode } from './payers.repository.ts'

/** How many phone numbers of other people one account may charge per day. */
const MAX_NUMBERS_OF_ACCOUNT = 3
/** The limit for an IP network of clients, which a carrier may share among thousands of players. */
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
 * Serialises the prompts of a network to other people's numbers, which `checkPayer` counts. Taken after the account's
 * lock.
 */
export const lockPayers = (tx: Tx, address: string): Promise<void> => lockName(tx, `payers of ${networkOf(address)}`)

/**
 * Whether an account may charge a number that is not its own. The owner of the number gets a PIN prompt, and an account
 * that cannot be paid out must not receive money (D51a). Call it under `lockPayers`.
 */
export async function checkPayer(
  tx: Tx,
  { userId, ownNumber, phoneNumber, address }: Payer,
  now: Date,
): Promise<PayerRefusal | null> {
  if (ownNumber === null || !(await isOwnNumberConfirmed(tx, userId, ownNumber))) return { code: 'OWN_NUMBER_FIRST' }
  if (await hasOptedOut(tx, phoneNumber)) return { code: 'PAYER_OPTED_OUT' }
  const network = networkOf(address)
  const since = new Date(now.getTime() - DAY_MS)
  const numbers = await countOtherNumbers(tx, { userId, network, phoneNumber, since })
  if (numbers.ofAccount >= MAX_NUMBERS_OF_ACCOUNT || numbers.ofNetwork >= MAX_NUMBERS_OF_NETWORK) {
    return { code: 'TOO_MANY_PAYERS' }
  }
  return null
}

/** Counts a prompt to another person's number. Call it when the request is accepted, under the lock of `lockPayers`. */
export const recordPrompt = (tx: Tx, { userId, phoneNumber, address }: Payer, now: Date): Promise<number> =>
  insertPrompt(tx, { userId, network: networkOf(address), phoneNumber, now })

/** A successful deposit from the account's own number, or an SMS code, shows that the account can be paid out. */
export const isOwnNumberConfirmed = async (db: Sql, userId: string, ownNumber: string): Promise<boolean> =>
  (await lastDepositMethod(db, userId, ownNumber)) !== null || (await isConfirmedByCode(db, userId, ownNumber))
