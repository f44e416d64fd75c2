import { HELD_WITHDRAWAL_LIST } from '@mupiira/contract/list-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, OctagonX } from 'lucide-react'
import { useState } from 'react'
import { HELD_WITHDRAWAL_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { HeldWithdrawal } from '@mupiira/contract/admin-withdrawal-reviews.ts'
import { useNow } from '../../shared/clock.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { useMay } from '../../state/session.ts'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import type { BulkAction } from '../kit/bulk-bar.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { PAYMENT_COLUMNS } from '../kit/payment-columns.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useRefetchTasks } from '../kit/tasks.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { type BulkDecision, DecideWithdrawals } from './decide-withdrawals.tsx'
import { DecisionButtons, DecisionDialog, useReviewDecision } from './decide-withdrawal.tsx'
import { waitingText } from './review-texts.ts'
import { heldWithdrawalsQuery } from './transaction-queries.ts'
import { TransactionDialog } from './transaction-dialog.tsx'

const REFRESH_MS = 30_000

/** The withdrawals that wait for a review, oldest first (WDR-33). The open payment (`?view=`) is in the address. */
export function WithdrawalReviewsScreen() {
  const params = useListParams()
  const refetchInterval = useAdminPollingMs(REFRESH_MS)
  const query = useQuery({
    ...heldWithdrawalsQuery({
      ...params.pageQuery,
      ...params.sortBy(HELD_WITHDRAWAL_SORTS),
      pageSize: params.pageSize,
    }),
    refetchInterval,
  })
  const refetchTasks = useRefetchTasks()
  const changed = async () => void (await Promise.all([query.refetch(), refetchTasks()]))
  const decision = useReviewDecision()
  const viewed = params.get('view')
  const may = useMay()
  const [deciding, setDeciding] = useState<BulkDecision | null>(null)
  return (
    <ConsolePage
      title="Withdrawal review"
      end={
        <ButtonLink variant="secondary" href="/admin/transactions">
          Transactions
        </ButtonLink>
      }
    >
      <ListTable
        name="withdrawals to review"
        saves="withdrawal-reviews"
        columns={COLUMNS}
        sorts={HELD_WITHDRAWAL_SORTS}
        hasPageSizes
        query={query}
        rowKey={({ id }) => id}
        params={params}
        file={{ path: '/api/admin/withdrawal-reviews/export', query: {}, what: 'Withdrawal review' }}
        {...(may('admin:withdrawals:review')
          ? {
              bulk: [
                {
                  text: 'Approve',
                  icon: CircleCheck,
                  onPress: (withdrawals) => setDeciding({ decision: 'approve', withdrawals }),
                },
                {
                  text: 'Reject',
                  icon: OctagonX,
                  isDangerous: true,
                  onPress: (withdrawals) => setDeciding({ decision: 'reject', withdrawals }),
                },
              ] satisfies BulkAction<HeldWithdrawal>[],
            }
          : {})}
        empty={{
          title: 'No withdrawal waits',
          text: 'Withdrawals that a rule under Settings, Withdrawal review, holds wait here until staff approve or reject them.',
        }}
        actions={(withdrawal) => (
          <>
            <Button variant="secondary" onClick={() => params.show({ view: withdrawal.id })}>
              View
            </Button>
            <DecisionButtons withdrawal={withdrawal} decision={decision} />
          </>
        )}
      />
      {deciding !== null && <DecideWithdrawals {...deciding} onChanged={changed} onClose={() => setDeciding(null)} />}
      <DecisionDialog decision={decision} onChanged={changed} />
      {viewed !== '' && <TransactionDialog id={viewed} onChanged={changed} onClose={() => params.show({ view: '' })} />}
    </ConsolePage>
  )
}

/** How long the withdrawal waits, and whether the time promised to the player has passed. */
function Waiting({ withdrawal: { createdAt, review } }: { readonly withdrawal: HeldWithdrawal }) {
  const now = useNow(60_000)
  const isLate = review !== null && now.getTime() > Date.parse(review.dueAt)
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <span className="whitespace-nowrap">{waitingText(createdAt, now)}</span>
      {isLate && <Badge tone="down">target exceeded</Badge>}
    </span>
  )
}

const COLUMNS = Object.values<Column<HeldWithdrawal>>({
  user: PAYMENT_COLUMNS.user,
  amount: PAYMENT_COLUMNS.amount,
  reasons: {
    id: 'reasons',
    ...HELD_WITHDRAWAL_LIST.reasons,
    phone: 'below',
  },
  waiting: {
    id: 'date',
    ...HELD_WITHDRAWAL_LIST.waiting,
    phone: 'below-end',

    cell: (withdrawal) => <Waiting withdrawal={withdrawal} />,
  },
  due: {
    id: 'due',
    ...HELD_WITHDRAWAL_LIST.due,
    cell: ({ review }) => (
      <span className="lg:whitespace-nowrap">{review === null ? '–' : dateTimeText(review.dueAt)}</span>
    ),
  },
  reference: PAYMENT_COLUMNS.reference,
  phone: { ...PAYMENT_COLUMNS.phone, hidden: true },
  fee: PAYMENT_COLUMNS.fee,
})
