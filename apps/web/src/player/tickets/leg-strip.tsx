import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { minuteText } from '../../shared/format/game-texts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { LiveOutcomeText } from './standing-text.tsx'
import { legProgress, legTally, liveGames } from './ticket-texts.ts'

const COLOURS: Record<string, string> = { WON: 'bg-up', LOST: 'bg-down', LIVE: 'bg-live', FINISHED: 'bg-ink' }
/** Above this number of live games, the strip shows only their count. */
const MAX_SCORES = 3

/** The progress of an open ticket: a symbol and a word per leg, and the score of each live game. */
export function LegStrip({ ticket }: { readonly ticket: Pick<Ticket, 'selections' | 'status' | 'rulebook'> }) {
  return (
    <span className="block pt-2">
      <span aria-hidden="true" className="flex gap-0.5">
        {ticket.selections.map((leg) => (
          <span
            key={`${leg.gameId} ${leg.market} ${leg.selection}`}
            className={classes('h-1 flex-1 rounded-full', COLOURS[legProgress(leg)] ?? 'bg-line')}
          />
        ))}
      </span>
      <span className="block pt-1 text-12 text-muted">{legTally(ticket)}</span>
      {liveGames(ticket.selections)
        .slice(0, MAX_SCORES)
        .map((legs) => (
          <LiveGame key={legs[0].gameId} legs={legs} ticket={ticket} />
        ))}
    </span>
  )
}

type LiveGameProps = {
  readonly legs: readonly [TicketSelection, ...TicketSelection[]]
  readonly ticket: Pick<Ticket, 'selections' | 'status' | 'rulebook'>
}

/** A live game with its score, and how each of its selections stands. */
function LiveGame({ legs, ticket }: LiveGameProps) {
  const [game] = legs
  // The row of a single bet already names its selection.
  const namesSelections = ticket.selections.length > 1
  return (
    <span className="block pt-0.5 text-12">
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">{game.match}</span>
        <span className="flex shrink-0 gap-2 font-bold tabular">
          <span>{`${game.homeScore ?? 0} – ${game.awayScore ?? 0}`}</span>
          <span className="text-live">{game.clock === null ? 'LIVE' : minuteText(game.clock)}</span>
        </span>
      </span>
      {legs.map((leg) => (
        <span key={`${leg.market} ${leg.selection}`} className="flex items-baseline justify-between gap-3 text-muted">
          <span className="min-w-0 truncate">{namesSelections && `${leg.marketName}: ${leg.selectionLabel}`}</span>
          <LiveOutcomeText leg={leg} ticket={ticket} />
        </span>
      ))}
    </span>
  )
}
