import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AdminTicket } from '@mupiira/contract/admin-tickets.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Card, Money } from '../../shared/ui/surfaces.tsx'
import { BET_COLUMNS, STATUS_CHIPS } from '../kit/bet-columns.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { ChipFilter, FilterBar, SearchFilter } from '../kit/filters.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { PaymentStatus } from '../kit/payment-status.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { betsQuery, transactionsQuery } from '../kit/list-queries.ts'
import { REFRESH_MS } from './dashboard-queries.ts'

const CHIPS = STATUS_CHIPS.filter(([status]) => status !== 'cancelled')

const COLUMNS: readonly Column<AdminTicket>[] = [
  BET_COLUMNS.code,
  { id: 'user', title: 'User', cell: ({ user }) => <AccountLink user={user} /> },
  BET_COLUMNS.stake,
  BET_COLUMNS.odds,
  BET_COLUMNS.status,
  { ...BET_COLUMNS.date, id: 'placed' },
]

export function RecentBets() {
  const params = useListParams()
  const requested = { ...params.pageQuery, ...params.query('status', 'q') }
  const query = useQuery({ ...betsQuery(requested), refetchInterval: REFRESH_MS })
  return (
    <section aria-label="Recent Bets" className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">Recent Bets</h2>
      <FilterBar>
        <SearchFilter params={params} label="Booking code" />
        <ChipFilter params={params} name="status" label="Status" choices={CHIPS} />
      </FilterBar>
      <ListTable
        name="latest bets"
        columns={COLUMNS}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        empty={{ title: 'No bets found', text: 'No ticket matches these filters.' }}
      />
    </section>
  )
}

export function RecentTransactions() {
  const query = useQuery({ ...transactionsQuery({}), refetchInterval: REFRESH_MS })
  return (
    <Card as="section" label="Recent Transactions">
      <h2 className="pb-2 text-16 font-bold">Recent Transactions</h2>
      <Loaded query={query} what="the transactions" skeleton={<Skeleton look="h-40 w-full" />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-14 text-muted">No deposits or withdrawals yet.</p>
          ) : (
            <ul>
              {items.map(({ id, user, type, amount, createdAt, ...payment }) => (
                <li key={id} className="border-t border-line text-14">
                  <Link
                    href={`/admin/transactions?view=${id}`}
                    className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4 py-1.5 md:grid-cols-[2fr_1fr_1fr_1fr_auto]"
                  >
                    <span className="min-w-0 truncate underline">{user?.username ?? 'Unknown'}</span>
                    <span className="max-md:text-right">{type === 'deposit' ? 'Deposit' : 'Withdrawal'}</span>
                    <span className="text-12 text-muted md:text-14">{dateTimeText(createdAt)}</span>
                    <span className="max-md:row-start-3">
                      <PaymentStatus payment={payment} />
                    </span>
                    <b className="text-right">
                      <Money amount={amount} />
                    </b>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
