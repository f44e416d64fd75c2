import { Link } from 'wouter'
import { houseNote } from '@mupiira/domain/markets/house-notes.ts'
import type { LegDecision, Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { legBadge, legState, type LegState } from '../../shared/leg-state.ts'
import { Odds } from '../../shared/odds-format.ts'
import { classes } from '../../shared/ui/classes.ts'
import { LEG_TEXT } from '../../shared/ui/leg-sign.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Badge, Card } from '../../shared/ui/surfaces.tsx'
import { DATED_ROW } from './dated.ts'
import { gameText } from './ticket-texts.ts'
import { decisionText, onlyDecisionText } from './history-texts.ts'
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
      <p className="pt-1 text-14">
        {leg.marketName} · {leg.selectionLabel} ·{' '}
        <b className="tabular">
          <Odds odds={leg.odds} />
        </b>
        <span>{leg.sameGame && ' · same game'}</span>
      </p>
      {note !== null && <p className="text-12 text-muted">House rule: {note}</p>}
      <div className="flex items-center justify-between gap-3 text-14">
        <p className={classes('min-w-0 tabular', LEG_TEXT[state.tone])}>
          <span>{gameText(leg, now)}</span>
          {saysMore(state, badge.text) && <b> · {state.text}</b>}
        </p>
        {ticket.status === 'pending' && leg.label === 'LIVE' && <MatchTracker leg={leg} />}
      </div>
      {decisions.length > 0 && (
        <ol aria-label="How this selection was settled" className="flex flex-col gap-1 pt-1 text-12 text-muted">
          {decisions.map((decision) => (
            <Decision key={decision.at} decision={decision} isOnly={decisions.length === 1} />
          ))}
        </ol>
      )}
    </Card>
  )
}

/**
 * Returns whether the state of the leg ("Won", "Winning now") says more than the badge. On an open ticket, the badge
 * shows the state of the game.
 */
const saysMore = ({ sign, text }: LegState, badge: string): boolean =>
  sign !== 'waiting' && text.toUpperCase() !== badge

type DecisionProps = { readonly decision: LegDecision; readonly isOnly: boolean }

/** A single decision omits its outcome and score, because the card already shows both. */
function Decision({ decision, isOnly }: DecisionProps) {
  return (
    <li className={DATED_ROW}>
      <span>{isOnly ? onlyDecisionText(decision) : decisionText(decision)}</span>
      <span className="text-right tabular">
        <Moment at={decision.at} />
      </span>
    </li>
  )
}

const MatchTracker = ({ leg }: { readonly leg: TicketSelection }) => (
  <Link
    href={`/live/${leg.gameId}`}
    aria-label={`Match Tracker, ${leg.match}`}
    className="-my-2.5 flex min-h-11 shrink-0 items-center gap-1 font-bold"
  >
    Match Tracker <ChevronRight className="size-4 text-muted" />
  </Link>
)
