import { useQuery } from '@tanstack/react-query'
import type { CareReport as Report } from '@mupiira/contract/chat.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Fact, Facts, KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { FilterBar, PeriodFilter } from '../kit/filters.tsx'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { writtenDate } from '../kit/typed-date.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { secondsText } from './case-texts.ts'
import { careReportQuery } from './chat-queries.ts'

type Day = Report['days'][number]

const COLUMNS: readonly Column<Day>[] = [
  { id: 'day', title: 'Day', value: ({ day }) => day, cell: ({ day }) => writtenDate(day) },
  { id: 'opened', title: 'Conversations', phone: 'aside', value: ({ opened }) => opened, align: 'end' },
  { id: 'answered', title: 'Answered', value: ({ answered }) => answered, align: 'end' },
  { id: 'closed', title: 'Closed', value: ({ closed }) => closed, align: 'end' },
  {
    id: 'first',
    title: 'First answer',
    phone: 'below',
    value: ({ firstAnswerSeconds }) => firstAnswerSeconds,
    cell: ({ firstAnswerSeconds }) => secondsText(firstAnswerSeconds),
    align: 'end',
  },
  {
    id: 'slow',
    title: '90 % answered within',
    value: ({ slowAnswerSeconds }) => slowAnswerSeconds,
    cell: ({ slowAnswerSeconds }) => secondsText(slowAnswerSeconds),
    align: 'end',
  },
  {
    id: 'resolution',
    title: 'Time to close',
    phone: 'below-end',
    value: ({ resolutionSeconds }) => resolutionSeconds,
    cell: ({ resolutionSeconds }) => secondsText(resolutionSeconds),
    align: 'end',
  },
]

/** How fast customer care answers and closes conversations. Its period is in the address. */
export function CareReport({ onClose }: { readonly onClose: () => void }) {
  const params = useListParams('view')
  const query = useQuery(careReportQuery(params.query('from', 'to')))
  return (
    <Dialog title="Answer times" open onClose={onClose} layout="wide">
      <div className="flex min-h-(--screen) flex-col gap-3 p-4">
        <FilterBar>
          <PeriodFilter params={params} />
        </FilterBar>
        <p className="text-12 text-muted">
          Without a period, the last 30 days. A conversation begins with its first message and counts on that day. The
          times are medians.
        </p>
        <Loaded query={query} what="the report" skeleton={<Skeleton className="h-100 w-full" />}>
          {({ total, days, staff }) => (
            <>
              <KeyFigures>
                <KeyFigure name="Conversations">{total.opened.toLocaleString('en-UG')}</KeyFigure>
                <KeyFigure name="First answer" note={`90 % within ${secondsText(total.slowAnswerSeconds)}`}>
                  {secondsText(total.firstAnswerSeconds)}
                </KeyFigure>
                <KeyFigure name="Time to close" note={`${total.closed.toLocaleString('en-UG')} closed`}>
                  {secondsText(total.resolutionSeconds)}
                </KeyFigure>
              </KeyFigures>
              <RowTable
                name="answer times"
                columns={COLUMNS}
                rows={days}
                rowKey={({ day }) => day}
                params={params}
                fileName="mupiira-answer-times"
                empty={{ title: 'No conversations', text: 'No conversation began in this period.' }}
              />
              <div className="contents">
                {staff.length > 0 && (
                  <Facts title="Closed by">
                    {staff.map(({ name, closed }, at) => (
                      <Fact key={at} name={name}>
                        {closed.toLocaleString('en-UG')}
                      </Fact>
                    ))}
                  </Facts>
                )}
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}
