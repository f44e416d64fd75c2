import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { classes } from '../../shared/ui/classes.ts'
import { liveOutcome } from '../../shared/live-outcome.ts'

const COLOURS = { up: 'text-up', down: 'text-down', ink: 'text-ink' } as const

type LiveOutcomeTextProps = { readonly leg: TicketSelection; readonly ticket: Pick<Ticket, 'status' | 'rulebook'> }

/** "Winning now" for a selection of an open ticket whose game is live. */
export function LiveOutcomeText({ leg, ticket }: LiveOutcomeTextProps) {
  const outcome = ticket.status === 'pending' ? liveOutcome(leg, ticket) : null
  return outcome && <b className={classes('block shrink-0', COLOURS[outcome.tone])}>{outcome.text}</b>
}
