import { create } from 'zustand'
import type { JointGame, SeenJointOdds } from './slip-figures.ts'

/** The joint odds of a game's selections that the player first saw or has accepted (D17, D27). */
export const useSeenJointOdds = create<{ readonly seen: SeenJointOdds }>(() => ({ seen: new Map() }))

/** Joint odds count as seen when first shown. */
export function markJointOddsSeen(games: readonly JointGame[]): void {
  const { seen } = useSeenJointOdds.getState()
  const unknown = games.filter(({ content }) => !seen.has(content))
  if (unknown.length > 0) keep([...seen, ...unknown.map(entryOf)])
}

export function acceptJointOdds(games: readonly JointGame[]): void {
  keep([...useSeenJointOdds.getState().seen, ...games.map(entryOf)])
}

const entryOf = ({ content, odds }: JointGame) => [content, odds] as const
const keep = (entries: Iterable<ReturnType<typeof entryOf>>) => useSeenJointOdds.setState({ seen: new Map(entries) })
