import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { Odds } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { LegLines } from './leg-lines.tsx'
import { LegStrip } from './leg-strip.tsx'
import { cashoutQuery } from './ticket-queries.ts'
import { readableLegs, returnOf, statusLabel } from './ticket-texts.ts'

const OFFER_POLL_MS = 15_000

type TicketRowProps = {
  readonly ticket: Ticket
  readonly marked?: boolean
  /** Loads the cashout offer. */
  readonly withOffer?: boolean
}

/** A ticket in a list: its state and money, and how each of its selections stands. */
export function TicketRow({ ticket, marked = false, withOffer = false }: TicketRowProps) {
  const { text, tone } = statusLabel(ticket.status)
  const outcome = returnOf(ticket)
  const isOpen = ticket.status === 'pending'
  const selections = readableLegs(ticket)
  return (
    <Link
      href={`/bet/${ticket.id}`}
      aria-current={marked ? 'true' : undefined}
      className={classes(
        'block rounded-card border bg-raised px-3 pt-3',
        marked ? 'border-2 border-gold' : 'border-line',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <b className="text-14 tracking-wider">{ticket.bookingCode}</b>
        <span className="mr-auto truncate text-12 text-muted">
          <Moment at={ticket.createdAt} />
        </span>
        <Badge tone={tone}>{text}</Badge>
      </span>
      {isOpen && selections.length > 1 && <LegStrip selections={selections} />}
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 pt-1.5 pb-2 text-12 text-muted">
        <span>
          Stake{' '}
          <b className="text-ink">
            <Money amount={ticket.totalStake} />
          </b>{' '}
          · odds{' '}
          <b className="text-ink">
            <Odds odds={ticket.totalOdds} />
          </b>
        </span>
        <span className="ml-auto">
          {outcome.name}{' '}
          <b className={classes('text-14', ticket.status === 'won' ? 'text-up' : 'text-ink')}>
            <Money amount={outcome.amount} />
          </b>
        </span>
      </span>
      <LegLines selections={selections} ticket={ticket} />
      {isOpen && withOffer && <Offer id={ticket.id} />}
    </Link>
  )
}

/** The cashout offer, in a row of fixed height, so that its arrival moves nothing. The ticket's page accepts it. */
function Offer({ id }: Pick<Ticket, 'id'>) {
  const { data } = useQuery({ ...cashoutQuery(id), refetchInterval: usePollingMs(OFFER_POLL_MS) })
  return (
    <span className="flex min-h-11 items-center justify-between gap-2 border-t border-line text-14">
      <span className="text-muted">{data?.state === 'unavailable' ? 'Cashout unavailable now' : 'Cashout Offer'}</span>
      {data?.state !== 'unavailable' && data?.offer != null && (
        <b className="mr-auto">
          <Money amount={data.offer} />
        </b>
      )}
      <ChevronRight aria-hidden="true" className="size-4 text-muted" />
    </span>
  )
}

export function TicketsSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: 4 }, (_, i) => (
        <Skeleton key={i} className="h-45 w-full" />
      ))}
    </div>
  )
}
