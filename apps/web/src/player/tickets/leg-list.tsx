import { useId, useState } from 'react'
import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { useNow } from '../../shared/clock.ts'
import { startText } from '../../shared/format/times.ts'
import { legScore, legState, legTally } from '../../shared/leg-state.ts'
import { Odds } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { ChevronDown } from '../../shared/ui/icons.tsx'
import { LEG_TEXT, LegSign } from '../../shared/ui/leg-sign.tsx'
import { readableLegs } from './ticket-texts.ts'

/** Longer tickets show this many selections first. */
const SHOWN_FIRST = 5
const TICK_MS = 30_000

/** The selections of a ticket, each with its state, score and minute. */
export function LegList({ ticket }: { readonly ticket: Ticket }) {
  const [isExpanded, setExpanded] = useState(false)
  const listId = useId()
  const now = useNow(TICK_MS)
  const legs = readableLegs(ticket)
  const isLong = legs.length > SHOWN_FIRST
  const shown = isLong && !isExpanded ? legs.slice(0, SHOWN_FIRST) : legs
  return (
    <>
      <ul id={listId} aria-label="Selections">
        {shown.map((leg) => (
          <Leg key={`${leg.gameId} ${leg.market} ${leg.selection}`} leg={leg} ticket={ticket} now={now} />
        ))}
      </ul>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={listId}
          onClick={() => setExpanded(!isExpanded)}
          className="flex min-h-11 w-full items-center justify-between gap-3 border-t border-line px-3 text-left text-14"
        >
          <span>
            <b className="block">
              {isExpanded ? `Show ${SHOWN_FIRST} selections` : `Show all ${legs.length} selections`}
            </b>
            <span className="block text-12 text-muted">{legTally(ticket)}</span>
          </span>
          <ChevronDown className={classes('size-5 shrink-0 text-muted', isExpanded && 'upside-down')} />
        </button>
      )}
    </>
  )
}

type LegProps = {
  readonly leg: TicketSelection
  readonly ticket: Pick<Ticket, 'status' | 'rulebook'>
  readonly now: Date
}

function Leg({ leg, ticket, now }: LegProps) {
  const state = legState(leg, ticket)
  const known = legScore(leg) ?? (leg.outcome === null ? startText(leg.gameTime, now) : null)
  return (
    <li className="flex items-start gap-3 border-t border-line px-3 py-2">
      <span className="pt-2">
        <LegSign state={state} />
      </span>
      <div className="min-w-0 flex-1 text-12 leading-4">
        <p className="flex justify-between gap-3 text-14 leading-5 font-bold">
          <span className="min-w-0 truncate">{leg.selectionLabel}</span>
          <span className="tabular">
            <Odds odds={leg.odds} />
          </span>
        </p>
        <p className="text-muted wrap-anywhere">
          <span>{`${leg.marketName} · ${leg.match}`}</span>
          {leg.sameGame && <span> · same game</span>}
        </p>
        <p className={classes('font-bold', LEG_TEXT[state.tone])}>
          {known !== null && <span className="tabular">{known} · </span>}
          <span>{state.text}</span>
        </p>
      </div>
    </li>
  )
}
