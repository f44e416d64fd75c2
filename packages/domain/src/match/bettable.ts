import type { GameStatus } from '../ticket/states.ts'

export interface GameForBetting {
  readonly status: GameStatus
  readonly startsAt: Date
  /** Null or 0: none is known. */
  readonly minute: number | null
  readonly goals: number
  /** A score other than the 0–0 that every new game carries. */
  readonly scoreKnown: boolean
}

/** A game can be bet on only before it starts, by server time, and while nothing of its play is known (MKT-42, D15). */
export function isBettable(game: GameForBetting, now: Date): boolean {
  if (game.status !== 'upcoming' || game.startsAt.getTime() <= now.getTime()) return false
  return (game.minute ?? 0) === 0 && game.goals === 0 && !game.scoreKnown
}
