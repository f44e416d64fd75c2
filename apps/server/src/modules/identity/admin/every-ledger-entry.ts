import type { StatementEntry } from '@mupiira/contract/wallet.ts'
import type { Wallet } from '../../wallet/index.ts'

const ROWS_AT_ONCE = 1_000

type Request = Pick<Parameters<Wallet['ledger']['page']>[1], 'period' | 'isOldestFirst'>

/** The ledger entries of an account and a period, read in batches. */
export async function* everyLedgerEntry(
  { ledger }: Pick<Wallet, 'ledger'>,
  userId: string,
  request: Request,
): AsyncGenerator<readonly StatementEntry[]> {
  let after: bigint | null = null
  do {
    const pageRequest = { page: 1, pageSize: ROWS_AT_ONCE, after, ...request }
    const { items, hasMore }: Awaited<ReturnType<Wallet['ledger']['page']>> = await ledger.page(userId, pageRequest)
    yield items
    const last = items.at(-1)
    after = hasMore && last !== undefined ? BigInt(last.id) : null
  } while (after !== null)
}
