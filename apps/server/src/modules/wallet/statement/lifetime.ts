import type { StatementTotals } from '@mupiira/contract/wallet.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { OpenStakes } from '../ports.ts'
import { entryAtPlace, EVERYTHING } from './statement.repository.ts'
import { readTotals } from './statement.ts'

/** The sums of an account read at most this many of its newest entries, so that the request stays fast. */
const MAX_ENTRIES = 20_000

export type Lifetime = {
  readonly totals: StatementTotals
  /** The time of the first counted entry, if there are more entries than are counted. */
  readonly since: Date | null
}

/** The sums of an account since it exists. */
export async function readLifetime(
  db: Sql,
  userId: string,
  openStakes: OpenStakes,
  maxEntries = MAX_ENTRIES,
): Promise<Lifetime> {
  const [first, omitted] = await Promise.all([
    entryAtPlace(db, userId, maxEntries - 1),
    entryAtPlace(db, userId, maxEntries),
  ])
  const isCapped = first !== null && omitted !== null
  const range = isCapped ? { ...EVERYTHING, first: first.id } : EVERYTHING
  return { totals: await readTotals(db, userId, range, openStakes), since: isCapped ? first.createdAt : null }
}
