import type { TicketSelection } from '@mupiira/contract/tickets.ts'
import { formatDecimal } from '@mupiira/domain/money/ugx.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { displayPhone, reachableEmail } from '@mupiira/domain/phone/phone.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import { TICKET_STATUS_TEXTS } from '@mupiira/domain/ticket/status-texts.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { ListCursor } from '../../../kernel/db/list-page.ts'
import { code, csvFile, type CsvRow } from '../../../kernel/http/files/csv.ts'
import type { FileAnswer } from '../../../kernel/http/route.ts'
import type { TicketHistory } from '../history/ticket-history.ts'
import type { ExportedTicket, TicketFilter } from '../history/ticket-list.repository.ts'
import { stakePartsOf } from '../tickets/tickets.repository.ts'
import type { Identity, PlayerName } from '../../identity/index.ts'
import type { RecordRows } from '../../audit/index.ts'

const ROWS_AT_ONCE = 1_000
/**
 * The columns up to "Updated At" are prescribed. Times are in East Africa Time. The potential win is that of the stake
 * left, and the payout includes partial cash-outs.
 */
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
  'Phone',
  'Selections',
  'Stake Left (UGX)',
  'Partial Cashouts (UGX)',
]

type Deps = {
  readonly history: TicketHistory
  readonly profiles: Identity['profiles']
  readonly recordRows: RecordRows
}

/** All tickets that match, newest first, written as they are read: an export is never held in memory (ADMT-23). */
export const ticketsCsv = (deps: Deps, filter: TicketFilter, name: string): FileAnswer =>
  csvFile(name, HEADINGS, deps.recordRows(ticketRows(deps, filter)))

async function* ticketRows({ history, profiles }: Deps, filter: TicketFilter): AsyncGenerator<CsvRow> {
  let after: ListCursor | null = null
  for (;;) {
    const rows: readonly ExportedTicket[] = await history.next(filter, after, ROWS_AT_ONCE)
    const names = await profiles.names([...new Set(rows.map(({ userId }) => userId))])
    const selections = await history.selections(rows.map(({ id }) => id))
    for (const row of rows) yield rowOf(row, names.get(row.userId), selections.get(row.id) ?? [])
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1) ?? null
  }
}

const rowOf = (
  ticket: ExportedTicket,
  user: PlayerName | undefined,
  selections: readonly TicketSelection[],
): CsvRow => [
  code(ticket.bookingCode),
  code(user?.username ?? ticket.userId),
  reachableEmail(user?.email ?? '') ?? '',
  formatDecimal(ticket.totalStake),
  formatOdds(oddsFromNumber(Number(ticket.totalOdds))),
  formatDecimal(ticket.potentialWin),
  ticket.payout === null ? '' : formatDecimal(ticket.payout),
  TICKET_STATUS_TEXTS[ticket.status],
  sortableDateTime(ticket.createdAt),
  sortableDateTime(ticket.updatedAt),
  displayPhone(user?.phoneNumber ?? ''),
  selections.map(selectionText).join('; '),
  formatDecimal(stakeLeft(stakePartsOf(ticket))),
  formatDecimal(ticket.cashedOut),
]

/** "Vipers SC vs KCCA FC: Moneyline, Vipers SC @ 2.10 (WON)" */
const selectionText = ({ match, marketName, selectionLabel, odds, label }: TicketSelection): string =>
  `${match}: ${marketName}, ${selectionLabel} @ ${formatOdds(oddsFromNumber(odds))} (${label})`
