import { useQuery } from '@tanstack/react-query'
import type { ProfitAndLoss } from '@mupiira/contract/admin-figures.ts'
import { FIGURES, type FigureId } from '@mupiira/domain/money/figures.ts'
import {
  BALANCE_FIGURES,
  PROFIT_FIGURES,
  PROFIT_GROUPINGS,
  type ProfitGrouping,
} from '@mupiira/domain/money/profit-and-loss.ts'
import { GROUPING_TEXTS } from '@mupiira/domain/money/profit-groups.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { queryText } from '../../shared/api/client.ts'
import { useNow } from '../../shared/clock.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { ExportButton } from '../kit/export-button.tsx'
import { KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { FigureLink } from '../kit/figure-link.tsx'
import { ChipFilter, DayFilter, FilterBar } from '../kit/filters.tsx'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { writtenDate } from '../kit/typed-date.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { ReportLinks } from './report-links.tsx'
import { profitQuery, type ProfitFilter } from './report-query.ts'

const REFRESH_MS = 60_000

/** The figures of any days, by day, product, sport, league or market. `?from=&to=&by=` */
export function ProfitScreen() {
  const params = useListParams()
  const today = dayKey(useNow(REFRESH_MS))
  const by = PROFIT_GROUPINGS.find((each) => each === params.get('by')) ?? 'day'
  const filter = { from: params.get('from') || `${today.slice(0, 8)}01`, to: params.get('to') || today, by }
  const query = useQuery({ ...profitQuery(filter), refetchInterval: filter.to >= today ? REFRESH_MS : false })
  return (
    <ConsolePage
      title="Profit and loss"
      end={
        <>
          <ReportLinks current="profit" />
          <ExportButton
            href={`/api/admin/profit-and-loss.csv${queryText(filter)}`}
            name={`mupiira-profit-and-loss-${filter.from}-${filter.to}-by-${by}.csv`}
            done="Profit and loss exported"
          />
        </>
      }
    >
      <FilterBar>
        <DayFilter params={params} name="from" label="From" defaultDay={filter.from} />
        <DayFilter params={params} name="to" label="To" defaultDay={filter.to} />
        <ChipFilter params={params} name="by" label="Group by" choices={CHOICES} />
      </FilterBar>
      <Loaded query={query} what="the profit and loss" skeleton={<Skeleton className="h-160 w-full" />}>
        {(report) => <Report report={report} />}
      </Loaded>
    </ConsolePage>
  )
}

const CHOICES = PROFIT_GROUPINGS.map(
  (by) => [by === 'day' ? '' : by, `By ${GROUPING_TEXTS[by].toLowerCase()}`] as const,
)

/** The figures above the table. */
const SHOWN: readonly FigureId[] = ['turnover', 'payouts', 'grossGamingRevenue', 'netGamingRevenue']

function Report({ report }: { readonly report: ProfitAndLoss }) {
  const params = useListParams()
  const { from, to, by, total, now } = report
  const period = { from, to }
  return (
    <>
      <KeyFigures>
        {SHOWN.map((figure) => (
          <KeyFigure key={figure} name={FIGURES[figure].name} note={noteOf(figure, total)}>
            <FigureLink figure={figure} {...period} amount={total[figure] ?? 0} />
          </KeyFigure>
        ))}
      </KeyFigures>
      <section aria-labelledby="balances" className="flex flex-col gap-2">
        <h2 id="balances" className="text-16 font-bold">
          Now <span className="text-12 font-normal text-muted">{`as of ${dateTimeText(report.asOf)}`}</span>
        </h2>
        <KeyFigures>
          {BALANCE_FIGURES.map((figure) => (
            <KeyFigure key={figure} name={FIGURES[figure].name}>
              <FigureLink figure={figure} {...period} amount={now[figure] ?? 0} />
            </KeyFigure>
          ))}
        </KeyFigures>
      </section>
      <RowTable
        name="profit and loss"
        key={by}
        params={params}
        columns={COLUMNS[by](period)}
        rows={report.rows}
        rowKey={({ key }) => key}
        fileName={null}
        empty={{ title: 'No bets in this period' }}
      />
      <Totals report={report} />
    </>
  )
}

/** The other figures of the period, in the order of the table. */
function Totals({ report: { from, to, by, total } }: { readonly report: ProfitAndLoss }) {
  return (
    <section aria-labelledby="totals" className="flex flex-col gap-2">
      <h2 id="totals" className="text-16 font-bold">
        Total
      </h2>
      <dl className="grid gap-x-6 rounded-card border border-line bg-raised px-3 py-2 text-14 sm:grid-cols-2 wide:grid-cols-3">
        {PROFIT_FIGURES[by].map((figure) => (
          <div key={figure} className="flex justify-between gap-3 py-1">
            <dt className="text-muted">{FIGURES[figure].name}</dt>
            <dd>
              <FigureLink figure={figure} from={from} to={to} amount={total[figure] ?? 0} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function noteOf(figure: FigureId, { turnover = 0, grossGamingRevenue = 0 }: ProfitAndLoss['total']) {
  if (figure === 'netGamingRevenue') return 'after provider charges and tax'
  if (figure !== 'grossGamingRevenue' || turnover <= 0) return undefined
  return `${((grossGamingRevenue / turnover) * 100).toFixed(1).replace('-', '− ')} % of the turnover`
}

type Row = ProfitAndLoss['rows'][number]
type Period = Pick<ProfitFilter, 'from' | 'to'>

/** The figures that a table does not show at first. */
const HIDDEN: ReadonlySet<FigureId> = new Set(['settledStakes', 'deposits', 'withdrawals', 'withdrawalFees'])
const ON_PHONE: { readonly [figure in FigureId]?: 'aside' | 'below' | 'below-end' } = {
  grossGamingRevenue: 'aside',
  turnover: 'below',
  payouts: 'below-end',
}

function columnsOf(by: ProfitGrouping, period: Period): readonly Column<Row>[] {
  return [
    {
      id: 'name',
      title: GROUPING_TEXTS[by],
      value: ({ name }) => name,
      cell: ({ name }) => (by === 'day' ? writtenDate(name) : name),
    },
    ...PROFIT_FIGURES[by].map((figure): Column<Row> => ({
      id: figure,
      title: FIGURES[figure].name,
      value: ({ figures }) => figures[figure] ?? 0,
      cell: ({ key, figures }) => (
        <>
          {/* Closed rows have several amounts and no heading. */}
          {ON_PHONE[figure] !== undefined && (
            <span className="block text-12 text-muted lg:hidden">{FIGURES[figure].name}</span>
          )}
          {by === 'day' ? (
            <FigureLink figure={figure} from={key} to={key} amount={figures[figure] ?? 0} />
          ) : (
            <FigureLink figure={figure} {...period} by={by} of={key} amount={figures[figure] ?? 0} />
          )}
        </>
      ),
      align: 'end',
      ...(HIDDEN.has(figure) ? { hidden: true as const } : {}),
      ...(ON_PHONE[figure] === undefined ? {} : { phone: ON_PHONE[figure] }),
    })),
  ]
}

const COLUMNS = Object.fromEntries(PROFIT_GROUPINGS.map((by) => [by, (period: Period) => columnsOf(by, period)])) as {
  readonly [by in ProfitGrouping]: (period: Period) => readonly Column<Row>[]
}
