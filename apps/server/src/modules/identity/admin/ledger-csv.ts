import { entryText } from '@mupiira/domain/money/figure-texts.ts'
import type { StatementEntry } from '@mupiira/contract/wallet.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import { code, csvFile, type CsvRow } from '../../../kernel/http/files/csv.ts'
import type { Period } from '../../../kernel/http/input/day-range.ts'
import type { FileAnswer } from '../../../kernel/http/route.ts'
import type { Wallet } from '../../wallet/index.ts'
import type { RecordRows } from '../../audit/index.ts'

const ROWS_AT_ONCE = 1_000
const HEADINGS = ['Date (EAT)', 'Type', 'Description', 'Amount (UGX)', 'Balance after (UGX)', 'Reference']

/** The ledger entries of an account and a period, newest first, written as they are read. */
export const ledgerCsv = (
  { wallet, recordRows }: { readonly wallet: Pick<Wallet, 'ledger'>; readonly recordRows: RecordRows },
  userId: string,
  period: Period,
  name: string,
): FileAnswer => csvFile(name, HEADINGS, recordRows(ledgerRows(wallet, userId, period)))

async function* ledgerRows(wallet: Pick<Wallet, 'ledger'>, userId: string, period: Period): AsyncGenerator<CsvRow> {
  let after: bigint | null = null
  do {
    const pageRequest = { page: 1, pageSize: ROWS_AT_ONCE, after, isOldestFirst: false, period }
    const { items, hasMore }: Awaited<ReturnType<Wallet['ledger']['page']>> = await wallet.ledger.page(
      userId,
      pageRequest,
    )
    yield* items.map(rowOf)
    const last = items.at(-1)
    after = hasMore && last !== undefined ? BigInt(last.id) : null
  } while (after !== null)
}

const rowOf = (entry: StatementEntry): CsvRow => [
  sortableDateTime(new Date(entry.createdAt)),
  entryText(entry.type),
  entry.description,
  entry.amount.toFixed(2),
  entry.newBalance.toFixed(2),
  code(entry.referenceId ?? ''),
]
