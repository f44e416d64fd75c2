import type { GameStatus } from '../ticket/states.ts'

export interface GameForBetting {
  readonly status: GameStatus
  readonly startsAt: Date
  /** Null or 0 if unknown. */
  readonly minute: number | null
  readonly goals: number
  /** True if a score other than 0–0 is known. */
  readonly scoreKnown: boolean
}

/**
 * Returns whether the game accepts bets: before its start by server time, and while no minute, goal or score is known
 * (MKT-42, D15).
 */
export function isBettable(game: GameForBetting, now: Date): boolean {
  if (game.status !== 'upcoming' || game.startsAt.getTime() <= now.getTime()) return false
  return (game.minute ?? 0) === 0 && game.goals === 0 && !game.scoreKnown
}
