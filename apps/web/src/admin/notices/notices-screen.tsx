import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { NOTICE_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { AdminNotice } from '@mupiira/contract/admin-notices.ts'
import { textOf } from '../../shared/api/errors.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import type { Column } from '../kit/table-columns.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { ListTable } from '../kit/list-table.tsx'
import { act } from '../kit/staff-api.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { PRIORITIES } from './priorities.ts'
import { fetchNotices, noticesQuery } from './notices-query.ts'

const REFRESH_MS = 30_000
/** Higher counts are shown as "10,000+". */
const MAX_SHOWN = 10_000

const COLUMNS: readonly Column<AdminNotice>[] = [
  {
    id: 'date',
    title: 'Sent',
    value: ({ createdAt }) => new Date(createdAt),
    cell: ({ createdAt }) => <span className="md:whitespace-nowrap">{dateTimeText(createdAt)}</span>,
  },
  {
    id: 'text',
    title: 'Text',
    phone: 'below',
    value: ({ message }) => message,
    cell: ({ message }) => <span className="break-words md:block md:min-w-60">{message}</span>,
  },
  {
    id: 'link',
    title: 'Link',
    value: ({ actionUrl }) => actionUrl,
    cell: ({ actionUrl }) => <span className="block break-all md:min-w-24">{actionUrl ?? '–'}</span>,
  },
  {
    id: 'priority',
    title: 'Priority',
    phone: 'aside',
    value: ({ priority }) => PRIORITIES[priority],
    cell: ({ priority }) => <Priority priority={priority} />,
  },
  {
    id: 'shown',
    title: 'Shown to',
    value: ({ shown }) => shown,
    align: 'end',
    cell: ({ shown }) => `${shown.toLocaleString('en-UG')}${shown >= MAX_SHOWN ? '+' : ''}`,
  },
]

const Priority = ({ priority }: Pick<AdminNotice, 'priority'>) => (
  <Badge tone={priority === 'high' ? 'down' : 'muted'}>{PRIORITIES[priority]}</Badge>
)

/** Current and past notices to all players (NOTE-13). */
export function NoticesScreen() {
  const params = useListParams()
  const query = useQuery({
    ...noticesQuery({ ...params.pageQuery, ...params.sortBy(NOTICE_SORTS) }),
    refetchInterval: useAdminPollingMs(REFRESH_MS),
  })
  const [isWriting, setWriting] = useState(false)
  const [noticeToWithdraw, setNoticeToWithdraw] = useState<AdminNotice | null>(null)
  const withdraw = async ({ id }: AdminNotice): Promise<string | null> => {
    try {
      await act('DELETE /api/admin/notices/{id}', { params: { id } })
    } catch (error) {
      return textOf(error, 'The notice could not be withdrawn. Please try again.')
    }
    showToast('success', 'Notice withdrawn.')
    await query.refetch()
    return null
  }
  return (
    <ConsolePage title="Notices" end={<Button onClick={() => setWriting(true)}>New notice</Button>}>
      <ListTable
        name="notices"
        columns={COLUMNS}
        sorts={NOTICE_SORTS}
        csv={{ fileName: 'mupiira-notices', fetchPage: fetchNotices }}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{
          title: 'No notices yet',
          text: 'Every player sees a notice once: immediately in the open app, or on the next visit.',
        }}
        actions={(notice) => (
          <DangerButton icon={Trash2} onClick={() => setNoticeToWithdraw(notice)}>
            Withdraw
          </DangerButton>
        )}
      />
      {isWriting && <NoticeDialog onSent={() => void query.refetch()} onClose={() => setWriting(false)} />}
      {noticeToWithdraw !== null && (
        <ConfirmDialog
          title="Withdraw this notice?"
          verb="Withdraw"
          isDangerous
          onConfirm={() => withdraw(noticeToWithdraw)}
          onClose={() => setNoticeToWithdraw(null)}
        >
          <p className="break-words">“{noticeToWithdraw.message}”</p>
          <p>This removes the notice for every player who has not read it yet.</p>
        </ConfirmDialog>
      )}
    </ConsolePage>
  )
}
