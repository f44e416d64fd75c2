import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useId } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { EmptyState, Loaded } from '../../shared/ui/states.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { useCashoutOffers } from '../../state/cashout-offers.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { DelayedBets } from '../../state/delayed-bet-list.tsx'
import { ticketsQuery } from '../../state/own-tickets.ts'
import { TicketCard, TicketsSkeleton } from './ticket-card.tsx'
import { bookingCodeQuery, ticketCountsQuery } from './ticket-queries.ts'

const POLL_MS = 30_000

type Tab = 'open' | 'settled'

export function MyBetsScreen() {
  const search = new URLSearchParams(useSearch())
  // Trimmed and in capitals, like a typed code.
  const highlight = search.get('highlight')?.trim().toUpperCase() ?? null
  const [, navigate] = useLocation()
  const { tab, isLooking } = useTab(search.get('tab'), highlight)
  const panelId = useId()
  const refetchMs = usePollingMs(POLL_MS)
  const counts = useQuery({ ...ticketCountsQuery, refetchInterval: refetchMs })
  const tickets = useInfiniteQuery({ ...ticketsQuery(tab), refetchInterval: refetchMs })
  const tabs = [
    { id: 'open', name: 'Open', count: counts.data?.open ?? null },
    { id: 'settled', name: 'Settled', count: counts.data?.settled ?? null },
  ] as const
  return (
    <>
      <h1 className="flex min-h-14 items-center px-3 text-20 font-bold tracking-tight">My Bets</h1>
      <Tabs
        label="Tickets"
        tabs={tabs}
        chosen={tab}
        onChoose={(id) => navigate(addressOf(id, highlight), { replace: true })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`} className="flex flex-col gap-2 p-3">
        {tab === 'open' && <DelayedBets hidesAccepted />}
        {isLooking ? (
          <TicketsSkeleton />
        ) : (
          <Loaded query={tickets} what="your tickets" skeleton={<TicketsSkeleton />}>
            {({ pages }) => (
              <>
                {pages.every(({ items }) => items.length === 0) && <NoTickets tab={tab} />}
                {pages.map(({ items }, at) => (
                  <TicketList key={at} tickets={items} highlight={highlight} />
                ))}
                <ShowMore list={tickets} which="older" what="tickets" space="contents" />
              </>
            )}
          </Loaded>
        )}
      </div>
    </>
  )
}

/** The tab of the address, else the tab of the highlighted ticket. */
function useTab(chosen: string | null, highlight: string | null): { readonly tab: Tab; readonly isLooking: boolean } {
  const isTabUnknown = chosen === null && highlight !== null
  const code = useQuery({ ...bookingCodeQuery(highlight ?? ''), enabled: isTabUnknown })
  const status = isTabUnknown ? code.data?.ticket?.status : undefined
  const isSettled = chosen === 'settled' || (status !== undefined && status !== 'pending')
  return { tab: isSettled ? 'settled' : 'open', isLooking: code.isLoading && code.failureCount === 0 }
}

function addressOf(tab: Tab, highlight: string | null): string {
  if (highlight !== null) return `/mybets?${new URLSearchParams({ tab, highlight }).toString()}`
  return tab === 'open' ? '/mybets' : '/mybets?tab=settled'
}

function NoTickets({ tab }: { readonly tab: Tab }) {
  return (
    <EmptyState
      icon={<ReceiptText className="size-8" />}
      title={tab === 'open' ? 'No open bets' : 'No settled bets'}
      text={tab === 'open' ? 'Your tickets appear here until their games are settled.' : 'Settled tickets appear here.'}
      action={<ButtonLink href="/sports">Place a Bet</ButtonLink>}
    />
  )
}

type TicketListProps = { readonly tickets: readonly Ticket[]; readonly highlight: string | null }

/** One page of tickets. One request gets the cashout offers of a page. */
function TicketList({ tickets, highlight }: TicketListProps) {
  const offers = useCashoutOffers(tickets)
  return (
    <ul className="flex flex-col gap-2">
      {tickets.map((ticket) => (
        <li key={ticket.id} ref={ticket.bookingCode === highlight ? scrollToRow : null} className="scroll-my-20">
          <TicketCard
            ticket={ticket}
            cashout={offers && (offers.get(ticket.id) ?? null)}
            isMarked={ticket.bookingCode === highlight}
          />
        </li>
      ))}
    </ul>
  )
}

/** Scrolls to a row when it is first rendered, and not again, so that the player can scroll further. */
const scrollToRow = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' })
