import { Check, ChevronDown, ChevronUp, Clock, X } from 'lucide-react'
import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { useNow } from '../../shared/clock.ts'
import { Odds } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { legLineText, type LegLineText } from '../../state/leg-line-text.ts'

/** Above this number of selections, the rest is shown only as a count; the page of the ticket lists all. */
const MAX_LINES = 5
const TICK_MS = 30_000

const ICONS: Record<LegLineText['icon'], typeof Check> = {
  won: Check,
  lost: X,
  ahead: ChevronUp,
  behind: ChevronDown,
  waiting: Clock,
}
const TONES: Record<LegLineText['tone'], string> = {
  up: 'text-up',
  down: 'text-down',
  live: 'text-live',
  muted: 'text-muted',
}

type LegLinesProps = { readonly selections: readonly TicketSelection[]; readonly ticket: Pick<Ticket, 'rulebook'> }

/** The selections of a ticket in a list: what was chosen, and how it stands. */
export function LegLines({ selections, ticket }: LegLinesProps) {
  const now = useNow(TICK_MS)
  const more = selections.length - MAX_LINES
  return (
    <span className="block">
      {selections.slice(0, MAX_LINES).map((leg) => (
        <LegLine key={`${leg.gameId} ${leg.market} ${leg.selection}`} leg={leg} state={legLineText(leg, ticket, now)} />
      ))}
      {more > 0 && (
        <span className="block border-t border-line py-2 text-12 font-bold">
          {`and ${more} more ${more === 1 ? 'selection' : 'selections'}`}
        </span>
      )}
    </span>
  )
}

function LegLine({ leg, state }: { readonly leg: TicketSelection; readonly state: LegLineText }) {
  const Icon = ICONS[state.icon]
  return (
    <span className="flex items-center gap-2 border-t border-line py-1.5">
      <span
        className={classes('flex size-7 shrink-0 items-center justify-center rounded-full bg-paper', TONES[state.tone])}
      >
        <Icon aria-hidden="true" className="size-4" strokeWidth={2.5} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2 text-14">
          <b className="min-w-0 truncate">{leg.selectionLabel}</b>
          <b className="shrink-0 tabular">
            <Odds odds={leg.odds} />
          </b>
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-2 text-12 text-muted">
          <span className="min-w-0 truncate">{`${leg.marketName} · ${leg.match}`}</span>
          <b className={classes('ml-auto shrink-0 tabular', TONES[state.tone])}>{state.text}</b>
        </span>
      </span>
    </span>
  )
}
