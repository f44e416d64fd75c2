import { formatDecimal } from '@mupiira/domain/money/ugx.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { ListCursor } from '../../../kernel/db/list-page.ts'
import { code, csvFile, type CsvRow } from '../../../kernel/http/csv.ts'
import type { FileAnswer } from '../../../kernel/http/route.ts'
import type { TicketHistory } from '../history/create-history.ts'
import type { ExportedTicket, TicketFilter } from '../history/ticket-list.repository.ts'
import type { Identity, PlayerName } from '../../identity/index.ts'
import type { RecordRows } from '../../audit/index.ts'

const ROWS_AT_ONCE = 1_000
/** ADMT-24 prescribes these names. Times are in East Africa Time. */
const HEADINGS = [
  'Booking Code',
  'User',
  'Email',
  'Stake (UGX)',
  'Odds',
  'Potential Win (UGX)',
  'Payout (UGX)',
  'Status',
  'Created At',
  'Updated At',
]

type Deps = {
  readonly history: TicketHistory
  readonly identity: Pick<Identity, 'profiles'>
  readonly recordRows: RecordRows
}

/** All tickets that match, newest first, written as they are read: an export is never held in memory (ADMT-23). */
export const ticketsCsv = (deps: Deps, filter: TicketFilter, name: string): FileAnswer =>
  csvFile(name, HEADINGS, deps.recordRows(ticketRows(deps, filter)))

async function* ticketRows({ history, identity }: Deps, filter: TicketFilter): AsyncGenerator<CsvRow> {
  let after: ListCursor | null = null
  for (;;) {
    const rows: readonly ExportedTicket[] = await history.next(filter, after, ROWS_AT_ONCE)
    const names = await identity.profiles.names([...new Set(rows.map(({ userId }) => userId))])
    for (const row of rows) yield rowOf(row, names.get(row.userId))
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1) ?? null
  }
}

const rowOf = (ticket: ExportedTicket, user: PlayerName | undefined): CsvRow => [
  code(ticket.bookingCode),
  user?.username ?? ticket.userId,
  user?.email ?? '',
  formatDecimal(ticket.totalStake),
  formatOdds(oddsFromNumber(Number(ticket.totalOdds))),
  formatDecimal(ticket.potentialWin),
  ticket.payout === null ? '' : formatDecimal(ticket.payout),
  ticket.status,
  sortableDateTime(ticket.createdAt),
  sortableDateTime(ticket.updatedAt),
]
