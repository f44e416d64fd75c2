import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import type { CareCard } from '@mupiira/contract/admin-care.ts'
import type { ChatPlayer } from '@mupiira/contract/chat.ts'
import { dateText, dateTimeText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Money, Notice } from '../../shared/ui/surfaces.tsx'
import { Fact } from '../kit/facts.tsx'
import { PlayerLimits } from '../kit/player-limits.tsx'
import { restrictionText } from '../kit/restriction-text.ts'
import { StaffNotes } from '../kit/staff-notes.tsx'
import { StatusBadges } from '../kit/status-badges.tsx'
import { CardLink, CardSection } from './card-section.tsx'
import { careCardQuery } from './chat-queries.ts'
import { EarlierConversations, LastPayments, LastTickets } from './card-lists.tsx'

const REFRESH_MS = 15_000

/** A tablet shows the card and the conversation; a phone has room for one of them. */
const hasRoom = (): boolean => window.matchMedia('(min-width: 768px) and (min-height: 900px)').matches

type CardProps = {
  readonly player: ChatPlayer
  /** True if the card is collapsed above the conversation, because there is no room beside it. */
  readonly isFolded?: boolean
}

/** The player beside the conversation: everything for the first answer on one screen. */
export function PlayerCard({ player, isFolded }: CardProps) {
  // The stream announces the changes of all players, which would load the card far more often.
  const query = useQuery({ ...careCardQuery(player.id), refetchInterval: REFRESH_MS })
  const [isOpenAtFirst] = useState(hasRoom)
  const name = nameOf(player)
  const badges = (
    <StatusBadges user={query.data?.user ?? { accountStatus: player.accountStatus, excludedUntil: null }} />
  )
  const card = (
    <>
      <Loaded query={query} what="the account" skeleton={<Skeleton className="h-80 w-full" />}>
        {(loaded) => <CardContent card={loaded} />}
      </Loaded>
      <ButtonLink variant="secondary" wide href={`/admin/users/${player.id}`}>
        Open the account
      </ButtonLink>
    </>
  )
  if (isFolded) {
    return (
      <details open={isOpenAtFirst} className="group border-b border-line wide:hidden">
        <summary className="flex min-h-12 list-none items-center gap-2 px-3 [&::-webkit-details-marker]:hidden">
          <h2 className="min-w-0 flex-1 truncate font-bold">{name}</h2>
          {badges}
          <span className="text-12 text-muted underline">Account</span>
        </summary>
        <div className="flex max-h-[calc(var(--screen)*0.5)] flex-col gap-3 overflow-y-auto px-3 pb-3">{card}</div>
      </details>
    )
  }
  return (
    <aside
      aria-label="The player’s account"
      className="flex max-h-full flex-col gap-3 self-start overflow-y-auto rounded-card border border-line bg-raised p-3 max-wide:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 truncate text-16 font-bold">{name}</h2>
        {badges}
      </div>
      {card}
    </aside>
  )
}

function CardContent({ card }: { readonly card: CareCard }) {
  const queries = useQueryClient()
  const { user, held, location, lastLoginAt, payments, tickets, notes, conversations } = card
  const account = `/admin/users/${user.id}`
  return (
    <>
      {user.balance < 0 && (
        <Notice tone="down">
          This player owes <Money amount={-user.balance} />. The ledger shows why.{' '}
          <CardLink href={account}>Ledger</CardLink>
        </Notice>
      )}
      <dl className="text-14">
        <Fact name="Username">{user.username}</Fact>
        <Fact name="Phone">
          <span className="whitespace-nowrap">{displayPhone(user.phoneNumber)}</span>
        </Fact>
        <Fact name="Balance">
          <b>
            <Money amount={user.balance} signed={user.balance < 0} />
          </b>
        </Fact>
        <Fact name="Held">
          <Money amount={held} />
        </Fact>
        <Fact name="District">{location}</Fact>
        <Fact name="Member since">{dateText(user.createdAt)}</Fact>
        <Fact name="Last login">{lastLoginAt === null ? 'never' : dateTimeText(lastLoginAt)}</Fact>
      </dl>
      <Restrictions card={card} />
      {payments !== null && <LastPayments payments={payments} allHref={`${account}?tab=payments`} />}
      {tickets !== null && <LastTickets tickets={tickets} allHref={`${account}?tab=tickets`} />}
      <EarlierConversations conversations={conversations} />
      {notes !== null && (
        <CardSection title="Staff notes" allHref={`${account}?tab=notes`}>
          <StaffNotes
            userId={user.id}
            notes={notes}
            onChanged={() => queries.invalidateQueries({ queryKey: careCardQuery(user.id).queryKey })}
          />
        </CardSection>
      )}
    </>
  )
}

/** The player's own limits and exclusion, and the restrictions by staff. */
function Restrictions({
  card: { user, limits, exclusion, mostStake, inPlayRestriction },
}: {
  readonly card: CareCard
}) {
  const inPlay = restrictionText(inPlayRestriction)
  const hasOwn = exclusion !== null || limits.some(({ amount }) => amount !== null)
  return (
    <CardSection title="Limits and exclusions" allHref={`/admin/users/${user.id}?tab=limits`}>
      {!hasOwn && mostStake === null && inPlay === '' && <p className="text-14 text-muted">No limits.</p>}
      {hasOwn && <PlayerLimits limits={limits} exclusion={exclusion} />}
      <dl className="text-14">
        {mostStake !== null && (
          <Fact name="Maximum stake">
            <Money amount={mostStake} />
          </Fact>
        )}
        {inPlay !== '' && <Fact name="Live betting">{inPlay}</Fact>}
      </dl>
    </CardSection>
  )
}
