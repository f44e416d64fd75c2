import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'

type Later<P> = ComponentType<P & { readonly place?: ReactNode }> & {
  /** Fetches its code; rejects where that cannot be fetched now. */
  readonly preload: () => Promise<void>
}

/**
 * A part of a screen whose code is fetched after the page has arrived. Until then, and on the server, `place` stands for
 * it. Without its code the rest of the screen works; it is asked for again when there is a connection again, and by
 * whoever shows it next.
 */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | null = null
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  async function preload(): Promise<void> {
    if (loaded !== null) return
    loaded = await load()
    for (const listener of listeners) listener()
  }

  function Part({ place = null, ...props }: P & { readonly place?: ReactNode }) {
    const isThere = useSyncExternalStore(
      subscribe,
      () => loaded !== null,
      () => false,
    )
    useEffect(() => {
      if (isThere) return
      const ask = () => void preload().catch(() => undefined)
      ask()
      window.addEventListener('online', ask)
      return () => window.removeEventListener('online', ask)
    }, [isThere])
    return isThere && loaded !== null ? createElement(loaded, props as unknown as P) : place
  }

  return Object.assign(Part, { preload })
}
