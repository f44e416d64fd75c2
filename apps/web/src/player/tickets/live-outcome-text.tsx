import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { classes } from '../../shared/ui/classes.ts'
import { standingNow } from '../../shared/standing-now.ts'

const COLOURS = { up: 'text-up', down: 'text-down', ink: 'text-ink' } as const

type LiveOutcomeTextProps = { readonly leg: TicketSelection; readonly ticket: Pick<Ticket, 'status' | 'rulebook'> }

/** "Winning now" for a selection of an open ticket whose game is live. */
export function LiveOutcomeText({ leg, ticket }: LiveOutcomeTextProps) {
  const standing = ticket.status === 'pending' ? standingNow(leg, ticket) : null
  return standing && <b className={classes('block shrink-0', COLOURS[standing.tone])}>{standing.text}</b>
}
