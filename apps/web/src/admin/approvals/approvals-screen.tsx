import { APPROVAL_LIST } from '@mupiira/contract/list-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Approval } from '@mupiira/contract/adjustments.ts'
import { APPROVAL_KIND_TEXTS } from '@mupiira/domain/access/approval-kinds.ts'
import { textOf } from '../../shared/api/errors.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { ChipFilter } from '../kit/filters.tsx'
import { approvalsQuery } from '../kit/list-queries.ts'
import { RowTable } from '../kit/list-table.tsx'
import { act } from '../kit/staff-api.ts'
import { textOfCode } from '@mupiira/domain/text-of-code.ts'
import { subjectOf } from '../kit/subject.ts'
import type { Column } from '../kit/table-columns.ts'
import { useRefetchTasks } from '../kit/tasks.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { useRequestedAction } from '../kit/use-requested-action.ts'

type RequestedDecision = { readonly approval: Approval; readonly decision: 'approve' | 'decline' }

const summaryOf = ({ kind, amount, subjectName }: Approval): string => {
  const sum = amount === 0 ? '' : `: ${moneyText(amount)}`
  return `${textOfCode(APPROVAL_KIND_TEXTS, kind)}${sum}, ${subjectName}.`
}

const verbOf = ({ approval, decision }: RequestedDecision): string =>
  decision === 'approve' ? 'Approve' : approval.isOwn ? 'Withdraw' : 'Decline'

const COLUMNS: readonly Column<Approval>[] = [
  {
    id: 'kind',
    ...APPROVAL_LIST.kind,
    cell: ({ kind, amount }) => (
      <>
        {textOfCode(APPROVAL_KIND_TEXTS, kind)}
        {amount !== 0 && (
          <>
            {' of '}
            <Money amount={amount} />
          </>
        )}
      </>
    ),
  },
  { id: 'amount', ...APPROVAL_LIST.amount, align: 'end', hidden: true },
  {
    id: 'subject',
    ...APPROVAL_LIST.subject,
    phone: 'below',

    cell: ({ subjectName }) => <span className="break-words lg:block">{subjectName}</span>,
  },
  {
    id: 'reason',
    ...APPROVAL_LIST.reason,
    cell: ({ reason }) => <span className="block break-words lg:min-w-40">{reason}</span>,
  },
  { id: 'by', ...APPROVAL_LIST.by, phone: 'below-end' },
  {
    id: 'date',
    ...APPROVAL_LIST.date,
    cell: ({ askedAt }) => <span className="lg:whitespace-nowrap">{dateTimeText(askedAt)}</span>,
  },
  {
    id: 'expires',
    ...APPROVAL_LIST.expires,
    cell: ({ expiresAt }) => <span className="lg:whitespace-nowrap">{dateTimeText(expiresAt)}</span>,
  },
]

const SHOWN = [
  ['', 'All requests'],
  ['true', 'For you to decide'],
] as const

/** Requests that wait for a second approver (ADMT-30). */
export function ApprovalsScreen() {
  const params = useListParams()
  const filter = params.query('decide')
  const query = useQuery(approvalsQuery(filter))
  const refetchTasks = useRefetchTasks()
  const [requested, setRequested] = useState<RequestedDecision | null>(null)
  /** The request that a link of the dashboard opens. */
  const [linked, setLinked] = useState('')
  useRequestedAction(setLinked)
  const openLinked = useEffectEvent(() => {
    setLinked('')
    const approval = query.data?.items.find(({ id }) => id === linked)
    if (approval === undefined) showToast('info', 'This request no longer waits.')
    else if (!approval.mayDecide || approval.isOwn) showToast('info', 'Another member of staff decides this request.')
    else setRequested({ approval, decision: 'approve' })
  })
  // A cached list may not have the request yet.
  const isLinkedReady = linked !== '' && query.isSuccess && !query.isFetching
  useEffect(() => {
    if (isLinkedReady) openLinked()
  }, [isLinkedReady])
  const decide = async ({ approval, decision }: RequestedDecision, note: string): Promise<string | null> => {
    try {
      await act('POST /api/admin/approvals/{id}', { params: { id: approval.id }, body: { decision, note } })
    } catch (error) {
      return textOf(error, 'Your decision could not be saved. Please try again.')
    }
    const done = approval.isOwn ? 'Request withdrawn.' : 'Request declined.'
    showToast('success', decision === 'approve' ? 'Request approved. The change has been made.' : done)
    await Promise.all([query.refetch(), refetchTasks()])
    return null
  }
  return (
    <ConsolePage title="Approvals">
      <ChipFilter params={params} name="decide" label="Approvals" choices={SHOWN} />
      <Loaded query={query} what="the approvals" skeleton={<Skeleton className="h-24 w-full" />}>
        {({ items }) => (
          <RowTable
            name="approvals"
            columns={COLUMNS}
            rows={items}
            rowKey={({ id }) => id}
            fileName={null}
            file={{ path: '/api/admin/approvals/export', query: filter, what: 'Approvals' }}
            params={params}
            empty={{
              title: 'Nothing to approve',
              text: 'Actions above the four-eyes threshold and changes of protected settings wait here until a second member of staff approves. A request expires after 24 hours.',
            }}
            actions={(approval) => (
              <>
                <ToSubject subject={approval.subject} />
                {approval.mayDecide && !approval.isOwn && (
                  <Button onClick={() => setRequested({ approval, decision: 'approve' })}>Approve</Button>
                )}
                {(approval.mayDecide || approval.isOwn) && (
                  <DangerButton icon={X} onClick={() => setRequested({ approval, decision: 'decline' })}>
                    {verbOf({ approval, decision: 'decline' })}
                  </DangerButton>
                )}
              </>
            )}
          />
        )}
      </Loaded>
      {requested && (
        <ConfirmDialog
          title={`${verbOf(requested)}?`}
          verb={verbOf(requested)}
          isDangerous={requested.decision === 'decline'}
          reason={{ label: 'Note (optional)', otherwise: 'no note' }}
          onConfirm={(note) => decide(requested, note)}
          onClose={() => setRequested(null)}
        >
          <p className="break-words">{summaryOf(requested.approval)}</p>
          <p className="break-words text-muted">
            {`Reason of ${requested.approval.isOwn ? 'your request' : requested.approval.askedBy}: ${requested.approval.reason || 'none'}`}
          </p>
        </ConfirmDialog>
      )}
    </ConsolePage>
  )
}

/** Links to the subject, so that the approver can check it. */
function ToSubject({ subject }: Pick<Approval, 'subject'>) {
  const { kind, href } = subjectOf(subject)
  return href === null ? null : <ButtonLink variant="quiet" href={href}>{`Open the ${kind}`}</ButtonLink>
}
