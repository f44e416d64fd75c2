import { useQuery } from '@tanstack/react-query'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { Email } from '../kit/email.tsx'
import { ChipFilter, ChoiceFilter, FilterBar, PeriodFilter, SearchFilter } from '../kit/filters.tsx'
import { providerText } from '../kit/provider-texts.ts'
import type { Column } from '../kit/table-columns.ts'
import { PaymentStatus, paymentStatusText } from '../kit/payment-status.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { PaymentSums } from './payment-sums.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'
import { transactionsQuery } from '../kit/list-queries.ts'
import { fetchTransactions, filterOf, toDecideQuery } from './transaction-queries.ts'
import { STATUS_CHOICES, TYPE_CHIPS, TYPE_TEXTS } from './transaction-texts.ts'

const REFRESH_MS = 30_000

/** The payments (ADMX-24 to ADMX-27). Filters, page and the open payment (`?view=`) are in the address. */
export function TransactionsScreen() {
  const params = useListParams()
  const refetchInterval = useAdminPollingMs(REFRESH_MS)
  const filter = filterOf(params)
  const payments = useQuery({
    ...transactionsQuery({ ...filter, ...params.pageQuery, pageSize: params.pageSize }),
    refetchInterval,
  })
  const toDecide = useQuery({ ...toDecideQuery, refetchInterval })
  const changed = async () => void (await Promise.all([payments.refetch(), toDecide.refetch()]))
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
      <FilterBar params={params}>
        <ChipFilter params={params} name="type" label="Type" choices={TYPE_CHIPS} />
        <ChipFilter
          params={params}
          name="review"
          label="Decisions"
          choices={[
            ['', 'Every stage'],
            ['true', `To decide (${toDecide.data ?? 0})`],
          ]}
        />
        <SearchFilter params={params} label="User, phone or full reference" ends="user" />
        <ChoiceFilter params={params} name="status" label="Status" choices={STATUS_CHOICES} />
        <PeriodFilter params={params} />
      </FilterBar>
      <ListTable
        name="transactions"
        columns={COLUMNS}
        query={payments}
        rowKey={({ id }) => id}
        params={params}
        hasSizes
        empty={{ title: 'No transactions found', text: 'No payment matches these filters.' }}
        csv={{
          fileName: 'mupiira-transactions',
          fetchPage: (page, pageSize) => fetchTransactions(filter, page, pageSize),
        }}
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

const COLUMNS: readonly Column<AdminTransaction>[] = [
  {
    id: 'user',
    title: 'User',
    cell: ({ user }) => <AccountLink user={user} />,
    csv: ({ user }) => user?.username ?? 'Unknown',
    sortBy: ({ user }) => user?.username ?? '',
  },
  {
    id: 'phone',
    title: 'Phone',
    cell: ({ phoneNumber }) => <span className="whitespace-nowrap">{displayPhone(phoneNumber)}</span>,
    csv: ({ phoneNumber }) => phoneNumber,
  },
  { id: 'type', title: 'Type', cell: ({ type }) => TYPE_TEXTS[type], csv: ({ type }) => TYPE_TEXTS[type] },
  {
    id: 'amount',
    title: 'Amount',
    cell: ({ amount }) => <Money amount={amount} />,
    csv: ({ amount }) => amount,
    sortBy: ({ amount }) => amount,
    align: 'end',
  },
  {
    id: 'status',
    title: 'Status',
    cell: (payment) => (
      <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
        <PaymentStatus payment={payment} />
        {payment.toReview && <Badge tone="gold">decide</Badge>}
      </span>
    ),
    csv: paymentStatusText,
    sortBy: paymentStatusText,
  },
  {
    id: 'date',
    title: 'Date',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{dateTimeText(createdAt)}</span>,
    csv: ({ createdAt }) => dateTimeText(createdAt),
    sortBy: ({ createdAt }) => createdAt,
  },
  {
    id: 'reference',
    title: 'Reference',
    cell: ({ reference }) => <span className="text-12 break-all">{reference}</span>,
    csv: ({ reference }) => reference,
  },
  {
    id: 'method',
    title: 'Carrier',
    cell: ({ paymentMethod }) => paymentMethod,
    csv: ({ paymentMethod }) => paymentMethod,
    hidden: true,
  },
  {
    id: 'provider',
    title: 'Provider',
    cell: ({ provider }) => providerText(provider),
    csv: ({ provider }) => providerText(provider),
    hidden: true,
  },
  {
    id: 'fee',
    title: 'Fee',
    cell: ({ fee }) => <Money amount={fee} />,
    csv: ({ fee }) => fee,
    align: 'end',
    hidden: true,
  },
  {
    id: 'email',
    title: 'Email',
    cell: ({ user }) => user && <Email address={user.email} />,
    csv: ({ user }) => user?.email ?? null,
    hidden: true,
  },
]
