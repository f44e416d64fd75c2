import type { Kernel } from '../../kernel/kernel.ts'
import { createBatcher } from '../../kernel/batcher.ts'
import { AVIATOR_TICK_MS, HEARTBEAT_MS } from '@mupiira/domain/time/stream-times.ts'
import type { Pricing } from '../pricing/index.ts'
import { createBackfill, LISTS, RESET, type PublishedAt } from './backfill.ts'
import { createEndedSessions } from './ended-sessions.ts'
import { createGameChanges, createSendQueue, cursorAt, type StreamCursor, versionAt, writeCursor } from './cursor.ts'
import { createEventSender, type EventDeps, LIVE_BETS_TICK_MS } from './send-events.ts'
import { createGamesTopic, type ShownGames } from './games-topic.ts'
import { createPublisher, type Subscriber } from './publisher.ts'
import { frameOf, HEARTBEAT, type StreamClient } from './stream-client.ts'

/** Minute-only updates are sent together after this time, to save mobile data. */
const MINUTES_TICK_MS = 5_000
/** How often changed game lists are announced. */
const LISTS_TICK_MS = 5_000
/** However many bets are placed, an open list in the console is refreshed at most this often. */
const ADMIN_TICK_MS = 1_000
/** Maximum number of parallel backfills, because all clients reconnect at once after a restart. */
const BACKFILLS_AT_ONCE = 4
const MAX_BACKFILLS_WAITING = 50_000

export type Hub = {
  /**
   * Resolves when the client has received its backfill. `receivedAt`: when its request was received; a session that
   * ended after that time gets no stream.
   */
  add(client: StreamClient, resumeFrom: StreamCursor | 'unknown' | null, receivedAt?: Date): Promise<void>
  remove(client: StreamClient): void
  /** The cursor a stream would start from now. Data read after this call and followed from this cursor is complete. */
  cursor(): string
  count(): number
}

export type HubDeps = EventDeps & {
  readonly pricing: { readonly changes: Pick<Pricing['changes'], 'onChange'>; readonly games: ShownGames }
}

/** Publishes events and price changes to the open streams. */
export function createHub(kernel: Kernel, deps: HubDeps): Hub {
  const { outbox, clock, log } = kernel
  const publisher = createPublisher()
  const endedSessions = createEndedSessions()
  const sending = createSendQueue(kernel)
  const gameChanges = createGameChanges()
  const publishedAt: PublishedAt = { settings: null, lists: null }
  const games = createGamesTopic(kernel, deps.pricing, { publisher, gameChanges, sending })
  const events = createEventSender(kernel, deps, { publisher, endedSessions, sending, publishedAt })
  const backfill = createBackfill(outbox, () => clock.now(), deps, { gameChanges, publishedAt })
  let haveListsChanged = false

  async function sendLists(): Promise<void> {
    if (!haveListsChanged) return
    haveListsChanged = false
    publishedAt.lists = cursorAt(sending.currentPosition())
    // The message has a version, because the leading tab uses it to find updates that another tab missed.
    await publisher.publish('lists', writeCursor(publishedAt.lists), LISTS)
  }

  /** Changes from now on can be backfilled. */
  function beginHere(): void {
    const position = sending.currentPosition()
    gameChanges.beginAt(position)
    publishedAt.settings ??= cursorAt(position)
    publishedAt.lists ??= cursorAt(position)
  }

  outbox.subscribe((batch) => {
    sending.beginAt(batch.first - 1)
    gameChanges.beginAt(sending.currentPosition())
    void sending.inOrder(() => events.sendBatch(batch))
  })
  // Streams of a session that ended on this node close without waiting for the relay.
  outbox.onCommit(events.endSessions)
  deps.pricing.changes.onChange((gameIds, change) => {
    haveListsChanged ||= change === 'lists'
    games.haveChanged(gameIds, change)
  })
  const timers = [
    setInterval(() => void sending.inOrder(games.sendMinutes), MINUTES_TICK_MS),
    setInterval(() => void sending.inOrder(sendLists), LISTS_TICK_MS),
    setInterval(() => void events.sendLiveBets().catch(sending.warn), LIVE_BETS_TICK_MS),
    setInterval(() => void events.sendAdminLists().catch(sending.warn), ADMIN_TICK_MS),
    setInterval(() => void publisher.beat(HEARTBEAT), HEARTBEAT_MS),
    setInterval(() => void events.sendTick().catch(sending.warn), AVIATOR_TICK_MS),
  ]
  kernel.stopping.addEventListener('abort', () => {
    for (const timer of timers) clearInterval(timer)
    games.stop()
    publisher.endAll()
  })

  const backfills = createBatcher<{ readonly subscriber: Subscriber; readonly from: StreamCursor }, void>({
    maxBatch: 1,
    maxWaitMs: 0,
    concurrency: BACKFILLS_AT_ONCE,
    maxWaiting: MAX_BACKFILLS_WAITING,
    async run(batch) {
      for (const { subscriber, from } of batch) {
        if (subscriber.hasLeft) continue
        // Later frames wait until the backfill is sent.
        const version = versionAt(Math.max(from.position, subscriber.joinedAt))
        const missed = await backfill.missedSince(subscriber.client, from).catch((error: unknown) => {
          log.warn({ err: error }, 'the missed events of a stream could not be read')
          return RESET
        })
        publisher.begin(subscriber, frameOf(version, missed))
      }
      return batch.map(() => undefined)
    },
  })

  return {
    async add(client, resumeFrom, receivedAt = clock.now()) {
      beginHere()
      const { userId, sessionId } = client
      const reason = userId === null ? null : endedSessions.reasonSince(userId, sessionId, receivedAt)
      if (reason !== null)
        return client.end(frameOf(versionAt(sending.currentPosition()), [{ type: 'session-ended', reason }]))
      const subscriber = publisher.subscribe(client, sending.currentPosition())
      games.startFromSnapshot(client)
      // If the cursor was not issued by us, missed events are unknown.
      if (resumeFrom !== null && resumeFrom !== 'unknown') await backfills.submit({ subscriber, from: resumeFrom })
      else publisher.begin(subscriber, frameOf(versionAt(subscriber.joinedAt), resumeFrom === null ? [] : RESET))
    },
    remove: publisher.unsubscribe,
    cursor() {
      beginHere()
      return versionAt(sending.currentPosition())
    },
    count: publisher.count,
  }
}
