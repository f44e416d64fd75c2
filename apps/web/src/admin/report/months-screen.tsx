import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ListedMonth } from '@mupiira/contract/admin-closings.ts'
import { FIGURES, type FigureId } from '@mupiira/domain/money/figures.ts'
import { monthName } from '@mupiira/domain/money/months.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { ReportLinks } from './report-links.tsx'
import { monthsQuery } from './report-query.ts'

/** The ended months with their closings. Each opens its page. */
export function MonthsScreen() {
  const params = useListParams()
  const query = useQuery(monthsQuery)
  return (
    <ConsolePage title="Month closing" end={<ReportLinks current="months" />}>
      <p className="max-w-prose text-14 text-muted">
        Finance closes a month when no difference with a provider and no payment without a result is left. The closing
        stores the figures; later postings are shown as a difference.
      </p>
      <Loaded query={query} what="the months" skeleton={<Skeleton className="h-100 w-full" />}>
        {({ items }) => (
          <RowTable
            name="months"
            params={params}
            columns={COLUMNS}
            rows={items}
            rowKey={({ month }) => month}
            fileName="mupiira-months"
            empty={{ title: 'No month has ended', text: 'The first month appears here when it is over.' }}
          />
        )}
      </Loaded>
    </ConsolePage>
  )
}

export function monthState({ closing, isRequested }: ListedMonth): 'Closed' | 'Waits for approval' | 'Open' {
  if (closing !== null) return 'Closed'
  return isRequested ? 'Waits for approval' : 'Open'
}

export const MonthBadge = ({ month }: { readonly month: ListedMonth }) => {
  const state = monthState(month)
  return <Badge tone={state === 'Closed' ? 'muted' : 'live'}>{state}</Badge>
}

const figureColumn = (figure: FigureId, phone: 'below' | 'below-end'): Column<ListedMonth> => ({
  id: figure,
  title: FIGURES[figure].name,
  value: ({ closing }) => closing?.figures[figure] ?? null,
  cell: ({ closing }) => {
    const amount = closing?.figures[figure]
    return amount === undefined ? '–' : <Money amount={amount} signed={amount < 0} />
  },
  align: 'end',
  phone,
})

const COLUMNS: readonly Column<ListedMonth>[] = [
  {
    id: 'month',
    title: 'Month',
    value: ({ month }) => month,
    cell: ({ month }) => (
      <Link href={`/admin/reports/months/${month}`} className="inline-flex min-h-6 items-center underline">
        {monthName(month)}
      </Link>
    ),
  },
  { id: 'state', title: 'State', value: monthState, phone: 'aside', cell: (month) => <MonthBadge month={month} /> },
  figureColumn('grossGamingRevenue', 'below'),
  figureColumn('netGamingRevenue', 'below-end'),
  {
    id: 'closed',
    title: 'Closed',
    value: ({ closing }) => (closing === null ? null : new Date(closing.at)),
  },
  { id: 'by', title: 'Closed by', value: ({ closing }) => closing?.by ?? null },
]
