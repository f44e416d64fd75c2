import { Link } from 'wouter'
import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { legScore, legStanding } from '../shared/leg-standing.ts'
import { Odds } from '../shared/odds-format.ts'
import { classes } from '../shared/ui/classes.ts'
import { ChevronRight } from '../shared/ui/icons.tsx'
import { STANDING_TEXT, StandingSign } from '../shared/ui/standing-sign.tsx'
import { Money } from '../shared/ui/surfaces.tsx'
import { useCashoutOffers } from './cashout-offers.ts'
import { useOwnTicketsOf } from './own-tickets.ts'

const MAX_TICKETS = 3

/** The player's open bets on a game, each with a link to its ticket. Nothing for visitors and without bets. */
export function OwnBets({ gameId }: { readonly gameId: string }) {
  const tickets = useOwnTicketsOf(gameId)
  const shown = tickets.slice(0, MAX_TICKETS)
  const offers = useCashoutOffers(shown)
  if (tickets.length === 0) return null
  return (
    <section aria-label="Your bets on this game" className="flex flex-col gap-2 px-3 pb-3">
      {shown.map((ticket) => {
        const offer = offers?.get(ticket.id)
        return (
          <OwnBet
            key={ticket.id}
            ticket={ticket}
            legs={ticket.selections.filter((leg) => leg.gameId === gameId)}
            offer={offer?.state === 'offered' ? offer.offer : null}
          />
        )
      })}
      {tickets.length > MAX_TICKETS && (
        <Link href="/mybets" className="inline-flex min-h-11 items-center text-14 font-bold underline">
          All my bets
        </Link>
      )}
    </section>
  )
}

type OwnBetProps = {
  readonly ticket: Ticket
  /** The selections of this game. */
  readonly legs: readonly TicketSelection[]
  readonly offer: number | null
}

const OwnBet = ({ ticket, legs, offer }: OwnBetProps) => (
  <Link href={`/bet/${ticket.id}`} className="block rounded-card border border-gold bg-raised px-3 py-2 text-14">
    {legs.map((leg) => (
      <OwnLeg key={leg.selectionId} leg={leg} ticket={ticket} />
    ))}
    <span className="flex min-h-5 items-center justify-between gap-3 pt-1 text-12 text-muted">
      <span className="min-w-0 truncate">
        {ticket.selections.length > legs.length
          ? `${legs.length} of ${ticket.selections.length} selections of ticket ${ticket.bookingCode}`
          : `Ticket ${ticket.bookingCode}`}
      </span>
      <span className="flex shrink-0 items-center gap-1 text-14 font-bold text-ink">
        {offer === null ? null : (
          <span>
            Cash out <Money amount={offer} />
          </span>
        )}
        <ChevronRight className="size-4 text-muted" />
      </span>
    </span>
  </Link>
)

function OwnLeg({ leg, ticket }: { readonly leg: TicketSelection; readonly ticket: Ticket }) {
  const standing = legStanding(leg, ticket)
  return (
    <span className="flex items-center gap-2 py-0.5">
      <StandingSign standing={standing} />
      <span className="min-w-0 flex-1 leading-4">
        <span className="block">
          <b>Your bet:</b> {leg.selectionLabel} @{' '}
          <span className="tabular">
            <Odds odds={leg.odds} />
          </span>
        </span>
        <span className="block text-12 text-muted">{leg.marketName}</span>
      </span>
      <span className={classes('shrink-0 text-right text-12 leading-4 font-bold', STANDING_TEXT[standing.tone])}>
        <span className="block tabular">{legScore(leg)}</span>
        {standing.text}
      </span>
    </span>
  )
}
