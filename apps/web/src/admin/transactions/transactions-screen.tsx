import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { useApi } from '../../shared/api/queries.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import type { Column } from '../kit/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { ChipFilter, ChoiceFilter, FilterBar, PeriodFilter, SearchFilter } from '../kit/filters.tsx'
import { Email } from '../kit/email.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { PAYMENT_TONES } from '../kit/tones.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { PaymentSums } from './payment-sums.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'
import { STATUS_CHOICES, TYPE_CHIPS } from './transaction-texts.ts'

const REFRESH_MS = 30_000

/** ADMX-25, ADMX-26 */
const COLUMNS: readonly Column<AdminTransaction>[] = [
  { id: 'user', title: 'User', cell: ({ user }) => <AccountLink user={user} /> },
  {
    id: 'phone',
    title: 'Phone',
    cell: ({ phoneNumber }) => <span className="whitespace-nowrap">{displayPhone(phoneNumber)}</span>,
  },
  { id: 'type', title: 'Type', cell: ({ type }) => (type === 'deposit' ? 'Deposit' : 'Withdrawal') },
  { id: 'amount', title: 'Amount', cell: ({ amount }) => <Money amount={amount} />, align: 'end' },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status, toReview }) => (
      <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
        <Badge tone={PAYMENT_TONES[status]}>{status}</Badge>
        {toReview && <Badge tone="gold">decide</Badge>}
      </span>
    ),
  },
  {
    id: 'date',
    title: 'Date',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{dateTimeText(createdAt)}</span>,
  },
  {
    id: 'reference',
    title: 'Reference',
    cell: ({ reference }) => <span className="text-12 break-all">{reference}</span>,
  },
  { id: 'method', title: 'Carrier', cell: ({ paymentMethod }) => paymentMethod, hidden: true },
  { id: 'provider', title: 'Provider', cell: ({ provider }) => provider, hidden: true },
  { id: 'fee', title: 'Fee', cell: ({ fee }) => <Money amount={fee} />, align: 'end', hidden: true },
  { id: 'email', title: 'Email', cell: ({ user }) => user && <Email address={user.email} />, hidden: true },
]

/** ADMX-24 to ADMX-27. `?view=` opens a payment. */
export function TransactionsScreen() {
  const params = useListParams()
  const refetchMs = useAdminPollingMs(REFRESH_MS)
  const review = params.get('review') === 'true'
  const query = useApi(
    'GET /api/admin/transactions',
    {
      query: {
        page: params.page,
        ...(review ? { review } : {}),
        ...params.query('type', 'status', 'q', 'user', 'from', 'to'),
      },
    },
    { keepPrevious: true, staleMs: 0, refetchMs },
  )
  const waiting = useApi(
    'GET /api/admin/transactions',
    { query: { review: true, pageSize: 1 } },
    { staleMs: 0, refetchMs },
  )
  const count = waiting.data?.total ?? 0
  const changed = async () => {
    await Promise.all([query.refetch(), waiting.refetch()])
  }
  const viewed = params.get('view')
  return (
    <ConsolePage
      title="Transactions"
      end={
        <ButtonLink look="secondary" href="/admin/transactions/reconciliation">
          Reconciliation
        </ButtonLink>
      }
    >
      <PaymentSums from={params.get('from')} to={params.get('to')} />
      <FilterBar>
        <SearchFilter params={params} label="User, phone or whole reference" ends="user" />
        <ChoiceFilter params={params} name="status" label="Status" choices={STATUS_CHOICES} />
        <PeriodFilter params={params} />
        <ChipFilter params={params} name="type" label="Type" choices={TYPE_CHIPS} />
        <ChipFilter
          params={params}
          name="review"
          label="Decisions"
          choices={[
            ['', 'Every stage'],
            ['true', `To decide (${count})`],
          ]}
        />
      </FilterBar>
      <ListTable
        name="transactions"
        columns={COLUMNS}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No transactions found', text: 'No payment fits these filters.' }}
        actions={({ id }) => (
          <Button look="secondary" onClick={() => params.show({ view: id })}>
            View
          </Button>
        )}
      />
      {viewed !== '' && <TransactionDialog id={viewed} onChanged={changed} onClose={() => params.show({ view: '' })} />}
    </ConsolePage>
  )
}
