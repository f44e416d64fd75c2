import type { Player, Side } from '../markets/types.ts'
import { OWN_GOAL_SHARE } from './calibration.ts'

// The scoring frequency by position. A line-up without positions is spread evenly.
const BY_POSITION: Readonly<Record<NonNullable<Player['position']>, number>> = {
  goalkeeper: 0.01,
  defender: 0.45,
  midfielder: 1,
  forward: 2.4,
}

// A substitute plays about a third of the game on average.
const SUBSTITUTE = 0.33
// Share of goals by starters; substitutes score the rest.
const STARTERS_SHARE = 0.84

/**
 * The side of a player and the player's share of its goals, given participation; null if the player is in no line-up.
 */
export function scoringShare(
  playerId: string,
  players: readonly Player[],
): { readonly side: Side; readonly share: number } | null {
  const player = players.find(({ id }) => id === playerId)
  if (player === undefined) return null
  const starters = players.filter(({ side, substitute }) => side === player.side && substitute !== true)
  const all = starters.reduce((sum, starter) => sum + weightOf(starter), 0)
  const reference = all > 0 ? all : weightOf(player) * 11
  const own = (weightOf(player) / reference) * (player.substitute === true ? SUBSTITUTE : 1)
  return { side: player.side, share: Math.min(0.9, own * STARTERS_SHARE * (1 - OWN_GOAL_SHARE)) }
}

const weightOf = (player: Player): number => (player.position === undefined ? 1 : BY_POSITION[player.position])
