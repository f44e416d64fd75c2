import { create } from 'zustand'

/** Whether the last request reached the server. A device can be connected to a network that does not work. */
export const useReachability = create<{ readonly reachable: boolean }>(() => ({ reachable: true }))

export function setReachable(reachable: boolean): void {
  if (useReachability.getState().reachable !== reachable) useReachability.setState({ reachable })
}
