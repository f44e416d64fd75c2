import type { Served } from './kernel/http/server.ts'
import type { Kernel } from './kernel/kernel.ts'

/**
 * The one place that creates adapters and modules, floor by floor, and hands them to each other. Each module is
 * `create<Name>(kernel, doors, ports)`; it registers its jobs and readers of the outbox itself and returns its door
 * with `routes`.
 */
export function compose(kernel: Kernel): Served {
  kernel.log.debug('composing')
  return { routes: [], sessions: { find: () => Promise.resolve(null) }, pageLoaders: {} }
}
