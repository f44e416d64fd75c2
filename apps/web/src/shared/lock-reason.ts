import type { Game } from '@mupiira/contract/games.ts'
import { isLive, isOver } from './format/game-texts.ts'

export const IN_PLAY = 'bets close at kick-off'
export const NO_DRAW = 'no draw is offered here'

/** Why an option cannot be bet on; null: it can. A lock alone leaves the player guessing whether the fault is his. */
export function lockReason(game: Game, odds: number | null, withoutOdds: string): string | null {
  if (isLive(game)) return IN_PLAY
  if (isOver(game)) return 'this game is over'
  // The word stands beside it: cancelled, postponed, abandoned, being decided.
  if (game.status !== 'upcoming') return 'this game is not played now'
  if (!game.priced) return 'no odds yet'
  if (!game.open) return game.delayed ? 'no news of this game now' : 'no bets on this game now'
  return odds === null ? withoutOdds : null
}
