import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { PAYMENT_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { PAYMENT_TYPE_TEXTS } from '@mupiira/domain/payments/payment-texts.ts'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { May } from '../kit/may.tsx'
import { useMay } from '../../state/session.ts'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { AccountLink } from '../kit/account-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { ChipFilter, ChoiceFilter, PeriodFilter, SearchFilter } from '../kit/filters.tsx'
import type { Column } from '../kit/table-columns.ts'
import { PAYMENT_COLUMNS } from '../kit/payment-columns.tsx'
import { STATUS_CHOICES, TYPE_CHIPS } from '../kit/payment-texts.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { PaymentSums } from './payment-sums.tsx'
import { QueryProviders } from './query-providers.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'
import { transactionsExport, transactionsQuery } from '../kit/list-queries.ts'
import { useRefetchTasks, useTextWithCount } from '../kit/tasks.ts'
import { filterOf } from './transaction-queries.ts'

const REFRESH_MS = 30_000

/** The payments (ADMX-24 to ADMX-27). Filters, page and the open payment (`?view=`) are in the address. */
export function TransactionsScreen() {
  const params = useListParams()
  const refetchInterval = useAdminPollingMs(REFRESH_MS)
  const filter = filterOf(params)
  const payments = useQuery({
    ...transactionsQuery({
      ...filter,
      ...params.pageQuery,
      ...params.sortBy(PAYMENT_SORTS),
      pageSize: params.pageSize,
    }),
    refetchInterval,
  })
  const toDecide = useTextWithCount('payments', 'To decide')
  const toReview = useTextWithCount('withdrawals', 'Withdrawal review')
  const refetchTasks = useRefetchTasks()
  const changed = async () => void (await Promise.all([payments.refetch(), refetchTasks()]))
  const viewed = params.get('view')
  const may = useMay()
  const [selected, setSelected] = useState<readonly AdminTransaction[]>([])
  return (
    <ConsolePage
      title="Transactions"
      end={
        <>
          <ButtonLink variant="secondary" href="/admin/transactions/withdrawals">
            {toReview}
          </ButtonLink>
          <May do="admin:reconciliation:read">
            <ButtonLink variant="secondary" href="/admin/transactions/reconciliation">
              Reconciliation
            </ButtonLink>
          </May>
        </>
      }
    >
      <PaymentSums filter={filter} />
      <ListTable
        name="transactions"
        saves="transactions"
        search={<SearchFilter params={params} label="User, phone number or reference" clears="user" />}
        filters={
          <>
            <ChipFilter params={params} name="type" label="Type" choices={TYPE_CHIPS} />
            <ChipFilter
              params={params}
              name="review"
              label="Decisions"
              choices={[
                ['', 'All stages'],
                ['true', toDecide],
              ]}
            />
            <ChoiceFilter params={params} name="status" label="Status" choices={STATUS_CHOICES} />
            <PeriodFilter params={params} />
          </>
        }
        columns={COLUMNS}
        sorts={PAYMENT_SORTS}
        query={payments}
        rowKey={({ id }) => id}
        params={params}
        hasPageSizes
        empty={{ title: 'No payments found', text: 'No payment matches these filters.' }}
        file={transactionsExport(filter)}
        {...(may('admin:payments:query')
          ? { bulk: [{ text: 'Query provider now', icon: MessageCircleQuestion, onPress: setSelected }] }
          : {})}
        actions={({ id }) => (
          <Button variant="secondary" onClick={() => params.show({ view: id })}>
            View
          </Button>
        )}
      />
      {selected.length > 0 && (
        <QueryProviders payments={selected} onChanged={changed} onClose={() => setSelected([])} />
      )}
      {viewed !== '' && <TransactionDialog id={viewed} onChanged={changed} onClose={() => params.show({ view: '' })} />}
    </ConsolePage>
  )
}

/** On a phone, the type follows the user, so that the date fits next to a long status. */
const COLUMNS = Object.values<Column<AdminTransaction>>({
  ...PAYMENT_COLUMNS,
  user: {
    ...PAYMENT_COLUMNS.user,
    cell: ({ user, type }) => (
      <>
        <AccountLink user={user} />
        <span className="font-normal text-muted lg:hidden"> · {PAYMENT_TYPE_TEXTS[type]}</span>
      </>
    ),
  },
  type: { id: 'type', title: 'Type', value: PAYMENT_COLUMNS.type.value },
})
