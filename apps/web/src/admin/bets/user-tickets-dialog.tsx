import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { Pager } from '../kit/pager.tsx'
import { BET_TONES } from '../kit/tones.ts'
import { CancelBet } from './cancel-bet.tsx'
import { StakeLimit } from './stake-limit.tsx'
import { Selections } from './selections.tsx'
import { betsQuery } from '../kit/list-queries.ts'

type UserTicketsProps = {
  readonly userId: string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** ADMT-01 to ADMT-10: the tickets of one player with all their selections. */
export function UserTicketsDialog({ userId, onChanged, onClose }: UserTicketsProps) {
  const [page, setPage] = useState(1)
  const query = useQuery(betsQuery({ user: userId, page }))
  const changed = async () => {
    await Promise.all([query.refetch(), onChanged()])
  }
  const user = query.data?.items[0]?.user
  return (
    <Dialog title={user ? `Tickets of ${user.username}` : 'Tickets'} open onClose={onClose} layout="wide">
      <div className="flex flex-col gap-4 p-4">
        {user && <AccountLink user={user} text="Open the account" />}
        <StakeLimit userId={userId} />
        <Loaded query={query} what="the tickets" skeleton={<Skeleton look="h-100 w-full" />}>
          {(found) =>
            found.items.length === 0 ? (
              <EmptyState title="No tickets" text="This player has not placed a bet yet." />
            ) : (
              <>
                {found.items.map((ticket) => (
                  <article key={ticket.id} aria-label={ticket.bookingCode} className="flex flex-col gap-2">
                    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
                      <b className="tracking-wider">{ticket.bookingCode}</b>
                      <Badge tone={BET_TONES[ticket.status]}>{ticket.status}</Badge>
                      <span className="text-muted">{dateTimeText(ticket.createdAt)}</span>
                      <span className="ml-auto">
                        <CancelBet ticket={ticket} onChanged={changed} />
                      </span>
                    </div>
                    <p className="flex flex-wrap gap-x-4 text-14 text-muted">
                      <span>
                        Stake <Money amount={ticket.totalStake} />
                      </span>
                      <span>Odds {oddsText(ticket.totalOdds)}</span>
                      <span>
                        <span>Payout </span>
                        {ticket.payout === null ? <span>Pending</span> : <Money amount={ticket.payout} />}
                      </span>
                    </p>
                    <Selections ticket={ticket} parts />
                  </article>
                ))}
                <Pager page={found} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
