import { USER_LIST } from '@mupiira/contract/list-columns.ts'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { ACCOUNT_STATUS_TEXTS } from '@mupiira/domain/access/account-status-texts.ts'
import { USER_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import type { User } from '@mupiira/contract/users.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import type { Column } from '../kit/table-columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { ChipFilter, ChoiceFilter, SearchFilter } from '../kit/filters.tsx'
import { Email } from '../kit/email.tsx'
import { ListTable } from '../kit/list-table.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { StatusBadges } from '../kit/status-badges.tsx'
import { UserRowActions } from './user-actions.tsx'
import { UserCounts } from './user-counts.tsx'
import { tagsQuery, userCountsQuery, usersExport, usersQuery } from './user-queries.ts'

const STATUSES = [
  ['', 'All'],
  ['active', ACCOUNT_STATUS_TEXTS.active],
  ['suspended', ACCOUNT_STATUS_TEXTS.suspended],
  ['banned', ACCOUNT_STATUS_TEXTS.banned],
] as const

const BALANCES = [
  ['', 'Any balance'],
  ['true', 'In debt'],
] as const

/** The e-mail address in small text. The minimum width prevents a break after every letter. */
const Address = ({ email }: Pick<User, 'email'>) => (
  <span className="lg:block lg:min-w-25 lg:text-12">
    <Email address={email} />
  </span>
)

const COLUMNS: readonly Column<User>[] = [
  {
    id: 'first',
    ...USER_LIST.first,
    cell: ({ id, firstName, lastName }) => (
      <Link href={`/admin/users/${id}`} className="inline-flex min-h-6 items-center font-bold underline">
        <span>
          {firstName}
          <span className="lg:hidden"> {lastName}</span>
        </span>
      </Link>
    ),
  },
  { id: 'last', ...USER_LIST.last },
  { id: 'username', ...USER_LIST.username },
  {
    id: 'phone',
    ...USER_LIST.phone,
    phone: 'below',

    cell: ({ phoneNumber }) => <span className="whitespace-nowrap">{displayPhone(phoneNumber)}</span>,
  },
  {
    id: 'email',
    ...USER_LIST.email,
    cell: ({ email }) => <Address email={email} />,
  },
  {
    id: 'balance',
    ...USER_LIST.balance,
    phone: 'aside',

    cell: ({ balance }) => <Money amount={balance} />,
    align: 'end',
  },
  {
    id: 'status',
    ...USER_LIST.status,
    phone: 'below-end',

    cell: (user) => <StatusBadges user={user} />,
  },
  { id: 'role', ...USER_LIST.role },
  { id: 'date', ...USER_LIST.date, hidden: true },
]

/** The accounts (ADMU-01 to ADMU-09). */
export function UsersScreen() {
  const params = useListParams()
  const isComplete = params.get('all') === 'true'
  const filter = params.query('q', 'status', 'tag', 'debt')
  const tags = useQuery(tagsQuery).data?.items ?? []
  const counts = useQuery(userCountsQuery(filter))
  const query = useQuery(
    usersQuery({ ...(isComplete ? { all: true } : params.pageQuery), ...params.sortBy(USER_SORTS), ...filter }),
  )
  const [refreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    setRefreshing(true)
    await Promise.all([query.refetch(), counts.refetch()])
    setRefreshing(false)
  }
  return (
    <ConsolePage
      title="Users"
      end={
        <>
          <Button variant="secondary" onClick={() => params.set({ all: isComplete ? '' : 'true' })}>
            {isComplete ? 'Show Paginated' : 'Show All'}
          </Button>
          <Button variant="secondary" busy={refreshing} onClick={() => void refresh()}>
            <RefreshCw className="size-4" /> Refresh
          </Button>
        </>
      }
    >
      <UserCounts query={counts} />
      <ListTable
        name="users"
        saves="users"
        search={<SearchFilter params={params} label="Email, phone number or username" />}
        filters={
          <>
            <ChipFilter params={params} name="status" label="Account status" choices={STATUSES} />
            <ChoiceFilter
              params={params}
              name="tag"
              label="Tag"
              choices={[['', 'All tags'], ...tags.map((tag) => [tag, tag] as const)]}
            />
            <ChoiceFilter params={params} name="debt" label="Balance" choices={BALANCES} />
          </>
        }
        columns={COLUMNS}
        sorts={USER_SORTS}
        query={query}
        rowKey={({ id }) => id}
        params={params}
        isComplete={isComplete}
        file={usersExport(filter)}
        empty={{ title: 'No users found', text: 'No account matches your search.' }}
        actions={(user) => <UserRowActions user={user} onChanged={refresh} />}
      />
    </ConsolePage>
  )
}
