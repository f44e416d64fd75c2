import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import type { UserFile } from '@mupiira/contract/user-file.ts'
import { isStaff, ROLES } from '@mupiira/domain/access/capabilities.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Card, FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { Email } from '../kit/email.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { StatusBadges } from './status-badges.tsx'
import { UserActions } from './user-actions.tsx'
import { UserAudit, UserLedger, UserPayments, UserTickets } from './user-lists.tsx'
import { UserLimits } from './user-limits.tsx'
import { UserNotes } from './user-notes.tsx'
import { UserSessions } from './user-sessions.tsx'
import { userQuery } from '../kit/list-queries.ts'

const TABS = [
  { id: 'ledger', name: 'Ledger' },
  { id: 'tickets', name: 'Tickets' },
  { id: 'payments', name: 'Payments' },
  { id: 'sessions', name: 'Sessions' },
  { id: 'limits', name: 'Limits' },
  { id: 'notes', name: 'Notes' },
  { id: 'audit', name: 'Audit log' },
] as const
const ACCOUNT_QUERIES = /^GET \/api\/admin\/(users\/\{id\}|audit$)/
type TabId = (typeof TABS)[number]['id']

/** The screen of an account. */
export function UserScreen({ params }: { readonly params: { readonly [name: string]: string } }) {
  const id = params['id'] ?? ''
  const query = useQuery(userQuery(id))
  const queries = useQueryClient()
  // Refetches all data of the account, because a change affects every tab and adds a log entry.
  const changed = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => ACCOUNT_QUERIES.test(String(of)) })
  return (
    <Loaded query={query} what="the account" skeleton={<DetailsSkeleton />}>
      {(file) => <AccountDetails file={file} onChanged={changed} />}
    </Loaded>
  )
}

const DetailsSkeleton = () => (
  <div className="p-3 md:p-4">
    <Skeleton className="h-(--screen) w-full" />
  </div>
)

type DetailsProps = { readonly file: UserFile; readonly onChanged: () => Promise<void> }

function AccountDetails({ file, onChanged }: DetailsProps) {
  const address = useListParams()
  const tab = TABS.find(({ id }) => id === address.get('tab'))?.id ?? 'ledger'
  const { user, held, mostStake, location, nationality, nin, lastLoginAt } = file
  return (
    <ConsolePage
      title={nameOf(user)}
      end={
        <>
          {!isStaff(user.role) && (
            <ButtonLink variant="secondary" href={`/admin/chat/${user.id}`}>
              Chat
            </ButtonLink>
          )}
          <UserActions user={user} onChanged={onChanged} />
        </>
      }
    >
      <div className="grid gap-3 md:grid-cols-2">
        <Card as="section" label="Account">
          <dl>
            <FigureRow name="Username">{user.username}</FigureRow>
            <FigureRow name="Phone">{displayPhone(user.phoneNumber)}</FigureRow>
            <FigureRow name="Email">
              <Email address={user.email} />
            </FigureRow>
            <FigureRow name="District">{location}</FigureRow>
            <FigureRow name="Nationality">{nationality}</FigureRow>
            <FigureRow name="NIN">{nin ?? 'not given'}</FigureRow>
          </dl>
        </Card>
        <Card as="section" label="Status">
          <dl>
            {file.erasureRequestedAt !== null && (
              <FigureRow name="Erasure requested">{dateTimeText(file.erasureRequestedAt)}</FigureRow>
            )}
            <FigureRow name="Balance" variant="sum">
              <Money amount={user.balance} />
            </FigureRow>
            <FigureRow name="Held">
              <Money amount={held} />
            </FigureRow>
            <FigureRow name="Maximum stake">
              {mostStake === null ? 'no individual limit' : <Money amount={mostStake} />}
            </FigureRow>
            <FigureRow name="Status">
              <StatusBadges user={user} />
            </FigureRow>
            <FigureRow name="Role">{ROLES[user.role].label}</FigureRow>
            <FigureRow name="Member since">{dateTimeText(user.createdAt)}</FigureRow>
            <FigureRow name="Last login">{lastLoginAt === null ? 'never' : dateTimeText(lastLoginAt)}</FigureRow>
          </dl>
        </Card>
      </div>
      <Tabs
        label="Account details"
        tabs={TABS}
        chosen={tab}
        onChoose={(chosen) => address.set({ tab: chosen === 'ledger' ? '' : chosen })}
        panelId="user-file"
      />
      <div id="user-file" role="tabpanel" aria-labelledby={`user-file-${tab}`}>
        <Panel tab={tab} file={file} onChanged={onChanged} />
      </div>
    </ConsolePage>
  )
}

function Panel({ tab, file, onChanged }: DetailsProps & { readonly tab: TabId }) {
  const userId = file.user.id
  switch (tab) {
    case 'ledger':
      return <UserLedger userId={userId} />
    case 'tickets':
      return <UserTickets userId={userId} />
    case 'payments':
      return <UserPayments userId={userId} />
    case 'sessions':
      return <UserSessions details={file} onChanged={onChanged} />
    case 'limits':
      return <UserLimits file={file} />
    case 'notes':
      return <UserNotes file={file} onChanged={onChanged} />
    case 'audit':
      return <UserAudit userId={userId} />
  }
}
