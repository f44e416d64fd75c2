import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { isSelectionId, settle } from '@mupiira/domain/markets/settle.ts'
import { isMarketId, SPORTS, type Settlement } from '@mupiira/domain/markets/types.ts'
import { minuteText } from './format/game-texts.ts'
import type { BadgeTone } from './ui/surfaces.tsx'

/** The state of a selection. `sign` chooses the icon, so that colour is never the only sign. */
export type LegState = {
  readonly text: string
  readonly tone: 'up' | 'down' | 'muted'
  readonly sign: 'won' | 'winning' | 'lost' | 'losing' | 'waiting' | 'void'
}

const DECIDED = {
  won: { text: 'Won', tone: 'up', sign: 'won' },
  'half-won': { text: 'Half won', tone: 'up', sign: 'won' },
  lost: { text: 'Lost', tone: 'down', sign: 'lost' },
  'half-lost': { text: 'Half lost', tone: 'down', sign: 'lost' },
  void: { text: 'Void', tone: 'muted', sign: 'void' },
} as const satisfies Record<NonNullable<TicketSelection['outcome']>, LegState>

const CANCELLED: LegState = { text: 'Cancelled', tone: 'muted', sign: 'void' }

const waiting = (text: string): LegState => ({ text, tone: 'muted', sign: 'waiting' })

/** The server's labels of undecided selections as words. "NOT START" is prescribed for the badge. */
const UNDECIDED: Readonly<Record<string, string>> = {
  'NOT START': 'Not started',
  LIVE: 'Live',
  FINISHED: 'Finished',
  POSTPONED: 'Postponed',
  ABANDONED: 'Abandoned',
  CANCELLED: 'Cancelled',
}

const wordOf = (label: string): string => UNDECIDED[label] ?? label

const WINNING: LegState = { text: 'Winning now', tone: 'up', sign: 'winning' }
const LOSING: LegState = { text: 'Losing now', tone: 'down', sign: 'losing' }

const NOW: Record<Settlement, LegState | null> = {
  won: WINNING,
  'half-won': WINNING,
  lost: LOSING,
  'half-lost': LOSING,
  void: { text: 'Stake back now', tone: 'muted', sign: 'void' },
  undecided: null,
}

/** `legState` of a leg whose team leads → "Winning now". A cancelled ticket has no outcomes. */
export function legState(leg: TicketSelection, ticket: Pick<Ticket, 'status' | 'rulebook'>): LegState {
  if (ticket.status === 'cancelled') return CANCELLED
  if (leg.outcome !== null) return DECIDED[leg.outcome]
  return (ticket.status === 'pending' ? stateNow(leg, ticket) : null) ?? waiting(wordOf(leg.label))
}

/**
 * How an open selection would be settled if its live game ended at the current score, by the settlement rules. Null for
 * games that are not live, and for selections that need more than the score (half time, scorers).
 */
function stateNow(leg: TicketSelection, { rulebook }: Pick<Ticket, 'rulebook'>): LegState | null {
  const { homeScore: home, awayScore: away } = leg
  if (leg.label !== 'LIVE' || home === null || away === null) return null
  const sport = SPORTS.find((each) => each === leg.sport)
  // A cached ticket of an older version can have other ids.
  if (sport === undefined || !isMarketId(leg.market) || !isSelectionId(leg.market, leg.selection)) return null
  return NOW[settle(leg.market, leg.selection, { sport, home, away }, rulebook)]
}

const BADGE_TONES: Readonly<Record<string, BadgeTone>> = { WON: 'up', LOST: 'down', LIVE: 'live' }

/** The prescribed badge of a leg (TICK-21 to TICK-25). A live leg shows its minute: "LIVE 58'". */
export function legBadge(leg: Pick<TicketSelection, 'label' | 'clock'>): { text: string; tone: BadgeTone } {
  const tone = BADGE_TONES[leg.label] ?? 'muted'
  if (leg.label !== 'LIVE' || leg.clock === null) return { text: leg.label, tone }
  return { text: `LIVE ${minuteText(leg.clock)}`, tone }
}

const STARTED = new Set(['live', 'finished', 'completed', 'settled'])

/** The minute and score of a leg's game: "67' 2 – 1", "2 – 0"; null before the start. */
export function legScore({
  gameStatus,
  clock,
  homeScore,
  awayScore,
}: Pick<TicketSelection, 'gameStatus' | 'clock' | 'homeScore' | 'awayScore'>): string | null {
  if (!STARTED.has(gameStatus) || homeScore === null || awayScore === null) return null
  const score = `${homeScore} – ${awayScore}`
  return gameStatus === 'live' && clock !== null ? `${minuteText(clock)} ${score}` : score
}

const TALLY_ORDER = [
  'won',
  'lost',
  'void',
  ...['LIVE', 'FINISHED', 'NOT START'],
  ...['POSTPONED', 'ABANDONED', 'CANCELLED'],
]

/** The number of legs in each state: "1 won · 1 live · 2 not started". */
export function legTally({ selections }: { readonly selections: readonly TallyLeg[] }): string {
  const states = selections.map(({ outcome, label }) => (outcome === null ? label : DECIDED[outcome].sign))
  return TALLY_ORDER.map((state) => [states.filter((each) => each === state).length, state] as const)
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${wordOf(state).toLowerCase()}`)
    .join(' · ')
}

type TallyLeg = Pick<TicketSelection, 'outcome' | 'label'>
