import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'

type Places = {
  /** Rendered until the code has loaded, and on the server. */
  readonly place?: ReactNode
  /** Rendered when the code could not be loaded; by default `place` stays. */
  readonly failure?: ReactNode
}

type Later<P> = ComponentType<P & Places> & {
  /** Loads the code; rejects if it cannot be loaded now. */
  readonly preload: () => Promise<void>
}

/** Loading can fail while the network stays up, so no event says when to retry. */
const AGAIN_AFTER_MS = 30_000

/**
 * A part of a screen whose code loads after the page. The rest of the screen works without it. Loading is retried when
 * the network returns, from time to time, and when a component renders it again. Browsers that cache a failed import
 * load it only after a page reload.
 */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  let lacking: 'waiting' | 'failed' = 'waiting'
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  async function fetchIt(): Promise<void> {
    try {
      loaded = await load()
    } catch (error) {
      loading = null
      lacking = 'failed'
      throw error
    } finally {
      for (const listener of listeners) listener()
    }
  }

  const preload = (): Promise<void> => (loading ??= fetchIt())

  function Part({ place = null, failure = place, ...props }: P & Places) {
    const now = useSyncExternalStore<ComponentType<P> | typeof lacking>(
      subscribe,
      () => loaded ?? lacking,
      () => 'waiting',
    )
    const isThere = typeof now !== 'string'
    useEffect(() => {
      if (isThere) return
      const ask = () => void preload().catch(() => undefined)
      ask()
      const timer = setInterval(ask, AGAIN_AFTER_MS)
      window.addEventListener('online', ask)
      return () => {
        clearInterval(timer)
        window.removeEventListener('online', ask)
      }
    }, [isThere])
    if (isThere) return createElement(now, props as unknown as P)
    return now === 'failed' ? failure : place
  }

  return Object.assign(Part, { preload })
}
