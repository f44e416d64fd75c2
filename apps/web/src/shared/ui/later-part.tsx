import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'

type Places = {
  /** Stands for the part until its code is there, and on the server. */
  readonly place?: ReactNode
  /** Stands for it where its code could not be fetched; else `place` stays. */
  readonly failure?: ReactNode
}

type Later<P> = ComponentType<P & Places> & {
  /** Fetches its code; rejects where that cannot be fetched now. */
  readonly preload: () => Promise<void>
}

/**
 * A part of a screen whose code is fetched after the page has arrived. Without it the rest of the screen works. It is asked
 * for again when the device has a network again, and by whoever shows it next; a browser that remembers what failed gets
 * it with the next page alone.
 */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  let state: 'waiting' | 'failed' | 'there' = 'waiting'
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function become(next: typeof state): void {
    state = next
    for (const listener of listeners) listener()
  }

  async function fetchIt(): Promise<void> {
    try {
      loaded = await load()
      become('there')
    } catch (error) {
      loading = null
      become('failed')
      throw error
    }
  }

  const preload = (): Promise<void> => (loading ??= fetchIt())

  function Part({ place = null, failure = place, ...props }: P & Places) {
    const now = useSyncExternalStore(
      subscribe,
      () => state,
      () => 'waiting',
    )
    const isThere = now === 'there'
    useEffect(() => {
      if (isThere) return
      const ask = () => void preload().catch(() => undefined)
      ask()
      window.addEventListener('online', ask)
      return () => window.removeEventListener('online', ask)
    }, [isThere])
    if (isThere && loaded !== null) return createElement(loaded, props as unknown as P)
    return now === 'failed' ? failure : place
  }

  return Object.assign(Part, { preload })
}
