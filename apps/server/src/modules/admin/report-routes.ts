import { type DayReport, exportDayReport, getDayReport } from '@mupiira/contract/admin-report.ts'
import { reportLines } from '@mupiira/domain/money/day-report.ts'
import { byProduct } from '@mupiira/domain/money/figures.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { type NameDeps, namesOf } from './named-entries.ts'
import { reportCsv } from './report-csv.ts'

export type ReportDeps = NameDeps & {
  readonly listActions: Audit['reads']['list']
  readonly betting: Pick<Betting, 'administration'>
  readonly wallet: Pick<Wallet, 'ledger'>
}

/** Maximum number of actions without approval in the report. The audit log lists all of them. */
const MAX_WITHOUT_APPROVAL = 200

const NO_DAY = {
  error: 'INVALID_FIELDS',
  errors: [{ path: 'day', message: 'is not a valid date (YYYY-MM-DD)' }],
} as const
const shown = (amount: bigint): number => ugxToNumber(ugx(amount))

/** The daily report: the sums of the ledger's transfers of a day in Kampala. */
export function reportRoutes(deps: ReportDeps): readonly Route[] {
  const { listActions, betting, wallet } = deps
  async function actionsWithoutApproval(day: Date): Promise<DayReport['doneAlone']> {
    const period = { from: day, until: startOfNextDay(day) }
    const found = await listActions({ page: 1, pageSize: MAX_WITHOUT_APPROVAL, doneAlone: true, ...period })
    if (!found.ok) throw new Error('the list of actions of a day was refused')
    const entries = found.value.items
    const nameIn = await namesOf(deps, entries)
    return entries.map(({ createdAt, action, reason, ...entry }) => {
      const { actor, subject } = nameIn(entry)
      return {
        at: createdAt.toISOString(),
        by: actor,
        action,
        subject: entry.subject,
        reason,
        subjectName: subject,
      }
    })
  }

  async function reportOf(key: string, now: Date): Promise<DayReport | null> {
    const day = startOfDayKey(key)
    if (day === null) return null
    const [{ transfers, accounts }, bonusCost, doneAlone] = await Promise.all([
      wallet.ledger.day(day),
      betting.administration.history.bonusesOn(day),
      actionsWithoutApproval(day),
    ])
    const lines = reportLines(transfers)
    const shownParts = ({ sportsbook, aviator }: ReturnType<typeof byProduct>) => {
      return { sportsbook: shown(sportsbook), aviator: shown(aviator) }
    }
    return {
      day: key,
      isOver: startOfNextDay(day) <= now,
      asOf: now.toISOString(),
      lines: lines.map(({ amount, ...line }) => ({ ...line, amount: shown(amount) })),
      bonusCost: ugxToNumber(bonusCost),
      payouts: shownParts(byProduct('payouts', lines)),
      grossGamingRevenue: shownParts(byProduct('grossGamingRevenue', lines)),
      accounts: accounts.map(({ account, opening, closing, ...moved }) => ({
        account,
        opening: shown(opening),
        in: shown(moved.in),
        out: shown(moved.out),
        closing: shown(closing),
      })),
      movements: transfers.map(({ amount, ...transfer }) => ({ ...transfer, amount: shown(amount) })),
      doneAlone,
    }
  }

  return [
    route(getDayReport, async ({ query, now }) => {
      const report = await reportOf(query.day, now)
      return report === null ? NO_DAY : { status: 200, body: report }
    }),
    route(exportDayReport, async ({ query, now }) => {
      const report = await reportOf(query.day, now)
      return report === null ? NO_DAY : { file: reportCsv(report) }
    }),
  ]
}
