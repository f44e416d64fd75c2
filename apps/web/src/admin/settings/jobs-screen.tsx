import { useQuery } from '@tanstack/react-query'
import type { FailingJob } from '@mupiira/contract/admin-tasks.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { failingJobsQuery } from '../kit/list-queries.ts'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'

const nextText = ({ nextAt }: FailingJob): string =>
  nextAt === null ? 'At its next scheduled time' : dateTimeText(nextAt)

const COLUMNS: readonly Column<FailingJob>[] = [
  { id: 'job', title: 'Job', value: ({ name }) => name },
  { id: 'failed', title: 'Last failed', phone: 'below', value: ({ failedAt }) => new Date(failedAt) },
  {
    id: 'runs',
    title: 'Failed runs',
    phone: 'aside',
    value: ({ runs }) => runs,
    align: 'end',
  },
  { id: 'next', title: 'Next attempt', phone: 'below-end', value: nextText },
]

/** Jobs whose last run failed. */
export function JobsScreen() {
  const query = useQuery(failingJobsQuery)
  const params = useListParams()
  return (
    <ConsolePage
      title="Failing jobs"
      end={
        <ButtonLink variant="secondary" href="/admin/settings">
          Settings
        </ButtonLink>
      }
    >
      <Loaded query={query} what="the jobs" skeleton={<Skeleton className="h-24 w-full" />}>
        {({ items }) => (
          <>
            {items.length > 0 && (
              <p className="text-14 text-muted">
                A failed job is repeated by itself. If it keeps failing, search the server’s log for its name.
              </p>
            )}
            <RowTable
              name="failing jobs"
              columns={COLUMNS}
              rows={items}
              rowKey={({ name }) => name}
              params={params}
              fileName="mupiira-failing-jobs"
              empty={{ title: 'No failing jobs', text: 'The last run of every job succeeded.' }}
            />
          </>
        )}
      </Loaded>
    </ConsolePage>
  )
}
