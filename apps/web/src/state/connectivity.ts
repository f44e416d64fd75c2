import { create } from 'zustand'

type Connectivity = {
  /** The device has a network, as far as it says. */
  readonly online: boolean
  /** Live updates arrive; while they do not, screens ask by themselves (D56). */
  readonly streaming: boolean
}

export const useConnectivity = create<Connectivity>(() => ({ online: true, streaming: false }))

/** Follows the device's own word; answers how to stop. */
export function watchNetwork(): () => void {
  const note = () => useConnectivity.setState({ online: navigator.onLine })
  note()
  window.addEventListener('online', note)
  window.addEventListener('offline', note)
  return () => {
    window.removeEventListener('online', note)
    window.removeEventListener('offline', note)
  }
}

/** The polling interval of a screen while nothing is pushed, else none. */
export function usePollingMs(everyMs: number): number | false {
  const streaming = useConnectivity((state) => state.streaming)
  return streaming ? false : everyMs
}
