import type { TicketSelection } from '@mupiira/contract/tickets.ts'
import { classes } from '../../shared/ui/classes.ts'
import { legProgress } from '../../state/leg-line-text.ts'
import { legTally } from './ticket-texts.ts'

const COLOURS: Record<string, string> = { WON: 'bg-up', LOST: 'bg-down', LIVE: 'bg-live', FINISHED: 'bg-ink' }

/** The progress of an open ticket: a bar per selection, and the number of selections in each state. */
export const LegStrip = ({ selections }: { readonly selections: readonly TicketSelection[] }) => (
  <span className="block pt-2">
    <span aria-hidden="true" className="flex gap-0.5">
      {selections.map((leg) => (
        <span
          key={`${leg.gameId} ${leg.market} ${leg.selection}`}
          className={classes('h-1 flex-1 rounded-full', COLOURS[legProgress(leg)] ?? 'bg-line')}
        />
      ))}
    </span>
    <span className="block pt-1 text-12 text-muted">{legTally({ selections })}</span>
  </span>
)
