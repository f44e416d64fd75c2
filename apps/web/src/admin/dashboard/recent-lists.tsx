import { useQuery } from '@tanstack/react-query'
import { PAYMENT_SORTS, TICKET_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import type { AdminTransaction } from '@mupiira/contract/admin-transactions.ts'
import { BET_COLUMNS, STATUS_CHIPS } from '../kit/bet-columns.tsx'
import { ChipFilter, SearchFilter } from '../kit/filters.tsx'
import { betsQuery, betsExport, transactionsExport, transactionsQuery } from '../kit/list-queries.ts'
import { ListTable } from '../kit/list-table.tsx'
import { PAYMENT_COLUMNS } from '../kit/payment-columns.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { REFRESH_MS } from './dashboard-queries.ts'

const CHIPS = STATUS_CHIPS.filter(([status]) => status !== 'cancelled')

const { code, user, stake, odds, status, date } = BET_COLUMNS
const BETS: readonly Column<AdminTicket>[] = [code, user, stake, odds, status, date]

export function RecentBets() {
  const params = useListParams()
  const filter = params.query('status', 'q')
  const query = useQuery({
    ...betsQuery({ ...params.pageQuery, ...params.sortBy(TICKET_SORTS), ...filter }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <section aria-label="Recent Bets" className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">Recent Bets</h2>
      <ListTable
        name="latest bets"
        search={<SearchFilter params={params} label="Booking code" />}
        filters={
          <>
            <ChipFilter params={params} name="status" label="Status" choices={CHIPS} />
          </>
        }
        columns={BETS}
        sorts={TICKET_SORTS}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        file={betsExport(filter)}
        empty={{ title: 'No tickets found', text: 'No ticket matches these filters.' }}
      />
    </section>
  )
}

const PAYMENTS: readonly Column<AdminTransaction>[] = [
  PAYMENT_COLUMNS.reference,
  PAYMENT_COLUMNS.user,
  PAYMENT_COLUMNS.type,
  PAYMENT_COLUMNS.date,
  PAYMENT_COLUMNS.status,
  PAYMENT_COLUMNS.amount,
]

export function RecentTransactions() {
  const params = useListParams('payments')
  const query = useQuery({
    ...transactionsQuery({ ...params.pageQuery, ...params.sortBy(PAYMENT_SORTS) }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <section aria-label="Recent transactions" className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">Recent transactions</h2>
      <ListTable
        name="latest transactions"
        columns={PAYMENTS}
        sorts={PAYMENT_SORTS}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        file={transactionsExport({})}
        empty={{ title: 'No payments yet', text: 'No deposits or withdrawals yet.' }}
      />
    </section>
  )
}
