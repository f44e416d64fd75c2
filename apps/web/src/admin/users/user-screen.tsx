import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { UserFile } from '@mupiira/contract/user-file.ts'
import { restrictionName } from '@mupiira/domain/risk/restrictions.ts'
import { isStaff, ROLES } from '@mupiira/domain/access/capabilities.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded } from '../../shared/ui/states.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { May } from '../kit/may.tsx'
import { Email } from '../kit/email.tsx'
import { ConsolePage, DetailsSkeleton } from '../kit/console-page.tsx'
import { Fact, Facts, KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { PlayerLimits } from '../kit/player-limits.tsx'
import { StaffNotes } from '../kit/staff-notes.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { StatusBadges } from '../kit/status-badges.tsx'
import { UserActions } from './user-actions.tsx'
import { UserAudit, UserLedger, UserPayments, UserTickets } from './user-lists.tsx'
import { UserLifetime } from './user-lifetime.tsx'
import { UserPrivacy } from './user-privacy.tsx'
import { UserRelated } from './user-related.tsx'
import { UserRestrictions } from './user-restrictions.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserTags } from './user-tags.tsx'
import { UserTimeline } from './user-timeline.tsx'
import { userQuery } from '../kit/list-queries.ts'

const TABS = [
  { id: 'ledger', name: 'Ledger' },
  { id: 'timeline', name: 'Timeline' },
  { id: 'tickets', name: 'Tickets' },
  { id: 'payments', name: 'Payments' },
  { id: 'lifetime', name: 'Lifetime' },
  { id: 'related', name: 'Related' },
  { id: 'sessions', name: 'Sessions' },
  { id: 'limits', name: 'Limits' },
  { id: 'notes', name: 'Notes' },
  { id: 'audit', name: 'Audit log' },
] as const
const ACCOUNT_QUERIES = /^GET \/api\/admin\/(users\/\{id\}|audit$)/
type TabId = (typeof TABS)[number]['id']

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

type DetailsProps = { readonly file: UserFile; readonly onChanged: () => Promise<void> }

function AccountDetails({ file, onChanged }: DetailsProps) {
  const address = useListParams()
  const tab = TABS.find(({ id }) => id === address.get('tab'))?.id ?? 'ledger'
  const { user, held, mostStake, restrictions, location, nationality, nin, lastLoginAt } = file
  return (
    <ConsolePage
      title={nameOf(user)}
      badges={<StatusBadges user={user} />}
      end={
        <>
          {!isStaff(user.role) && (
            <May do="admin:chat:read">
              <ButtonLink variant="secondary" href={`/admin/chat/${user.id}`}>
                Chat
              </ButtonLink>
            </May>
          )}
          <UserActions user={user} onChanged={onChanged} />
        </>
      }
    >
      {!isStaff(user.role) && <UserTags file={file} onChanged={onChanged} />}
      <KeyFigures>
        <KeyFigure name="Balance">
          <Money amount={user.balance} signed={user.balance < 0} />
        </KeyFigure>
        <KeyFigure name="Held" note="for pending withdrawals">
          <Money amount={held} />
        </KeyFigure>
        <KeyFigure name="Maximum stake" {...(mostStake === null ? { note: 'The general limit applies.' } : {})}>
          {mostStake === null ? 'No individual limit' : <Money amount={mostStake} />}
        </KeyFigure>
        {restrictions.length > 0 && (
          <KeyFigure name="Restrictions" note={<LimitsLink userId={user.id} />}>
            <span className="flex flex-col text-14">
              {restrictions.map(({ id, kind, value }) => (
                <span key={id}>{restrictionName(kind, value)}</span>
              ))}
            </span>
          </KeyFigure>
        )}
      </KeyFigures>
      <div className="grid gap-2 md:grid-cols-2 lg:grid-cols-3">
        <Facts title="Contact" heading="h2">
          <Fact name="Phone">
            <span className="whitespace-nowrap">{displayPhone(user.phoneNumber)}</span>
          </Fact>
          <Fact name="Email">
            <Email address={user.email} />
          </Fact>
          <Fact name="District">{location}</Fact>
        </Facts>
        <Facts title="Identity" heading="h2">
          <Fact name="Username">{user.username}</Fact>
          <Fact name="Nationality">{nationality}</Fact>
          <Fact name="NIN">{nin ?? 'not given'}</Fact>
        </Facts>
        <Facts title="Account" heading="h2">
          {file.erasureRequestedAt !== null && (
            <Fact name="Erasure requested">{dateTimeText(file.erasureRequestedAt)}</Fact>
          )}
          <Fact name="Role">{ROLES[user.role].label}</Fact>
          <Fact name="Member since">{dateTimeText(user.createdAt)}</Fact>
          <Fact name="Last login">{lastLoginAt === null ? 'never' : dateTimeText(lastLoginAt)}</Fact>
        </Facts>
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

const LimitsLink = ({ userId }: { readonly userId: string }) => (
  <Link href={`/admin/users/${userId}?tab=limits`} className="inline-flex min-h-6 items-center underline">
    Reasons and ends
  </Link>
)

function Panel({ tab, file, onChanged }: DetailsProps & { readonly tab: TabId }) {
  const userId = file.user.id
  switch (tab) {
    case 'ledger':
      return <UserLedger userId={userId} />
    case 'timeline':
      return <UserTimeline userId={userId} />
    case 'tickets':
      return <UserTickets userId={userId} />
    case 'payments':
      return <UserPayments userId={userId} />
    case 'lifetime':
      return (
        <div className="flex flex-col gap-3">
          <UserLifetime userId={userId} />
          <UserPrivacy file={file} onChanged={onChanged} />
        </div>
      )
    case 'related':
      return <UserRelated userId={userId} />
    case 'sessions':
      return <UserSessions details={file} onChanged={onChanged} />
    case 'limits':
      return (
        <div className="flex flex-col gap-6">
          <UserRestrictions file={file} onChanged={onChanged} />
          <section aria-label="The player’s own limits" className="flex flex-col gap-2">
            <h2 className="text-16 font-bold">The player’s own limits</h2>
            <PlayerLimits limits={file.limits} exclusion={file.exclusion} />
          </section>
        </div>
      )
    case 'notes':
      return <StaffNotes userId={userId} notes={file.notes} onChanged={onChanged} />
    case 'audit':
      return <UserAudit userId={userId} />
  }
}
