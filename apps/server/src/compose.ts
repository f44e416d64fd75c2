import type { SessionStore } from './kernel/http/actor.ts'
import type { PageLoaders } from './kernel/http/pages.ts'
import type { Route } from './kernel/http/route.ts'
import type { Kernel } from './kernel/kernel.ts'

/** What the modules serve together. */
export type House = {
  readonly routes: readonly Route[]
  readonly sessions: SessionStore
  readonly pageLoaders: PageLoaders
}

/**
 * The one place that creates adapters and modules, floor by floor, and hands them to each other. Each module is
 * `create<Name>(kernel, doors, ports)`; it registers its jobs and readers of the outbox itself and returns its door
 * with `routes`.
 */
export function compose(kernel: Kernel): House {
  kernel.log.debug('composing')
  return { routes: [], sessions: { find: () => Promise.resolve(null) }, pageLoaders: {} }
}
