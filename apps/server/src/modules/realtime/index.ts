import type { ServerResponse } from 'node:http'
import { stream } from '@mupiira/contract/platform.ts'
import {
  GAME_TOPIC,
  MARKETS_TOPIC,
  MAX_GAME_TOPICS,
  MAX_MARKETS_TOPICS,
  OWNER_TOPIC,
  type Topic,
  TOPICS,
} from '@mupiira/contract/events.ts'
import { networkOf } from '../../kernel/http/rate-limit.ts'
import { type Route, streamRoute } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createHub, type HubDeps } from './hub.ts'
import { type StreamCursor, readCursor } from './cursor.ts'
import { openStream, type StreamClient } from './stream-client.ts'

export type { HubDeps } from './hub.ts'

export type Realtime = {
  readonly routes: readonly Route[]
  /** For pages: the stream that continues their data starts here. */
  readonly cursor: () => string
}

const MAX_STREAMS = 20_000
const LIMITS = {
  checkedEveryMs: 60_000,
  /** Carriers put many phones behind one address, but one address must not use up all streams. */
  visitorsOfNetwork: MAX_STREAMS / 10,
}

/** Live updates as server-sent events: one stream per client, with topics, resumable by the id of the last frame. */
export function createRealtime(kernel: Kernel, deps: HubDeps, limits: typeof LIMITS = LIMITS): Realtime {
  const hub = createHub(kernel, deps)
  const { checkedEveryMs } = limits
  const visitorsOfNetwork = limits.visitorsOfNetwork * kernel.config.rateLimitFactor
  const visitors = new Map<string, number>()

  function countUntilClosed(response: ServerResponse, network: string): void {
    visitors.set(network, (visitors.get(network) ?? 0) + 1)
    response.on('close', () => {
      const left = (visitors.get(network) ?? 0) - 1
      if (left > 0) visitors.set(network, left)
      else visitors.delete(network)
    })
  }

  /** An expiring staff session or second factor causes no event, so staff streams are checked periodically. */
  function checkUntilClosed(
    response: ServerResponse,
    client: StreamClient,
    isStillStaff: () => Promise<boolean>,
  ): void {
    const check = async (): Promise<void> => {
      // The client reconnects and is authorized again.
      if (!(await isStillStaff().catch(() => false))) client.end()
    }
    const checking = setInterval(() => void check(), checkedEveryMs)
    response.on('close', () => clearInterval(checking))
  }

  kernel.metrics.gauge('streams_open', 'Open live streams', () => hub.count())
  return {
    cursor: hub.cursor,
    routes: [
      streamRoute(stream, async ({ query, actor, asStaff, headers, address, now }) => {
        const topics = topicsOf(query.topics)
        if (topics.has('me')) {
          if (actor.kind === 'visitor') return { error: actor.refused ?? 'NOT_AUTHENTICATED' }
          // A tab that was asleep may reconnect with the session of an account that logged in later (decision
          // 0015).
          if (!isForPlayer(query.topics, actor.userId)) return { error: 'NOT_AUTHENTICATED' }
        }
        const isStaff = topics.has('operators')
        if (isStaff && !(await asStaff('admin:chat'))) return { error: 'NOT_ALLOWED' }
        if (hub.count() >= MAX_STREAMS || kernel.stopping.aborted) return { error: 'UNAVAILABLE', retryAfterSeconds: 5 }
        const network = networkOf(address)
        if (actor.kind === 'visitor' && (visitors.get(network) ?? 0) >= visitorsOfNetwork)
          return { error: 'RATE_LIMITED', retryAfterSeconds: 30 }

        return async (response) => {
          if (response.destroyed) return
          const client = openStream(response, {
            topics,
            userId: actor.kind === 'visitor' ? null : actor.userId,
            sessionId: actor.kind === 'visitor' ? null : actor.sessionId,
          })
          response.on('close', () => hub.remove(client))
          if (client.userId === null) countUntilClosed(response, network)
          if (isStaff) checkUntilClosed(response, client, () => asStaff('admin:chat', 'watch'))
          // A client that follows all games follows no single ones.
          const games = topics.has('games') ? [] : idsOf(query.topics, GAME_TOPIC, MAX_GAME_TOPICS)
          const markets = idsOf(query.topics, MARKETS_TOPIC, MAX_MARKETS_TOPICS)
          await hub.add(client, { games, markets }, cursorOf(headers['last-event-id'] ?? query.lastEventId), now)
          if (response.destroyed) hub.remove(client)
        }
      }),
    ],
  }
}

/** The cursor a client sends; `unknown` if we did not issue it. */
function cursorOf(id: unknown): StreamCursor | 'unknown' | null {
  return id === undefined || id === '' ? null : (readCursor(id) ?? 'unknown')
}

function topicsOf(text: string | undefined): ReadonlySet<Topic> {
  const requested = (text ?? 'games,settings').split(',')
  // Operators also get their own topic, which reports the end of their session.
  const wanted = requested.includes('operators') ? [...requested, 'me'] : requested
  return new Set(TOPICS.filter((topic) => wanted.includes(topic)))
}

const isForPlayer = (text: string | undefined, userId: string): boolean =>
  (text ?? '').split(',').every((topic) => !topic.startsWith(OWNER_TOPIC) || topic === OWNER_TOPIC + userId)

/** The games of topics with this prefix. Invalid ids are ignored. */
function idsOf(text: string | undefined, prefix: string, most: number): ReadonlySet<string> {
  const requested = (text ?? '').split(',').filter((topic) => topic.startsWith(prefix))
  const ids = requested.map((topic) => topic.slice(prefix.length)).filter(isId)
  return new Set(ids.slice(0, most))
}
