import { Link } from 'wouter'
import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { legState } from '../shared/leg-state.ts'
import { Odds } from '../shared/odds-format.ts'
import { classes } from '../shared/ui/classes.ts'
import { LEG_TEXT, LegSign } from '../shared/ui/leg-sign.tsx'
import { Money } from '../shared/ui/surfaces.tsx'
import { useCashoutOffers } from './cashout-offers.ts'
import { useOwnTicketsOf } from './own-tickets.ts'
import { counted } from '../shared/format/counted.ts'

const CARD = 'pointer-events-auto rounded-card border border-gold bg-raised'

/**
 * The player's latest open bet on a game, with a link to its ticket. Renders nothing for visitors and for players
 * without bets on the game. It stays at the bottom of the screen and lies above the content, so that nothing moves when
 * it arrives after the markets.
 */
export function OwnBets({ gameId }: { readonly gameId: string }) {
  const tickets = useOwnTicketsOf(gameId)
  const latest = tickets.slice(0, 1)
  const offers = useCashoutOffers(latest)
  const [ticket] = latest
  if (ticket === undefined) return null
  const offer = offers?.get(ticket.id)
  return (
    <section
      aria-label="Your bets on this game"
      className="pointer-events-none bottom-(--bottom-bar) z-10 flex gap-2 p-3 max-md:pb-5 high:sticky"
    >
      <OwnBet
        ticket={ticket}
        legs={ticket.selections.filter((leg) => leg.gameId === gameId)}
        offer={offer?.state === 'offered' ? offer.offer : null}
      />
      {tickets.length > 1 && (
        <Link
          href="/mybets"
          className={classes(CARD, 'flex flex-col justify-center px-3 text-center text-12 leading-4')}
        >
          <span>All</span> <b>{tickets.length} bets</b>
        </Link>
      )}
    </section>
  )
}

type OwnBetProps = {
  readonly ticket: Ticket
  readonly legs: readonly TicketSelection[]
  readonly offer: number | null
}

function OwnBet({ ticket, legs, offer }: OwnBetProps) {
  const [leg] = legs
  if (leg === undefined) return null
  const state = legState(leg, ticket)
  return (
    <Link
      href={`/bet/${ticket.id}`}
      className={classes(CARD, 'flex min-w-0 flex-1 items-center gap-2 px-3 py-2 text-14 leading-4')}
    >
      <LegSign state={state} />
      <span className="min-w-0 flex-1">
        <span className="flex gap-2 leading-5">
          <span className="min-w-0 flex-1 truncate">
            <b>Your bet:</b> {leg.selectionLabel} @{' '}
            <span className="tabular">
              <Odds odds={leg.odds} />
            </span>
          </span>
          <b className={classes('text-12 leading-5', LEG_TEXT[state.tone])}>{state.text}</b>
        </span>
        <span className="flex gap-2 text-12 leading-4">
          <span className="min-w-0 flex-1 truncate text-muted">{legsText(leg, legs, ticket)}</span>
          {offer === null ? null : (
            <b>
              Cash out <Money amount={offer} />
            </b>
          )}
        </span>
      </span>
    </Link>
  )
}

/** "Moneyline", "Moneyline and 1 more", "Moneyline · 1 of 5 selections" */
function legsText({ marketName }: TicketSelection, { length }: OwnBetProps['legs'], { selections }: Ticket): string {
  const here = length === 1 ? marketName : `${marketName} and ${length - 1} more`
  return selections.length === length ? here : `${here} · ${length} of ${counted(selections.length, 'selection')}`
}
