import { Link } from 'wouter'
import type { AdminPerson } from '@mupiira/contract/admin-tickets.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { useMay } from '../../state/session.ts'
import { AccountLink } from './account-link.tsx'
import { Email } from './email.tsx'
import { Fact, Facts } from './facts.tsx'

const LINK = 'inline-flex min-h-6 items-center underline'

/** The player of a ticket or payment, with links to the account, its tickets and its payments. */
export function PlayerFacts({ user }: { readonly user: AdminPerson | null }) {
  const may = useMay()
  if (user === null) {
    return (
      <Facts title="Player">
        <Fact name="User">Unknown</Fact>
      </Facts>
    )
  }
  const account = `/admin/users/${user.id}`
  return (
    <Facts
      title="Player"
      end={
        may('admin:users:read') && (
          <>
            <Link href={`${account}?tab=tickets`} className={LINK}>
              Tickets
            </Link>
            <Link href={`${account}?tab=payments`} className={LINK}>
              Payments
            </Link>
          </>
        )
      }
    >
      <Fact name="User">
        <AccountLink user={user} /> ({user.name})
      </Fact>
      <Fact name="Phone">
        <span className="whitespace-nowrap">{displayPhone(user.phoneNumber)}</span>
      </Fact>
      <Fact name="Email">
        <Email address={user.email} />
      </Fact>
    </Facts>
  )
}
