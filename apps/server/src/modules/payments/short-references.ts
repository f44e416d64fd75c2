import { randomBytes } from 'node:crypto'
import { RANDOM_CHARACTERS, shortReferenceFrom } from '@mupiira/domain/payments/short-reference.ts'
import type { TransactionType } from '@mupiira/domain/ticket/states.ts'
import { isUniqueViolation } from '../../kernel/db/failures.ts'

/** A random short reference. A unique index guards against duplicates. */
export const newShortReference = (type: TransactionType): string =>
  shortReferenceFrom(type, randomBytes(RANDOM_CHARACTERS))

/**
 * Runs the transaction of a request again if its short reference is taken: once in 17,000 requests at 2 million
 * payments.
 */
export async function retryTakenReference<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (!isUniqueViolation(error, 'transactions_short_reference_key')) throw error
    return transaction()
  }
}
