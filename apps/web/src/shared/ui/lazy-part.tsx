import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'

type Placeholders = {
  /** Rendered on the server and until the code is loaded. */
  readonly placeholder?: ReactNode
  /** Rendered if the code could not be loaded. By default `placeholder` stays. */
  readonly failure?: ReactNode
}

type Later<P> = ComponentType<P & Placeholders> & {
  /** Loads the code. Rejects if loading fails. */
  readonly preload: () => Promise<void>
}

/** Loading can fail while the device is online, so it is also retried at this interval. */
const RETRY_AFTER_MS = 30_000

/**
 * A part of a screen whose code loads after the page. Loading is retried when the network returns, periodically, and
 * when a component renders it again. Some browsers cache a failed import until the page reloads.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  let missing: 'waiting' | 'failed' = 'waiting'
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  async function loadOnce(): Promise<void> {
    try {
      loaded = await load()
    } catch (error) {
      loading = null
      missing = 'failed'
      throw error
    } finally {
      for (const listener of listeners) listener()
    }
  }

  const preload = (): Promise<void> => (loading ??= loadOnce())

  function Part({ placeholder = null, failure = placeholder, ...props }: P & Placeholders) {
    const now = useSyncExternalStore<ComponentType<P> | typeof missing>(
      subscribe,
      () => loaded ?? missing,
      () => 'waiting',
    )
    const isLoaded = typeof now !== 'string'
    useEffect(() => {
      if (isLoaded) return
      const load = () => void preload().catch(() => undefined)
      load()
      const timer = setInterval(load, RETRY_AFTER_MS)
      window.addEventListener('online', load)
      return () => {
        clearInterval(timer)
        window.removeEventListener('online', load)
      }
    }, [isLoaded])
    if (isLoaded) return createElement(now, props as unknown as P)
    return now === 'failed' ? failure : placeholder
  }

  return Object.assign(Part, { preload })
}
