import type { ServerResponse } from 'node:http'
import { stream } from '@mupiira/contract/platform.ts'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import {
  GAME_TOPIC,
  MARKETS_TOPIC,
  MAX_GAME_TOPICS,
  MAX_MARKETS_TOPICS,
  OWNER_TOPIC,
  TOPICS,
} from '@mupiira/contract/events.ts'
import { type Route, streamRoute } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { networkOf } from '../../kernel/access/network.ts'
import { type StreamCursor, readCursor } from './cursor.ts'
import type { Hub } from './hub.ts'
import { idsOf, openStream, type StreamClient, type StreamTopic } from './stream-client.ts'

const MAX_STREAMS = 20_000
export const STREAM_LIMITS = {
  checkedEveryMs: 60_000,
  /** Carriers put many phones behind one address, but one address must not use up all streams. */
  visitorsOfNetwork: MAX_STREAMS / 10,
}

/** The stream of live updates. */
export function realtimeRoutes(kernel: Kernel, hub: Hub, limits: typeof STREAM_LIMITS): readonly Route[] {
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

  return [
    streamRoute(stream, async ({ query, actor, asStaff, headers, address, now }) => {
      const topics = topicsOf(query.topics, actor.kind === 'visitor' ? null : actor.userId)
      if (topics.has('me')) {
        if (actor.kind === 'visitor') return { error: actor.refused ?? 'NOT_AUTHENTICATED' }
        // A suspended tab may reconnect with the session of an account that logged in later (decision 0015).
        if (!isForPlayer(query.topics, actor.userId)) return { error: 'NOT_AUTHENTICATED' }
      }
      const capability = capabilityFor(topics)
      if (capability !== null && !(await asStaff(capability))) return { error: 'NOT_ALLOWED' }
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
        if (capability !== null) checkUntilClosed(response, client, () => asStaff(capability, 'watch'))
        await hub.add(client, cursorOf(headers['last-event-id'] ?? query.lastEventId), now)
        if (response.destroyed) hub.remove(client)
      }
    }),
  ]
}

/** The cursor a client sends; `unknown` if we did not issue it. */
function cursorOf(id: unknown): StreamCursor | 'unknown' | null {
  return id === undefined || id === '' ? null : (readCursor(id) ?? 'unknown')
}

/** The capability that staff need for these topics; null for topics of players and visitors. */
function capabilityFor(topics: ReadonlySet<StreamTopic>): StaffCapability | null {
  if (topics.has('conversations')) return 'admin:chat:read'
  return topics.has('operators') ? 'admin:enter' : null
}

/** The topics of a request. Those with an invalid id are ignored. */
function topicsOf(text: string | undefined, userId: string | null): ReadonlySet<StreamTopic> {
  const requested = (text ?? 'games,settings').split(',')
  // Operators also get their own topic, which reports the end of their session.
  const isStaff = requested.includes('operators') || requested.includes('conversations')
  const allTopics = isStaff ? [...requested, 'me'] : requested
  const topics = new Set<StreamTopic>(TOPICS.filter((topic) => allTopics.includes(topic)))
  if (topics.has('me') && userId !== null) topics.add(`${OWNER_TOPIC}${userId}`)
  const idsOfGames = (prefix: typeof GAME_TOPIC | typeof MARKETS_TOPIC, limit: number) =>
    idsOf(requested, prefix).filter(isId).slice(0, limit)
  // A client that follows all games needs no topics of single games.
  const games = topics.has('games') ? [] : idsOfGames(GAME_TOPIC, MAX_GAME_TOPICS)
  for (const id of games) topics.add(`${GAME_TOPIC}${id}`)
  for (const id of idsOfGames(MARKETS_TOPIC, MAX_MARKETS_TOPICS)) topics.add(`${MARKETS_TOPIC}${id}`)
  return topics
}

const isForPlayer = (text: string | undefined, userId: string): boolean =>
  idsOf((text ?? '').split(','), OWNER_TOPIC).every((id) => id === userId)
