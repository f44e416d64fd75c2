import type { Kernel } from '../../kernel/kernel.ts'
import { createBatcher } from '../../kernel/batcher.ts'
import { AVIATOR_HEARTBEAT_MS, HEARTBEAT_MS } from '@mupiira/domain/time/stream-times.ts'
import type { Pricing } from '../pricing/index.ts'
import { createAudience, type Member } from './audience.ts'
import { createCatchUp, LISTS, RESET, type PublishedAt } from './catch-up.ts'
import { createGameChanges } from './game-changes.ts'
import { type Place, placeAt, writePlace } from './place.ts'
import { createEventSender, type EventDeps, LIVE_BETS_TICK_MS } from './send-events.ts'
import { createGameSender } from './send-games.ts'
import { createSending, idAt } from './sending.ts'
import { frameOf, HEARTBEAT, type StreamClient } from './stream-client.ts'

/** A minute that has passed, and nothing else, may come so much later: phones pay for every frame. */
const MINUTES_TICK_MS = 5_000
/** How often lists are said to hold others than before. */
const LISTS_TICK_MS = 5_000
/** However many bets are placed meanwhile, an open list of the console is asked for once. */
const ADMIN_TICK_MS = 1_000
/** After a restart everybody comes back at once. */
const REPLAYS_AT_ONCE = 4
const MOST_REPLAYS_WAITING = 50_000

export type Hub = {
  /** Resolves when the client, which follows these games alone, has caught up. */
  add(client: StreamClient, gameIds: Iterable<string>, resumeFrom: Place | 'unknown' | null): Promise<void>
  remove(client: StreamClient): void
  /** Where a stream would stand that began now: what is read after this and followed from here misses nothing. */
  place(): string
  count(): number
}

export type HubDeps = EventDeps & { readonly pricing: Pick<Pricing, 'onChange' | 'present' | 'cached'> }

/** Where everything that is told live comes together: who listens, what is sent to whom, and when. */
export function createHub(kernel: Kernel, deps: HubDeps): Hub {
  const { outbox, clock, log } = kernel
  const audience = createAudience()
  const sending = createSending(kernel)
  const gameChanges = createGameChanges()
  const toldAt: PublishedAt = { settings: null, lists: null }
  const games = createGameSender(kernel, deps.pricing, { audience, gameChanges, sending })
  const events = createEventSender(kernel, deps, { audience, sending, toldAt })
  const catchUp = createCatchUp(outbox, () => clock.now(), deps, { gameChanges, toldAt })
  let haveListsMoved = false

  async function sendLists(): Promise<void> {
    if (!haveListsMoved) return
    haveListsMoved = false
    toldAt.lists = placeAt(sending.here())
    // With its place: a tab that leads tells by it what another one has missed.
    await audience.toTopic('lists', frameOf(writePlace(toldAt.lists), LISTS))
  }

  /** What happens from here on is known: of whoever comes later, what he has missed. */
  function beginHere(): void {
    const here = sending.here()
    gameChanges.beginAt(here)
    toldAt.settings ??= placeAt(here)
    toldAt.lists ??= placeAt(here)
  }

  outbox.subscribe((batch) => {
    sending.beginAt(batch.first - 1)
    gameChanges.beginAt(sending.here())
    void sending.inOrder(() => events.sendBatch(batch))
  })
  // Streams of a session that ended on this node close without waiting for the relay.
  outbox.onCommit(events.endSessions)
  deps.pricing.onChange((gameIds, moved) => {
    haveListsMoved ||= moved === 'lists'
    games.haveMoved(gameIds, moved)
  })
  const timers = [
    setInterval(() => void sending.inOrder(games.sendMinutes), MINUTES_TICK_MS),
    setInterval(() => void sending.inOrder(sendLists), LISTS_TICK_MS),
    setInterval(() => void events.sendLiveBets().catch(sending.warn), LIVE_BETS_TICK_MS),
    setInterval(() => void events.sendAdminLists().catch(sending.warn), ADMIN_TICK_MS),
    setInterval(() => void audience.toAll(HEARTBEAT), HEARTBEAT_MS),
    setInterval(() => void audience.toTopic('aviator', HEARTBEAT), AVIATOR_HEARTBEAT_MS),
  ]
  kernel.stopping.addEventListener('abort', () => {
    for (const timer of timers) clearInterval(timer)
    games.stop()
    audience.endAll()
  })

  const replays = createBatcher<{ readonly member: Member; readonly from: Place }, void>({
    maxBatch: 1,
    maxWaitMs: 0,
    concurrency: REPLAYS_AT_ONCE,
    maxWaiting: MOST_REPLAYS_WAITING,
    async run(batch) {
      for (const { member, from } of batch) {
        // Who leaves while he waits for his turn costs the others none.
        if (member.hasLeft) continue
        // What comes from here on waits for the replay.
        const place = idAt(Math.max(from.position, member.joinedAt))
        const missed = await catchUp.missedSince(member, from).catch((error: unknown) => {
          log.warn({ err: error }, 'missed events could not be shown')
          return RESET
        })
        audience.begin(member, frameOf(place, missed))
      }
      return batch.map(() => undefined)
    },
  })

  return {
    async add(client, gameIds, resumeFrom) {
      beginHere()
      const member = audience.join(client, gameIds, sending.here())
      games.learn(member)
      if (resumeFrom === null) audience.begin(member, frameOf(idAt(member.joinedAt), []))
      // What was missed since a place that is none of ours nobody can say.
      else if (resumeFrom === 'unknown') audience.begin(member, frameOf(idAt(member.joinedAt), RESET))
      else await replays.submit({ member, from: resumeFrom })
    },
    remove: audience.leave,
    place() {
      beginHere()
      return idAt(sending.here())
    },
    count: audience.count,
  }
}
