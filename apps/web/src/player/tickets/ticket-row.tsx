import { Link } from 'wouter'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { Odds } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { LegStrip } from './leg-strip.tsx'
import { returnOf, statusLabel } from './ticket-texts.ts'

/** A ticket in a list with its games, stake and return. */
export function TicketRow({ ticket, marked = false }: { readonly ticket: Ticket; readonly marked?: boolean }) {
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
        <span className="mr-auto truncate text-12 text-muted">
          <Moment at={ticket.createdAt} />
        </span>
        <Badge tone={tone}>{text}</Badge>
      </span>
      <span className="block truncate pt-1 text-14">
        <span>{games === 1 ? ticket.selections[0]?.match : `${games} selections`}</span> ·{' '}
        <Odds odds={ticket.totalOdds} />
      </span>
      <span className="block truncate text-12 text-muted">{games > 1 ? matchesOf(ticket) : pickOf(ticket)}</span>
      {ticket.status === 'pending' && <LegStrip ticket={ticket} />}
      <span className="flex flex-wrap justify-between gap-x-3 pt-2 text-12 text-muted">
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

/** The names of the games. A game with several selections appears once. */
const matchesOf = ({ selections }: Ticket): string => [...new Set(selections.map(({ match }) => match))].join(', ')

/** The selection of a single bet. */
const pickOf = ({ selections: [leg] }: Ticket): string =>
  leg === undefined ? '' : `${leg.marketName}: ${leg.selectionLabel}`

export function TicketsSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: 4 }, (_, i) => (
        <Skeleton key={i} className="h-33 w-full" />
      ))}
    </div>
  )
}
