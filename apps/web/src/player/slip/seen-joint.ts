import { create } from 'zustand'
import type { JointGame, SeenJoint } from './slip-figures.ts'

/** The joint odds of a game's selections that the player first saw or has accepted (D17, D27). */
export const useSeenJoint = create<{ readonly seen: SeenJoint }>(() => ({ seen: new Map() }))

/** Joint odds count as seen when first shown. */
export function markJointSeen(games: readonly JointGame[]): void {
  const { seen } = useSeenJoint.getState()
  const unknown = games.filter(({ content }) => !seen.has(content))
  if (unknown.length > 0) keep([...seen, ...unknown.map(entryOf)])
}

export function acceptJoint(games: readonly JointGame[]): void {
  keep([...useSeenJoint.getState().seen, ...games.map(entryOf)])
}

const entryOf = ({ content, odds }: JointGame) => [content, odds] as const
const keep = (entries: Iterable<ReturnType<typeof entryOf>>) => useSeenJoint.setState({ seen: new Map(entries) })
