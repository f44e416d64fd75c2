import type { Kernel } from '../../../kernel/kernel.ts'
import {
  BET_MONEY_ROLLUPS,
  type BetGroup,
  type BetGrouping,
  moneyByDay,
  moneyByGroup,
  moneyRows,
  openTicketRows,
  type RowsRequest,
} from './bet-money.repository.ts'

type Range = { readonly from: Date; readonly until: Date }

/** The money of sports bets, from the ledger and from settlements, divided among the legs of each bet. */
export function createBetMoney({ db, rollups }: Pick<Kernel, 'db' | 'rollups'>) {
  BET_MONEY_ROLLUPS.forEach(rollups.add)
  return {
    byGroup: (by: BetGrouping, range: Range) => moneyByGroup(db, by, range),
    /** The lines of each day: of one group, or settled stakes and bonuses of all sports bets. */
    byDay: (range: Range, group: BetGroup | null) => moneyByDay(db, range, group),
    rows: (request: RowsRequest, group: BetGroup | null) => moneyRows(db, request, group),
    openTickets: (request: { readonly limit: number; readonly offset: number }) => openTicketRows(db, request),
  }
}
