import {
  closeMonth,
  exportMonthFigures,
  getMonth,
  listMonths,
  type ListedMonth,
  type MonthFigure,
} from '@mupiira/contract/admin-closings.ts'
import { MONTH_FIGURE_LIST } from '@mupiira/contract/list-columns.ts'
import { endedMonths, type Month, MONTH_FIGURES, monthKey, monthOf } from '@mupiira/domain/money/months.ts'
import { type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { exportList } from '../../audit/index.ts'
import type { ConsoleApprovals } from '../approvals.ts'
import { type FigureDeps, presentRows } from '../figures/figure-routes.ts'
import { rowOfPosting } from '../figures/figure-rows.ts'
import { presentAmounts } from '../figures/profit-and-loss.ts'
import { type ClosingDeps, createMonthClosing, figuresOfMonth, openMatters } from './close-month.ts'
import { type Closing, closings } from './closings.repository.ts'

/** Two years of months are listed. */
const MONTHS = 24
const MAX_ROWS = 500

const UNKNOWN_MONTH = {
  error: 'INVALID_FIELDS',
  errors: [{ path: 'month', message: 'is not a month (YYYY-MM)' }],
} as const

/** The closing of months by finance. */
export function closingRoutes(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  deps: ClosingDeps & FigureDeps,
  approvals: ConsoleApprovals,
): readonly Route[] {
  const { clock, db } = kernel
  const closing = createMonthClosing(kernel, deps, approvals)

  async function requestedMonths(): Promise<ReadonlySet<string>> {
    const waiting = await approvals.fourEyes.waiting()
    return new Set(
      waiting.flatMap(({ kind, subject }) => (kind === 'close-month' ? subject.slice('month:'.length) : [])),
    )
  }

  async function present(months: readonly string[], closed: readonly Closing[]): Promise<ListedMonth[]> {
    const [requested, names] = await Promise.all([
      requestedMonths(),
      deps.identity.profiles.fullNames(
        closed.flatMap(({ closedBy, approvedBy }) => [closedBy, approvedBy ?? closedBy]),
      ),
    ])
    const byMonth = new Map(closed.map((each) => [each.month, each]))
    return months.map((month) => {
      const found = byMonth.get(month)
      return {
        month,
        closing: found === undefined ? null : presentClosing(found, names),
        isRequested: requested.has(month),
      }
    })
  }

  /** Postings of the month that were written after its closing and change its figures. */
  async function rowsAfter({ from, until }: Month, found: Closing | undefined) {
    if (found === undefined) return []
    const postings = await deps.wallet.ledger.rows.writtenAfter({
      from,
      until,
      after: found.lastPosting,
      limit: MAX_ROWS,
    })
    return presentRows(deps, postings.map(rowOfPosting))
  }

  return [
    route(listMonths, async ({ now }) => {
      const [closed, first] = await Promise.all([closings(db), deps.wallet.ledger.rows.first()])
      const since = monthKey(first ?? now)
      const months = [
        ...new Set([
          ...endedMonths(now, MONTHS).filter((month) => month >= since),
          ...closed.map(({ month }) => month),
        ]),
      ]
      return { status: 200, body: { items: await present(months.toSorted().toReversed(), closed) } }
    }),

    route(getMonth, async ({ params, now }) => {
      const month = monthOf(params.month)
      if (month === null) return UNKNOWN_MONTH
      const closed = await closings(db)
      const found = closed.find(({ month: key }) => key === month.key)
      const [[listed], figures, open, rowsAfterClosing] = await Promise.all([
        present([month.key], closed),
        figuresOfMonth(deps, month, now),
        openMatters(deps, month),
        rowsAfter(month, found),
      ])
      return {
        status: 200,
        body: {
          month: month.key,
          closing: listed?.closing ?? null,
          isRequested: listed?.isRequested === true,
          isOver: month.until <= now,
          now: presentAmounts(figures),
          open: {
            cases: open.cases.map(({ id, kind, provider, day }) => ({ id, kind, provider, day })),
            payments: open.payments,
            paymentCount: open.paymentCount,
          },
          rowsAfterClosing,
        },
      }
    }),

    route(exportMonthFigures, async (call) => {
      const month = monthOf(call.query.month)
      if (month === null) return UNKNOWN_MONTH
      const closed = await closings(db)
      const [listed] = await present([month.key], closed)
      const figures = presentAmounts(await figuresOfMonth(deps, month, call.now))
      const rows = [
        MONTH_FIGURES.map((figure): MonthFigure => {
          const stored = listed?.closing ?? null
          return {
            month: month.key,
            figure,
            now: figures[figure] ?? 0,
            atClosing: stored === null ? null : (stored.figures[figure] ?? 0),
            closedAt: stored?.at ?? null,
            closedBy: stored?.by ?? null,
            reason: stored?.reason ?? null,
          }
        }),
      ]
      const file = {
        name: `month-${month.key}`,
        action: 'figure.export-month',
        columns: MONTH_FIGURE_LIST,
        rows,
      } as const
      return exportList({ clock, db, audit: deps.audit }, call, file)
    }),

    route(closeMonth, async (call): Promise<Outcome<typeof closeMonth>> => {
      const month = monthOf(call.params.month)
      if (month === null) return UNKNOWN_MONTH
      const done = await closing.close(month, { ...call.body, by: staffOf(call) })
      if (done.ok) {
        return done.value === null
          ? { status: 200, body: { approvalId: null } }
          : { status: 202, body: { approvalId: done.value } }
      }
      const { code, ...details } = done.error
      return { error: code, details }
    }),
  ]
}

const presentClosing = (
  { figures, closedAt, closedBy, approvedBy, reason }: Closing,
  names: ReadonlyMap<string, string>,
): NonNullable<ListedMonth['closing']> => ({
  at: closedAt.toISOString(),
  by: names.get(closedBy) ?? '',
  approvedBy: approvedBy === null ? null : (names.get(approvedBy) ?? ''),
  reason,
  figures: presentAmounts(figures),
})
