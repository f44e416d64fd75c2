import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createHub, type HubDeps } from './hub.ts'
import { realtimeRoutes, STREAM_LIMITS } from './routes.ts'

export type { HubDeps } from './hub.ts'

export type Realtime = {
  readonly routes: readonly Route[]
  /** Cursor for server-rendered pages. Their stream resumes from it. */
  readonly cursor: () => string
}

/** Live updates as server-sent events: one stream per client, with topics, resumable by the id of the last frame. */
export function createRealtime(kernel: Kernel, deps: HubDeps, limits: typeof STREAM_LIMITS = STREAM_LIMITS): Realtime {
  const hub = createHub(kernel, deps)
  kernel.metrics.gauge('streams_open', 'Open live streams', () => hub.count())
  return { cursor: hub.cursor, routes: realtimeRoutes(kernel, hub, limits) }
}
