import { NOTICE_LIST } from '@mupiira/contract/list-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { NOTICE_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { AdminNotice } from '@mupiira/contract/admin-notices.ts'
import { textOf } from '../../shared/api/errors.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { counted } from '../../shared/format/counted.ts'
import { useMay } from '../../state/session.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import type { Column } from '../kit/table-columns.ts'
import { BulkDialog } from '../kit/bulk-dialog.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { ListTable } from '../kit/list-table.tsx'
import { act } from '../kit/staff-api.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { PRIORITY_TEXTS } from '@mupiira/domain/notices/notice.ts'
import { noticesQuery } from './notices-query.ts'

const REFRESH_MS = 30_000
/** Higher counts are shown as "10,000+". */
const MAX_SHOWN = 10_000

const COLUMNS: readonly Column<AdminNotice>[] = [
  {
    id: 'date',
    ...NOTICE_LIST.date,
    cell: ({ createdAt }) => <span className="lg:whitespace-nowrap">{dateTimeText(createdAt)}</span>,
  },
  {
    id: 'text',
    ...NOTICE_LIST.text,
    phone: 'below',

    cell: ({ message }) => <span className="break-words lg:block lg:min-w-60">{message}</span>,
  },
  {
    id: 'link',
    ...NOTICE_LIST.link,
    cell: ({ actionUrl }) => <span className="block break-all lg:min-w-24">{actionUrl ?? '–'}</span>,
  },
  {
    id: 'priority',
    ...NOTICE_LIST.priority,
    phone: 'aside',

    cell: ({ priority }) => <Priority priority={priority} />,
  },
  {
    id: 'shown',
    ...NOTICE_LIST.shown,
    align: 'end',
    cell: ({ shown }) => `${shown.toLocaleString('en-UG')}${shown >= MAX_SHOWN ? '+' : ''}`,
  },
]

const Priority = ({ priority }: Pick<AdminNotice, 'priority'>) => (
  <Badge tone={priority === 'high' ? 'down' : 'muted'}>{PRIORITY_TEXTS[priority]}</Badge>
)

/** Current and past notices to all players (NOTE-13). */
export function NoticesScreen() {
  const params = useListParams()
  const query = useQuery({
    ...noticesQuery({ ...params.pageQuery, ...params.sortBy(NOTICE_SORTS) }),
    refetchInterval: useAdminPollingMs(REFRESH_MS),
  })
  const isEditor = useMay()('admin:notices:edit')
  const [isWriting, setWriting] = useState(false)
  const [selected, setSelected] = useState<readonly AdminNotice[]>([])
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
    <ConsolePage title="Notices" end={isEditor && <Button onClick={() => setWriting(true)}>New notice</Button>}>
      <ListTable
        name="notices"
        saves="notices"
        columns={COLUMNS}
        sorts={NOTICE_SORTS}
        file={{ path: '/api/admin/notices/export', query: {}, what: 'Notices' }}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{
          title: 'No notices yet',
          text: 'Every player sees a notice once: immediately in the open app, or on the next visit.',
        }}
        {...(isEditor
          ? {
              actions: (notice: AdminNotice) => (
                <DangerButton icon={Trash2} onClick={() => setNoticeToWithdraw(notice)}>
                  Withdraw
                </DangerButton>
              ),
              bulk: [{ text: 'Withdraw', icon: Trash2, isDangerous: true, onPress: setSelected }],
            }
          : {})}
      />
      {isWriting && <NoticeDialog onSent={() => void query.refetch()} onClose={() => setWriting(false)} />}
      {selected.length > 0 && (
        <BulkDialog
          title={`Withdraw ${counted(selected.length, 'notice')}?`}
          verb="Withdraw"
          isDangerous
          rows={selected}
          rowKey={({ id }) => id}
          rowName={({ message }) => message}
          defaultValues={{}}
          run={({ id }) => act('DELETE /api/admin/notices/{id}', { params: { id } })}
          done={(count) => `${counted(count, 'notice')} withdrawn.`}
          onChanged={async () => void (await query.refetch())}
          onClose={() => setSelected([])}
        >
          {() => (
            <>
              <ul className="list-disc pl-5 text-14">
                {selected.map(({ id, message }) => (
                  <li key={id} className="break-words">
                    {message}
                  </li>
                ))}
              </ul>
              <p className="text-14">This removes them for every player who has not read them yet.</p>
            </>
          )}
        </BulkDialog>
      )}
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
