import type { ServerResponse } from 'node:http'
import { formatDecimal } from '@mupiira/domain/money/ugx.ts'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import { beginCsv, csvLine, writeCsv } from '../../kernel/http/csv.ts'
import type { Betting, ExportedTicket, PlaceInHistory, TicketFilter } from '../betting/index.ts'
import type { Identity, PlayerName } from '../identity/index.ts'

const ROWS_AT_ONCE = 1_000
/** ADMT-24: these names, so that none says which time zone it is (Kampala's). */
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

type Deps = { readonly betting: Pick<Betting, 'history'>; readonly identity: Pick<Identity, 'names'> }

/** Writes all tickets that pass as they are read, newest first: no export is ever whole in memory (ADMT-23). */
export async function writeTicketsCsv(
  { betting, identity }: Deps,
  response: ServerResponse,
  filter: TicketFilter,
  name: string,
): Promise<void> {
  beginCsv(response, name)
  response.write(csvLine(HEADINGS))
  let after: PlaceInHistory | null = null
  for (;;) {
    const rows: readonly ExportedTicket[] = await betting.history.next(filter, after, ROWS_AT_ONCE)
    const people = await identity.names([...new Set(rows.map(({ userId }) => userId))])
    const text = rows.map((row) => lineOf(row, people.get(row.userId))).join('')
    if (text !== '' && !(await writeCsv(response, text))) return
    after = rows.at(-1) ?? null
    if (rows.length < ROWS_AT_ONCE) break
  }
  response.end()
}

const lineOf = (ticket: ExportedTicket, user: PlayerName | undefined): string =>
  csvLine([
    ticket.bookingCode,
    user?.username ?? ticket.userId,
    user?.email ?? '',
    formatDecimal(ticket.totalStake),
    formatOdds(oddsFromNumber(Number(ticket.totalOdds))),
    formatDecimal(ticket.potentialWin),
    ticket.payout === null ? '' : formatDecimal(ticket.payout),
    ticket.status,
    sortableDateTime(ticket.createdAt),
    sortableDateTime(ticket.updatedAt),
  ])
