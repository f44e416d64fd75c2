import { Link } from 'wouter'
import { houseNote } from '@mupiira/domain/markets/house-notes.ts'
import type { LegDecision, Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { legBadge, legState, type LegState } from '../../shared/leg-state.ts'
import { Odds } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { LEG_TEXT } from '../../shared/ui/leg-sign.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Badge, Card } from '../../shared/ui/surfaces.tsx'
import { gameText } from './ticket-texts.ts'
import { decisionText } from './history-texts.ts'
import { ChevronRight } from '../../shared/ui/icons.tsx'

type LegCardProps = {
  readonly leg: TicketSelection
  readonly ticket: Pick<Ticket, 'status' | 'rulebook'>
  readonly decisions: readonly LegDecision[]
  readonly now: Date
}

/** A leg: the selection, the state of its game, and its decisions. */
export function LegCard({ leg, ticket, decisions, now }: LegCardProps) {
  const badge = legBadge(leg)
  const state = legState(leg, ticket)
  const note = houseNote(leg.market, ticket.rulebook)
  return (
    <Card as="li">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-16 font-bold">{leg.match}</p>
        <Badge tone={badge.tone}>{badge.text}</Badge>
      </div>
      <div className="flex items-baseline justify-between gap-3 pt-1 text-12 text-muted">
        <p className="min-w-0">
          {leg.marketName} · {leg.selectionLabel} ·{' '}
          <span className="tabular">
            <Odds odds={leg.odds} />
          </span>
          <span>{leg.sameGame && ' · same game'}</span>
        </p>
        <p className="shrink-0 text-right tabular">
          <span>{gameText(leg, now)}</span>
          {saysMore(state, badge.text) && <b className={classes('block', LEG_TEXT[state.tone])}>{state.text}</b>}
        </p>
      </div>
      {note !== null && <p className="text-12 text-muted">House rule: {note}</p>}
      {ticket.status === 'pending' && leg.label === 'LIVE' && <MatchTracker leg={leg} />}
      {decisions.length > 0 && (
        <ol
          aria-label="How this selection was settled"
          className="mt-2 flex flex-col gap-1 border-t border-line pt-2 text-12"
        >
          {decisions.map((decision) => (
            <Decision key={decision.at} decision={decision} />
          ))}
        </ol>
      )}
    </Card>
  )
}

/** The badge of an open ticket's leg names the state of its game. "Won" or "Winning now" follows in words. */
const saysMore = ({ sign, text }: LegState, badge: string): boolean =>
  sign !== 'waiting' && text.toUpperCase() !== badge

const TONES: Partial<Record<NonNullable<LegDecision['outcome']>, string>> = {
  won: 'text-up',
  'half-won': 'text-up',
  lost: 'text-down',
  'half-lost': 'text-down',
}

function Decision({ decision }: { readonly decision: LegDecision }) {
  const { summary, reason } = decisionText(decision)
  return (
    <li className="flex flex-wrap justify-between gap-x-3">
      <span>
        <b className={decision.outcome === null ? undefined : TONES[decision.outcome]}>{summary}</b> {reason}
      </span>
      <span className="ml-auto text-muted tabular">
        <Moment at={decision.at} />
      </span>
    </li>
  )
}

const MatchTracker = ({ leg }: { readonly leg: TicketSelection }) => (
  <Link
    href={`/live/${leg.gameId}`}
    aria-label={`Match Tracker, ${leg.match}`}
    className="mt-1 -mb-2 flex min-h-11 items-center justify-between border-t border-line text-14 font-bold"
  >
    Match Tracker <ChevronRight className="size-4 text-muted" />
  </Link>
)
