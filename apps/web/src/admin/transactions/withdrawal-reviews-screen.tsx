import { useQuery } from '@tanstack/react-query'
import type { HeldWithdrawal } from '@mupiira/contract/admin-withdrawal-reviews.ts'
import { useNow } from '../../shared/clock.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { PAYMENT_COLUMNS } from '../kit/payment-columns.tsx'
import { heldWithdrawalsQuery } from '../kit/pending-task-queries.ts'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { DecisionButtons, DecisionDialog, useReviewDecision } from './decide-withdrawal.tsx'
import { reasonsText, waitingText } from './review-texts.ts'
import { TransactionDialog } from './transaction-dialog.tsx'

const REFRESH_MS = 30_000
const PAGE_SIZE = 10

/** The withdrawals that wait for a review, oldest first (WDR-33). The open payment (`?view=`) is in the address. */
export function WithdrawalReviewsScreen() {
  const params = useListParams()
  const refetchInterval = useAdminPollingMs(REFRESH_MS)
  const query = useQuery({ ...heldWithdrawalsQuery({ ...params.pageQuery, pageSize: PAGE_SIZE }), refetchInterval })
  const changed = async () => void (await query.refetch())
  const decision = useReviewDecision()
  const viewed = params.get('view')
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
        columns={COLUMNS}
        sorts={[]}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        csv="elsewhere"
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
    title: 'Held because',
    phone: 'below',
    value: ({ reasons }) => reasonsText(reasons),
  },
  waiting: {
    id: 'waiting',
    title: 'Waiting',
    phone: 'below-end',
    value: ({ createdAt }) => new Date(createdAt),
    cell: (withdrawal) => <Waiting withdrawal={withdrawal} />,
  },
  due: {
    id: 'due',
    title: 'Decide by',
    value: ({ review }) => (review === null ? null : new Date(review.dueAt)),
    cell: ({ review }) => (
      <span className="md:whitespace-nowrap">{review === null ? '–' : dateTimeText(review.dueAt)}</span>
    ),
  },
  reference: PAYMENT_COLUMNS.reference,
  phone: { ...PAYMENT_COLUMNS.phone, hidden: true },
  fee: PAYMENT_COLUMNS.fee,
})
