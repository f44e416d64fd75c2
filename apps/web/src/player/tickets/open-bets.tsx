import { useInfiniteQuery } from '@tanstack/react-query'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState, Loaded } from '../../shared/ui/states.tsx'
import { useCashoutOffers } from '../../state/cashout-offers.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { ticketsQuery } from '../../state/own-tickets.ts'
import { TicketCard, TicketsSkeleton } from './ticket-card.tsx'

const POLL_MS = 30_000
const AT_ONCE = 5

/** The player's latest open tickets, beside the slip in the right column. */
export function OpenBets() {
  // Shares the query of My Bets, so stream events update both lists.
  const query = useInfiniteQuery({ ...ticketsQuery('open'), refetchInterval: usePollingMs(POLL_MS) })
  return (
    <div className="flex flex-col gap-2 p-3">
      <h2 className="text-20 font-bold tracking-tight">Open bets</h2>
      <Loaded query={query} what="your open bets" skeleton={<TicketsSkeleton />}>
        {({ pages: [latest] }) =>
          latest === undefined || latest.items.length === 0 ? (
            <EmptyState title="No open bets" text="Your tickets appear here until their games are settled." />
          ) : (
            <>
              <LatestTickets tickets={latest.items.slice(0, AT_ONCE)} />
              <ButtonLink variant="secondary" wide href="/mybets">
                All my bets
              </ButtonLink>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function LatestTickets({ tickets }: { readonly tickets: readonly Ticket[] }) {
  const offers = useCashoutOffers(tickets)
  return (
    <ul className="flex flex-col gap-2">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <TicketCard ticket={ticket} isAside cashout={offers && (offers.get(ticket.id) ?? null)} />
        </li>
      ))}
    </ul>
  )
}
