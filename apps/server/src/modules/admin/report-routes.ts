import { type DayReport, exportDayReport, getDayReport } from '@mupiira/contract/desk-report.ts'
import { grossRevenueOf, reportLines } from '@mupiira/domain/money/day-report.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { beginCsv } from '../../kernel/http/csv.ts'
import { type Route, route, streamRoute } from '../../kernel/http/route.ts'
import type { Betting } from '../betting/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { reportCsv } from './report-csv.ts'

export type ReportDoors = {
  readonly betting: { readonly history: Pick<Betting['history'], 'bonusesOn'> }
  readonly wallet: Pick<Wallet, 'ledgerDay'>
}

const NO_DAY = { error: 'INVALID_FIELDS', errors: [{ path: '/day', message: 'is not a day' }] } as const
const shown = (amount: bigint): number => ugxToNumber(ugx(amount))

/** The day's report: the ledger's own transfers of a day in Kampala, added up. */
export function reportRoutes({ betting, wallet }: ReportDoors): readonly Route[] {
  async function reportOf(key: string, now: Date): Promise<DayReport | null> {
    const day = startOfDayKey(key)
    if (day === null) return null
    const [{ transfers, accounts }, bonuses] = await Promise.all([
      wallet.ledgerDay(day),
      betting.history.bonusesOn(day),
    ])
    const lines = reportLines(transfers)
    const { sportsbook, aviator } = grossRevenueOf(lines)
    return {
      day: key,
      isOver: startOfNextDay(day) <= now,
      asOf: now.toISOString(),
      lines: lines.map(({ amount, ...line }) => ({ ...line, amount: shown(amount) })),
      bonuses: ugxToNumber(bonuses),
      grossRevenue: { sportsbook: shown(sportsbook), aviator: shown(aviator) },
      accounts: accounts.map(({ account, opening, closing, ...moved }) => ({
        account,
        opening: shown(opening),
        in: shown(moved.in),
        out: shown(moved.out),
        closing: shown(closing),
      })),
      movements: transfers.map(({ amount, ...transfer }) => ({ ...transfer, amount: shown(amount) })),
    }
  }

  return [
    route(getDayReport, async ({ query, now }) => {
      const report = await reportOf(query.day, now)
      return report === null ? NO_DAY : { status: 200, body: report }
    }),
    streamRoute(exportDayReport, async ({ query, now }, { response }) => {
      const report = await reportOf(query.day, now)
      if (report === null) return NO_DAY
      beginCsv(response, `day-report-${report.day}.csv`)
      response.end(reportCsv(report))
      return undefined
    }),
  ]
}
