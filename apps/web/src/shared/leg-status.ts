import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { minuteText } from './format/game-texts.ts'
import { liveOutcome } from './live-outcome.ts'

/** The status of a selection on a ticket. `sign` chooses the icon, so that colour is never the only sign. */
export type LegStatus = {
  readonly text: string
  readonly tone: 'up' | 'down' | 'muted'
  readonly sign: 'won' | 'winning' | 'lost' | 'losing' | 'waiting' | 'void'
}

const DECIDED: Record<NonNullable<TicketSelection['outcome']>, LegStatus> = {
  won: { text: 'Won', tone: 'up', sign: 'won' },
  'half-won': { text: 'Half won', tone: 'up', sign: 'won' },
  lost: { text: 'Lost', tone: 'down', sign: 'lost' },
  'half-lost': { text: 'Half lost', tone: 'down', sign: 'lost' },
  void: { text: 'Void', tone: 'muted', sign: 'void' },
}

/** The texts of the server's labels while a selection is undecided. */
const UNDECIDED: Readonly<Record<string, string>> = {
  'NOT START': 'Not started',
  LIVE: 'Live',
  FINISHED: 'Waiting for the result',
  POSTPONED: 'Postponed',
  ABANDONED: 'Abandoned',
  CANCELLED: 'Cancelled',
}

const waiting = (text: string): LegStatus => ({ text, tone: 'muted', sign: 'waiting' })

/** `legStatus` of a leg whose team leads → "Winning now". A cancelled ticket has no outcomes. */
export function legStatus(leg: TicketSelection, ticket: Pick<Ticket, 'status' | 'rulebook'>): LegStatus {
  if (ticket.status === 'cancelled') return { text: 'Cancelled', tone: 'muted', sign: 'void' }
  if (leg.outcome !== null) return DECIDED[leg.outcome]
  const now = ticket.status === 'pending' ? liveOutcome(leg, ticket) : null
  if (now === null) return waiting(UNDECIDED[leg.label] ?? leg.label)
  if (now.tone === 'ink') return waiting(now.text)
  return { text: now.text, tone: now.tone, sign: now.tone === 'up' ? 'winning' : 'losing' }
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
