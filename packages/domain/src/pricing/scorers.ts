import type { Player, Side } from '../markets/types.ts'
import { OWN_GOAL_SHARE } from './calibration.ts'

// How often a position scores against the others; a line-up that names none is spread evenly.
const BY_POSITION: Readonly<Record<NonNullable<Player['position']>, number>> = {
  goalkeeper: 0.01,
  defender: 0.45,
  midfielder: 1,
  forward: 2.4,
}

// A substitute who comes on plays about a third of the game.
const SUBSTITUTE = 0.33
// Share of goals by starters; substitutes score the rest.
const STARTERS_SHARE = 0.84

/**
 * The side of a player and the player's share of its goals, given participation; null for a player outside both line-ups.
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
