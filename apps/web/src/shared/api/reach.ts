import { create } from 'zustand'

/** Whether the last request got to the server. A device may have a network that leads nowhere. */
export const useReach = create<{ readonly reachable: boolean }>(() => ({ reachable: true }))

export function noteReach(reachable: boolean): void {
  if (useReach.getState().reachable !== reachable) useReach.setState({ reachable })
}
