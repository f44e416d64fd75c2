import { ReceiptText } from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { Ticket } from '@mupiira/contract/bets.ts'
import { useApi, useApiPages } from '../../shared/api/queries.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Odds } from '../../shared/odds-format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { MY_BETS_EVERY_MS } from '../../state/refetch-at-most.ts'
import { LegStrip } from './leg-strip.tsx'
import { returnOf, statusLabel } from './ticket-texts.ts'

const POLL_MS = 30_000

type Tab = 'open' | 'settled'

/** TICK-01 to TICK-09 */
export function MyBetsScreen() {
  const search = new URLSearchParams(useSearch())
  // As a code is looked up (CODE-03).
  const highlight = search.get('highlight')?.trim().toUpperCase() ?? null
  const [, navigate] = useLocation()
  const { tab, isLooking } = useTab(search.get('tab'), highlight)
  const panelId = useId()
  const refetchMs = usePollingMs(POLL_MS)
  const counts = useApi('GET /api/bets/counts', {}, { staleMs: MY_BETS_EVERY_MS, refetchMs })
  const tickets = useApiPages('GET /api/bets', { tab, limit: 20 }, { staleMs: MY_BETS_EVERY_MS, refetchMs })
  const tabs = [
    { id: 'open', name: 'Open', count: counts.data?.open ?? null },
    { id: 'settled', name: 'Settled', count: counts.data?.settled ?? null },
  ] as const
  return (
    <>
      <h1 className="flex h-14 items-center px-3 text-20 font-bold tracking-tight">My Bets</h1>
      <Tabs
        label="Tickets"
        tabs={tabs}
        chosen={tab}
        onChoose={(id) => navigate(addressOf(id, highlight), { replace: true })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`} className="flex flex-col gap-2 p-3">
        {isLooking ? (
          <TicketsSkeleton />
        ) : (
          <Loaded query={tickets} what="your tickets" skeleton={<TicketsSkeleton />}>
            {({ pages }) => (
              <>
                <TicketList tickets={pages.flatMap((page) => page.items)} tab={tab} highlight={highlight} />
                <ShowMore list={tickets} which="older" what="tickets" space="contents" />
              </>
            )}
          </Loaded>
        )}
      </div>
    </>
  )
}

/** The tab of the address; where it names none but a ticket, the one that holds it (TICK-06). */
function useTab(chosen: string | null, highlight: string | null): { readonly tab: Tab; readonly isLooking: boolean } {
  const asks = chosen === null && highlight !== null
  const code = useApi('GET /api/booking-codes/{code}', { params: { code: highlight ?? '' } }, { enabled: asks })
  const status = asks ? code.data?.ticket?.status : undefined
  const isSettled = chosen === 'settled' || (status !== undefined && status !== 'pending')
  return { tab: isSettled ? 'settled' : 'open', isLooking: code.isLoading && code.failureCount === 0 }
}

function addressOf(tab: Tab, highlight: string | null): string {
  if (highlight !== null) return `/mybets?${new URLSearchParams({ tab, highlight }).toString()}`
  return tab === 'open' ? '/mybets' : '/mybets?tab=settled'
}

type TicketListProps = { readonly tickets: readonly Ticket[]; readonly tab: Tab; readonly highlight: string | null }

function TicketList({ tickets, tab, highlight }: TicketListProps) {
  if (tickets.length === 0) {
    return (
      <EmptyState
        icon={<ReceiptText className="size-8" />}
        title={tab === 'open' ? 'No open bets' : 'No settled bets'}
        text={tab === 'open' ? 'A ticket stands here until its games are decided.' : 'Decided tickets are kept here.'}
        action={<ButtonLink href="/sports">Place a Bet</ButtonLink>}
      />
    )
  }
  return (
    <ul className="flex flex-col gap-2">
      {tickets.map((ticket) => (
        <li key={ticket.id} ref={ticket.bookingCode === highlight ? bringIntoSight : null} className="scroll-my-20">
          <TicketRow ticket={ticket} marked={ticket.bookingCode === highlight} />
        </li>
      ))}
    </ul>
  )
}

/** Once, when it comes: the player may scroll away from it. */
const bringIntoSight = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' })

function TicketRow({ ticket, marked }: { readonly ticket: Ticket; readonly marked: boolean }) {
  const { text, tone } = statusLabel(ticket.status)
  const outcome = returnOf(ticket)
  const games = ticket.selections.length
  return (
    <Link
      href={`/bet/${ticket.id}`}
      aria-current={marked ? 'true' : undefined}
      className={classes('block rounded-card border bg-raised p-3', marked ? 'border-2 border-gold' : 'border-line')}
    >
      <span className="flex items-center justify-between gap-2">
        <b className="text-14 tracking-wider">{ticket.bookingCode}</b>
        <span className="mr-auto truncate text-12 text-muted">{dateTimeText(ticket.createdAt)}</span>
        <Badge tone={tone}>{text}</Badge>
      </span>
      <span className="block truncate pt-1 text-14">
        {games === 1 ? ticket.selections[0]?.match : `${games} selections`} · <Odds odds={ticket.totalOdds} />
      </span>
      <span className="block truncate text-12 text-muted">{games > 1 ? matchesOf(ticket) : pickOf(ticket)}</span>
      {ticket.status === 'pending' && <LegStrip ticket={ticket} />}
      <span className="flex justify-between gap-x-3 pt-2 text-12 text-muted">
        <span>
          Stake{' '}
          <span className="block text-14 text-ink">
            <Money amount={ticket.totalStake} />
          </span>
        </span>
        <span className="text-right">
          {outcome.name}{' '}
          <b className={classes('block text-14', ticket.status === 'won' ? 'text-up' : 'text-ink')}>
            <Money amount={outcome.amount} />
          </b>
        </span>
      </span>
    </Link>
  )
}

/** Each game once: several selections can be on one. */
const matchesOf = ({ selections }: Ticket): string => [...new Set(selections.map(({ match }) => match))].join(', ')

/** Of a single bet: what was picked. */
const pickOf = ({ selections: [leg] }: Ticket): string =>
  leg === undefined ? '' : `${leg.marketName}: ${leg.selectionLabel}`

function TicketsSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: 4 }, (_, i) => (
        <Skeleton key={i} look="h-33 w-full" />
      ))}
    </div>
  )
}
