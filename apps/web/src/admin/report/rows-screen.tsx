import { useQuery } from '@tanstack/react-query'
import { FIGURE_IDS, FIGURES } from '@mupiira/domain/money/figures.ts'
import { BALANCE_FIGURES, ROW_GROUPINGS } from '@mupiira/domain/money/profit-and-loss.ts'
import { groupName } from '@mupiira/domain/money/profit-groups.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { useNow } from '../../shared/clock.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { ChoiceFilter, DayFilter } from '../kit/filters.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { writtenDate } from '../kit/typed-date.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { ROW_COLUMNS, rowKey } from './row-columns.tsx'
import { ReportLinks } from './report-links.tsx'
import { rowsQuery } from './report-query.ts'

/** The figures of one player are on the account. */
const LISTED = FIGURE_IDS.filter((id) => id !== 'netResult')
const CHOICES = LISTED.map((id) => [id === 'turnover' ? '' : id, FIGURES[id].name] as const)

/** The rows behind a figure, with their sum. `?figure=&from=&to=&by=&key=` */
export function RowsScreen() {
  const params = useListParams()
  const today = dayKey(useNow(60_000))
  const figure = LISTED.find((id) => id === params.get('figure')) ?? 'turnover'
  const by = ROW_GROUPINGS.find((each) => each === params.get('by'))
  const key = params.get('key')
  const group = by === undefined || key === '' ? null : { by, key }
  const filter = { figure, from: params.get('from') || today, to: params.get('to') || today, ...group }
  const query = useQuery(rowsQuery(filter, params.page, params.pageSize))
  const isNow = (BALANCE_FIGURES as readonly string[]).includes(figure)
  const days =
    filter.from === filter.to ? writtenDate(filter.from) : `${writtenDate(filter.from)} to ${writtenDate(filter.to)}`
  return (
    <ConsolePage title={FIGURES[figure].name} end={<ReportLinks current="rows" />}>
      <p className="max-w-prose text-14 text-muted">
        {FIGURES[figure].definition} {`Formula: ${FIGURES[figure].formula}.`}
      </p>
      <KeyFigures>
        <KeyFigure name={`${FIGURES[figure].name}, the sum of all rows`} note={isNow ? 'now' : days}>
          {query.data === undefined ? '–' : <Money amount={query.data.sum} signed={query.data.sum < 0} />}
        </KeyFigure>
        {group !== null && <KeyFigure name="Only">{groupName(group.by, group.key)}</KeyFigure>}
      </KeyFigures>
      <ListTable
        name="rows of a figure"
        query={query}
        columns={ROW_COLUMNS}
        sorts={NO_SORTS}
        rowKey={rowKey}
        params={params}
        hasPageSizes
        filters={
          <>
            <ChoiceFilter params={params} name="figure" label="Figure" choices={CHOICES} />
            {!isNow && <DayFilter params={params} name="from" label="From" defaultDay={filter.from} />}
            {!isNow && <DayFilter params={params} name="to" label="To" defaultDay={filter.to} />}
          </>
        }
        file={{ path: '/api/admin/figures/rows/export', query: filter, what: 'Rows' }}
        empty={{ title: 'No rows', text: 'This figure is zero in this period.' }}
      />
    </ConsolePage>
  )
}

const NO_SORTS: readonly never[] = []
