import type { Ticket } from '@mupiira/contract/bets.ts'
import { minuteText } from '../../shared/format/game-texts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { legStanding, legTally } from './ticket-texts.ts'

const COLOURS: Record<string, string> = { WON: 'bg-up', LOST: 'bg-down', LIVE: 'bg-live', FINISHED: 'bg-ink' }
/** More games in play than these are counted only. */
const MOST_SCORES = 3

/** How far an open ticket has come: a mark and a word for its legs, and the score of each game in play. */
export function LegStrip({ ticket }: { readonly ticket: Pick<Ticket, 'selections'> }) {
  const live = ticket.selections.filter((leg) => leg.label === 'LIVE')
  return (
    <span className="block pt-2">
      <span aria-hidden="true" className="flex gap-0.5">
        {ticket.selections.map((leg) => (
          <span
            key={`${leg.gameId} ${leg.market} ${leg.selection}`}
            className={classes('h-1 flex-1 rounded-full', COLOURS[legStanding(leg)] ?? 'bg-line')}
          />
        ))}
      </span>
      <span className="block pt-1 text-12 text-muted">{legTally(ticket)}</span>
      {live.slice(0, MOST_SCORES).map((leg) => (
        <span
          key={`${leg.gameId} ${leg.market} ${leg.selection}`}
          className="flex items-baseline justify-between gap-3 pt-0.5 text-12"
        >
          <span className="min-w-0 truncate">{leg.match}</span>
          <span className="flex shrink-0 gap-2 font-bold tabular">
            <span>
              {leg.homeScore ?? 0} – {leg.awayScore ?? 0}
            </span>
            <span className="text-live">{leg.clock === null ? 'LIVE' : minuteText(leg.clock)}</span>
          </span>
        </span>
      ))}
    </span>
  )
}
