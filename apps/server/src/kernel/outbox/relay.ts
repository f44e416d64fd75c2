import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { pause } from '../pause.ts'
import type { EventBus } from './bus.ts'
import type { EventBatch } from './event.ts'
import { openRelaySession, type RelaySession } from './relay-session.ts'
import { batchOf, rowsAfter } from './rows.ts'
import { createWakeUp } from './wake-up.ts'

export type Relay = {
  readonly poke: () => void
  readonly position: () => number
  readonly receivedWithin: (ms: number) => boolean
  /** Batches that came from the node that relays without being read in the database. */
  readonly takenOverBus: () => number
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Between two looks of the node that relays while nobody tells it that something was written. */
const POLL_MS = 100
/** Between two placements under load: the events of so long share one statement and one write to the disk. */
const BREATH_MS = 10
const HEARTBEAT_MS = 200
const CONTEST_MS = 500
const RECONNECT_MS = 250
const MOST_ROWS = 500
/** So long the database's word waits for the bus to bring the events themselves. */
const BUS_PATIENCE_MS = 50

/**
 * One relay per database. The node that holds the lock places committed rows and announces them; the others follow
 * its announcements, read the rows, and take over when it is gone.
 */
export function createRelay(url: string, log: Log, deliver: (batch: EventBatch) => void, bus: EventBus | null): Relay {
  const wakeUp = createWakeUp()
  const stopping = new AbortController()
  let position = 0
  let announced = 0
  let knowsPosition = false
  let leading = false
  let hasWritten = false
  let reportedAtMs = Number.NEGATIVE_INFINITY
  let takenOverBus = 0
  let lastReceivedAtMs = Number.NEGATIVE_INFINITY
  let heartbeatAtMs = Number.NEGATIVE_INFINITY
  let loop: Promise<void> = Promise.resolve()
  let begun: () => void = () => {}
  const firstSession = new Promise<void>((resolve) => (begun = resolve))

  /** Delivers everything placed after our position; what was placed is never skipped, whoever placed it. */
  async function catchUp(session: RelaySession, upTo: number): Promise<void> {
    while (position < upTo) {
      const from = position
      const batch = batchOf(await rowsAfter(session.sql, from, MOST_ROWS), from)
      // The bus has brought some of them meanwhile.
      if (position !== from) continue
      if (batch.last === position) break
      position = batch.last
      deliver(batch)
    }
    // The rest was pruned before this node came back: nobody here waits for it.
    position = Math.max(position, upTo)
  }

  async function leadOneTurn(session: RelaySession): Promise<void> {
    const askedAtMs = performance.now()
    const rows = await session.place(MOST_ROWS)
    const batch = batchOf(rows, position)
    if (rows.length > 0) {
      if (batch.first !== position + 1) await catchUp(session, batch.first - 1)
      position = batch.last
      deliver(batch)
      bus?.publish(batch)
    }
    // All that was committed when we asked has now been delivered here.
    lastReceivedAtMs = askedAtMs
    if (rows.length > 0) heartbeatAtMs = askedAtMs
    else if (askedAtMs - heartbeatAtMs >= HEARTBEAT_MS) {
      heartbeatAtMs = askedAtMs
      await session.announce(position)
    }
    if (rows.length < MOST_ROWS) {
      if (rows.length > 0) await sleep(BREATH_MS)
      await wakeUp.within(POLL_MS)
    }
  }

  async function followOneTurn(session: RelaySession): Promise<void> {
    leading = await session.tryLead()
    if (leading) {
      log.info('this node relays the outbox')
      return catchUp(session, await session.placedUpTo())
    }
    const contestAtMs = performance.now() + CONTEST_MS
    while (session.isOpen() && !stopping.signal.aborted && performance.now() < contestAtMs) {
      const untilMs = hasWritten ? Math.min(contestAtMs, reportedAtMs + BREATH_MS) : contestAtMs
      await wakeUp.within(untilMs - performance.now())
      if (hasWritten && performance.now() >= reportedAtMs + BREATH_MS) {
        hasWritten = false
        reportedAtMs = performance.now()
        await session.tellWritten()
      }
      if (announced > position) await catchUp(session, announced)
    }
  }

  function received(upTo: number): void {
    if (leading || Number.isNaN(upTo)) return
    announced = upTo
    const receivedAtMs = performance.now()
    if (announced <= position) lastReceivedAtMs = receivedAtMs
    else if (bus?.isConnected() === true) return void setTimeout(wakeUp.wake, BUS_PATIENCE_MS)
    wakeUp.wake()
  }

  /** Only what comes next: whatever else it is, the database has it. */
  bus?.listen((batch) => {
    if (leading || !knowsPosition || batch.first !== position + 1) return
    position = batch.last
    takenOverBus += 1
    deliver(batch)
    if (announced <= position) lastReceivedAtMs = performance.now()
  })

  async function serve(session: RelaySession): Promise<void> {
    if (!knowsPosition) {
      position = await session.placedUpTo()
      knowsPosition = true
    }
    begun()
    while (session.isOpen() && !stopping.signal.aborted) await (leading ? leadOneTurn(session) : followOneTurn(session))
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let session: RelaySession | null = null
      try {
        session = await openRelaySession(url, { placed: received, written: wakeUp.wake })
        await serve(session)
      } catch (error) {
        log.warn({ err: error }, 'the relay lost its connection')
      } finally {
        leading = false
        await session?.close()
      }
      await pause(RECONNECT_MS, stopping.signal)
    }
  }

  return {
    poke() {
      hasWritten = !leading
      wakeUp.wake()
    },
    position: () => position,
    receivedWithin: (ms) => performance.now() - lastReceivedAtMs <= ms,
    takenOverBus: () => takenOverBus,
    start() {
      loop = run()
      return firstSession
    },
    async stop() {
      stopping.abort()
      wakeUp.wake()
      await loop
    },
  }
}
