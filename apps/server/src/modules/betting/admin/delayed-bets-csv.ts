import { rejectionText } from '@mupiira/domain/in-play/delayed-bet-texts.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { formatDecimal } from '@mupiira/domain/money/ugx.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import { everyPage } from '../../../kernel/db/list-page.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { code, type CsvRow } from '../../../kernel/http/files/csv.ts'
import type { Identity, PlayerName } from '../../identity/index.ts'
import { type DelayedBetFilter, delayedBetsOnPage } from '../delayed-bets/bet-list.repository.ts'
import type { DelayedBetRow } from '../delayed-bets/delayed-bets.repository.ts'

export const DELAYED_BET_HEADINGS = [
  'Requested At (EAT)',
  'User',
  'Stake (UGX)',
  'Requested Odds',
  'Accepted Odds',
  'State',
  'Reason',
  'Decided At (EAT)',
  'Selections',
]

type Deps = { readonly db: Sql; readonly profiles: Identity['profiles'] }

/** All bets on live games that match, newest first, read page by page. */
export async function* delayedBetRows({ db, profiles }: Deps, filter: DelayedBetFilter): AsyncGenerator<CsvRow> {
  for await (const rows of everyPage((pageRequest) => delayedBetsOnPage(db, filter, pageRequest))) {
    const names = await profiles.names([...new Set(rows.map(({ userId }) => userId))])
    for (const row of rows) yield rowOf(row, names.get(row.userId))
  }
}

const rowOf = (bet: DelayedBetRow, user: PlayerName | undefined): CsvRow => [
  sortableDateTime(bet.createdAt),
  code(user?.username ?? bet.userId),
  formatDecimal(bet.stake),
  bet.requestedOdds,
  bet.acceptedOdds ?? '',
  bet.state,
  bet.rejectedBecause === null ? '' : rejectionText(bet.rejectedBecause),
  bet.decidedAt === null ? '' : sortableDateTime(bet.decidedAt),
  bet.atRequest.legs
    .map(({ match, market, label }) => `${match}: ${marketDefinition(market).name}, ${label}`)
    .join('; '),
]
