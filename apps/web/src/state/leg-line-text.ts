import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { minuteText } from '../shared/format/game-texts.ts'
import { startText } from '../shared/format/times.ts'
import { standingNow } from './standing-now.ts'

export type LegLineText = {
  /** "67' 2 – 1 Winning now", "2 – 0 Won", "Today 19:00" */
  readonly text: string
  readonly tone: 'up' | 'down' | 'live' | 'muted'
  readonly icon: 'won' | 'lost' | 'ahead' | 'behind' | 'waiting'
}

const DECIDED: Readonly<Record<string, Omit<LegLineText, 'text'> & { readonly word: string }>> = {
  WON: { word: 'Won', tone: 'up', icon: 'won' },
  LOST: { word: 'Lost', tone: 'down', icon: 'lost' },
  VOID: { word: 'Void', tone: 'muted', icon: 'waiting' },
  CANCELLED: { word: 'Cancelled', tone: 'muted', icon: 'waiting' },
  POSTPONED: { word: 'Postponed', tone: 'muted', icon: 'waiting' },
  ABANDONED: { word: 'Abandoned', tone: 'muted', icon: 'waiting' },
  FINISHED: { word: 'Waiting for the result', tone: 'muted', icon: 'waiting' },
}

const OUTCOMES: Record<NonNullable<TicketSelection['outcome']>, string> = {
  won: 'WON',
  'half-won': 'WON',
  lost: 'LOST',
  'half-lost': 'LOST',
  void: 'VOID',
}

/** The state of a leg of an open ticket: its outcome, else the state of its game. */
export const legProgress = ({ outcome, label }: Pick<TicketSelection, 'outcome' | 'label'>): string =>
  outcome === null ? label : OUTCOMES[outcome]

/** How a selection stands, in one line of My Bets: its outcome, else the state of its game. */
export function legLineText(leg: TicketSelection, ticket: Pick<Ticket, 'rulebook'>, now: Date): LegLineText {
  const { homeScore: home, awayScore: away } = leg
  const score = home === null || away === null ? '' : `${home} – ${away}`
  const state = legProgress(leg)
  const decided = DECIDED[state]
  if (decided !== undefined) {
    const { word, ...look } = decided
    return { text: `${score} ${word}`.trim(), ...look }
  }
  if (state !== 'LIVE') return { text: startText(leg.gameTime, now), tone: 'muted', icon: 'waiting' }
  const standing = standingNow(leg, ticket)
  const clock = leg.clock === null ? 'LIVE' : minuteText(leg.clock)
  const text = [clock, score, standing?.text ?? ''].filter((part) => part !== '').join(' ')
  if (standing?.tone === 'up') return { text, tone: 'up', icon: 'ahead' }
  if (standing?.tone === 'down') return { text, tone: 'down', icon: 'behind' }
  return { text, tone: 'live', icon: 'waiting' }
}
