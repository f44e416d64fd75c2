import { create } from 'zustand'

/** Whether the last request reached the server. A connected network can still be unusable. */
export const useReachability = create<{ readonly reachable: boolean }>(() => ({ reachable: true }))

export function setReachable(reachable: boolean): void {
  if (useReachability.getState().reachable !== reachable) useReachability.setState({ reachable })
}
