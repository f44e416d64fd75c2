import type { Outcome } from '@mupiira/domain/markets/types.ts'
import { isOver } from '@mupiira/domain/match/clock.ts'
import type { GameStatus, TicketStatus } from '@mupiira/domain/ticket/states.ts'

const OUTCOME_LABELS: { readonly [outcome in Outcome]: string } = {
  won: 'WON',
  lost: 'LOST',
  void: 'VOID',
  'half-won': 'WON',
  'half-lost': 'LOST',
}

export type LegState = {
  readonly ticketStatus: TicketStatus
  /** null while undecided. */
  readonly outcome: Outcome | null
  /** null when the game is unknown. */
  readonly gameStatus: GameStatus | null
}

/** NOT START would be wrong for games that are neither upcoming, live nor finished. */
const OFF_LABELS: { readonly [status in GameStatus]?: string } = {
  postponed: 'POSTPONED',
  abandoned: 'ABANDONED',
  cancelled: 'CANCELLED',
}

/** The label of a selection on its ticket (TICK-21 to TICK-25, TICK-49). */
export function legLabel({ ticketStatus, outcome, gameStatus }: LegState): string {
  if (ticketStatus === 'cancelled') return 'CANCELLED'
  if (ticketStatus === 'pending') return outcome === 'void' ? OUTCOME_LABELS.void : progressLabel(gameStatus)
  if (outcome !== null) return OUTCOME_LABELS[outcome]
  if (gameStatus === 'upcoming' || gameStatus === 'live') return progressLabel(gameStatus)
  // The other legs of a lost ticket keep showing progress (D42); ended tickets otherwise show their status.
  return ticketStatus === 'lost' ? progressLabel(gameStatus) : ticketStatus.toUpperCase()
}

function progressLabel(status: GameStatus | null): string {
  if (status === null) return 'NOT START'
  if (isOver(status)) return 'FINISHED'
  return status === 'live' ? 'LIVE' : (OFF_LABELS[status] ?? 'NOT START')
}
