import type { StreamEvent } from '@mupiira/contract/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'
import type { Pricing } from '../pricing/index.ts'
import type { SettingsDoor } from '../settings/index.ts'
import { createGameChanges } from './game-changes.ts'
import { type Present, playerEvents } from './player-events.ts'
import { frameOf, HEARTBEAT, type StreamClient } from './stream-client.ts'

/** Prices and scores of many games are sent together once a tick. */
const GAMES_TICK_MS = 100
const HEARTBEAT_MS = 15_000
const MOST_REPLAYED_ROWS = 2_000

export type Hub = {
  add(client: StreamClient, resumeFrom: number | null): Promise<void>
  remove(client: StreamClient): void
  count(): number
}

export function createHub(
  kernel: Kernel,
  doors: { readonly pricing: Pricing; readonly settings: SettingsDoor; readonly present: Present },
): Hub {
  const { outbox, clock, log } = kernel
  const clients = new Set<StreamClient>()
  const byPlayer = new Map<string, Set<StreamClient>>()
  const gameChanges = createGameChanges(() => outbox.position())
  const changedGames = new Set<string>()
  let sending: Promise<void> = Promise.resolve()

  const id = (): string => String(outbox.position())

  /** Frames leave in the order of their causes. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    sending = sending.then(work).catch((error: unknown) => log.warn({ err: error }, 'live updates were not sent'))
    return sending
  }

  async function toPlayers(events: readonly PlacedEvent[], position: number): Promise<void> {
    const mine = events.filter((event) => event.userId !== undefined && byPlayer.has(event.userId))
    if (mine.length === 0) return
    for (const [userId, shown] of await playerEvents(mine, doors.present)) {
      const frame = frameOf(String(position), shown)
      for (const client of byPlayer.get(userId) ?? []) client.send(frame)
    }
    endSessions(mine)
  }

  /** A session that ended takes its streams with it (AUTH-75). */
  function endSessions(events: readonly PlacedEvent[]): void {
    for (const event of events) {
      if (event.type !== 'session-ended' && event.type !== 'account-status-changed') continue
      const { sessionId, reason, status } = event.data as { sessionId?: string; reason?: string; status?: string }
      if (event.type === 'account-status-changed' && status === 'active') continue
      const last = [{ type: 'session-ended', reason: reason ?? status ?? 'logout' }]
      for (const client of byPlayer.get(event.userId ?? '') ?? []) {
        if (sessionId === undefined || sessionId === client.sessionId) client.end(frameOf(id(), last))
      }
    }
  }

  function toAll(topic: 'games' | 'settings', events: readonly StreamEvent[]): void {
    if (events.length === 0) return
    const frame = frameOf(id(), events)
    for (const client of clients) if (client.topics.has(topic)) client.send(frame)
  }

  async function sendGames(): Promise<void> {
    if (changedGames.size === 0) return
    const ids = [...changedGames]
    changedGames.clear()
    toAll('games', await gameEvents(ids))
  }

  async function gameEvents(ids: readonly string[]): Promise<StreamEvent[]> {
    if (ids.length === 0) return []
    const games = await doors.pricing.present(ids, clock.now())
    return games.map((game) => ({ type: 'game', game }))
  }

  outbox.subscribe(({ events, last }) => {
    void inOrder(() => toPlayers(events, last))
    if (events.some((event) => event.type === 'settings-changed')) {
      void inOrder(async () => toAll('settings', [{ type: 'settings', settings: doors.settings.publicSettings() }]))
    }
  })
  doors.pricing.onChange((ids) => {
    gameChanges.note(outbox.position(), ids)
    for (const gameId of ids) changedGames.add(gameId)
  })
  const tick = setInterval(() => void inOrder(sendGames), GAMES_TICK_MS)
  const heartbeat = setInterval(() => {
    for (const client of clients) client.send(HEARTBEAT)
  }, HEARTBEAT_MS)
  kernel.stopping.addEventListener('abort', () => {
    clearInterval(tick)
    clearInterval(heartbeat)
    for (const client of clients) client.end()
  })

  /** What the client missed since `from`: his own events again, and the games that changed, as they are now. */
  async function replay(client: StreamClient, from: number): Promise<void> {
    const missed: StreamEvent[] = []
    const { events, gap } = await outbox.readAfter(from, MOST_REPLAYED_ROWS)
    const games = client.topics.has('games') ? gameChanges.since(from) : []
    if (gap || games === null || events.length >= MOST_REPLAYED_ROWS) missed.push({ type: 'reset' })
    else {
      if (client.userId !== null) {
        const own = events.filter((event) => event.userId === client.userId)
        missed.push(...((await playerEvents(own, doors.present)).get(client.userId) ?? []))
      }
      missed.push(...(await gameEvents(games)))
    }
    client.send(frameOf(id(), missed))
  }

  return {
    async add(client, resumeFrom) {
      // Joined first: what happens during the replay is sent after it, in its order.
      await inOrder(async () => {
        clients.add(client)
        if (client.userId !== null && client.topics.has('me')) {
          byPlayer.set(client.userId, (byPlayer.get(client.userId) ?? new Set()).add(client))
        }
        if (resumeFrom === null) client.send(frameOf(id(), []))
        else await replay(client, resumeFrom)
      })
    },
    remove(client) {
      clients.delete(client)
      const own = byPlayer.get(client.userId ?? '')
      own?.delete(client)
      if (own?.size === 0) byPlayer.delete(client.userId ?? '')
    },
    count: () => clients.size,
  }
}
