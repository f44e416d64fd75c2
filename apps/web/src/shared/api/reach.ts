import { create } from 'zustand'

/** Whether the last request reached the server. A connected network can still be unusable. */
export const useReach = create<{ readonly reachable: boolean }>(() => ({ reachable: true }))

export function noteReach(reachable: boolean): void {
  if (useReach.getState().reachable !== reachable) useReach.setState({ reachable })
}
