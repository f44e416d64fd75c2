import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sqlOver } from '../db/pool.ts'
import { APP_ROLE, connectionSettings } from '../db/session.ts'
import type { Log } from '../telemetry/log.ts'
import { createWakeUp, pause } from '../pause.ts'
import type { EventBatch } from './event.ts'
import { addCursor, assignPositions, batchOf, notify, type OutboxRow, readCursor, rowsAfter, tryLead } from './rows.ts'

export const RELAY = 'relay'
/** The channel that announces the last assigned position. */
const POSITION_CHANNEL = 'outbox'
/** The channel that reports a commit on a follower to the leader. */
const WRITTEN_CHANNEL = 'outbox_written'

/** How often the leader polls for rows without a notification. */
const POLL_MS = 100
/** This delay collects rows under load, so that one statement and one disk write serve them all. */
const BATCH_DELAY_MS = 10
const HEARTBEAT_MS = 200
const CONTEST_MS = 500
const RECONNECT_MS = 250
const MAX_ROWS = 500
/** How often a follower records a turn of its event loop. */
const TURN_EVERY_MS = 20
/** A node without a confirmation for longer than this counts as late. */
const MAX_GAP_MS = 500
/** Marks an announcement after which more rows follow. */
const MORE = '+'

export type Relay = {
  /** Wakes the relay after a commit on this node. */
  readonly wake: () => void
  readonly position: () => number
  readonly receivedWithin: (ms: number) => boolean
  readonly currentSince: () => number
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * One relay per database: the node that holds the advisory lock gives committed rows consecutive positions and
 * announces them by NOTIFY. The other nodes read the announced rows, and take over when the leader is gone.
 */
export function createRelay(url: string, log: Log, deliver: (batch: EventBatch) => void): Relay {
  const wakeUp = createWakeUp()
  const stopping = new AbortController()
  const firstSession = Promise.withResolvers<void>()
  let loop: Promise<void> = Promise.resolve()
  let isLeading = false
  /** The last position that this node delivered; null before the first session. */
  let position: number | null = null
  let announced = 0
  /** The last announcement that was not followed by more rows, and when it arrived. */
  let complete = { upTo: 0, atMs: Number.NEGATIVE_INFINITY }
  let hasWritten = false
  let reportedWriteAtMs = Number.NEGATIVE_INFINITY
  let receivedAtMs = Number.NEGATIVE_INFINITY
  let currentSinceMs = Number.POSITIVE_INFINITY
  let heartbeatAtMs = Number.NEGATIVE_INFINITY
  const turns = watchTurns()

  function advance(batch: EventBatch): void {
    position = batch.last
    deliver(batch)
  }

  /** Records that this node has delivered everything committed before `atMs`. */
  function confirmReceived(atMs: number): void {
    if (atMs <= receivedAtMs) return
    if (atMs - receivedAtMs > MAX_GAP_MS) currentSinceMs = atMs
    receivedAtMs = atMs
  }

  /** Delivers every row from our position up to `upTo`, also rows that another leader positioned. */
  async function readUpTo(session: RelaySession, upTo: number): Promise<void> {
    while ((position ?? 0) < upTo) {
      const from = position ?? 0
      const batch = batchOf(await rowsAfter(session.sql, from, MAX_ROWS), from)
      if (batch.last === from) break
      advance(batch)
    }
    // Rows that are missing up to that position were pruned while this node was disconnected. No browser of this node
    // needs them.
    position = Math.max(position ?? 0, upTo)
  }

  async function leadOnce(session: RelaySession): Promise<void> {
    const startedAtMs = performance.now()
    const { rows, isComplete } = await session.assignPositions()
    if (rows.length > 0) {
      const batch = batchOf(rows, position ?? 0)
      await readUpTo(session, batch.first - 1)
      advance(batch)
      heartbeatAtMs = startedAtMs
    } else if (startedAtMs - heartbeatAtMs >= HEARTBEAT_MS) {
      heartbeatAtMs = startedAtMs
      await session.announce(position ?? 0)
    }
    if (!isComplete) return
    confirmReceived(startedAtMs)
    if (rows.length > 0) await sleep(BATCH_DELAY_MS)
    await wakeUp.wait(POLL_MS)
  }

  async function followUntilContest(session: RelaySession): Promise<void> {
    isLeading = await session.tryLead()
    if (isLeading) {
      log.info('this node relays the outbox')
      return readUpTo(session, await session.lastPosition())
    }
    const contestAtMs = performance.now() + CONTEST_MS
    while (session.isOpen() && !stopping.signal.aborted && performance.now() < contestAtMs) {
      const reportAtMs = reportedWriteAtMs + BATCH_DELAY_MS
      await wakeUp.wait((hasWritten ? Math.min(contestAtMs, reportAtMs) : contestAtMs) - performance.now())
      if (hasWritten && performance.now() >= reportAtMs) {
        hasWritten = false
        reportedWriteAtMs = performance.now()
        await session.reportWrite()
      }
      await readUpTo(session, announced)
      confirmAnnounced()
    }
  }

  function confirmAnnounced(): void {
    if (complete.upTo <= (position ?? 0)) confirmReceived(complete.atMs)
  }

  /**
   * An announcement without new rows is a heartbeat. The exact time of arrival is unknown, because announcements wait
   * in the socket while the event loop is blocked. The time of an earlier turn is certainly before the arrival.
   */
  function onAnnounced(payload: string): void {
    const upTo = Number.parseInt(payload, 10)
    if (isLeading || Number.isNaN(upTo)) return
    announced = upTo
    if (!payload.endsWith(MORE)) complete = { upTo, atMs: turns.earlierMs() }
    confirmAnnounced()
    wakeUp.wake()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let session: RelaySession | null = null
      try {
        session = await openSession(url, { onAnnounced, onWritten: wakeUp.wake })
        position ??= await session.lastPosition()
        firstSession.resolve()
        while (session.isOpen() && !stopping.signal.aborted)
          await (isLeading ? leadOnce(session) : followUntilContest(session))
      } catch (error) {
        log.warn({ err: error }, 'the relay lost its connection')
      } finally {
        isLeading = false
        await session?.close()
      }
      await pause(RECONNECT_MS, stopping.signal)
    }
  }

  return {
    wake() {
      hasWritten = !isLeading
      wakeUp.wake()
    },
    position: () => position ?? 0,
    receivedWithin: (ms) => performance.now() - receivedAtMs <= ms,
    currentSince: () => (performance.now() - receivedAtMs <= MAX_GAP_MS ? currentSinceMs : Number.POSITIVE_INFINITY),
    start() {
      loop = run()
      return firstSession.promise
    },
    async stop() {
      stopping.abort()
      wakeUp.wake()
      turns.stop()
      await loop
    },
  }
}

/**
 * Records the turns of the event loop. Everything handled in this turn arrived after `earlierMs`, even if a turn was
 * blocked.
 */
function watchTurns() {
  let [earlierMs, lastMs] = [performance.now(), performance.now()]
  const timer = setInterval(() => {
    earlierMs = lastMs
    lastMs = performance.now()
  }, TURN_EVERY_MS)
  timer.unref()
  return { earlierMs: () => earlierMs, stop: () => clearInterval(timer) }
}

type RelaySession = Awaited<ReturnType<typeof openSession>>

/**
 * The relay's own connection. It holds the leader's lock and runs the statement that assigns positions, so a leader
 * that lost its connection can assign none and two leaders cannot exist.
 */
async function openSession(
  url: string,
  listeners: { readonly onAnnounced: (payload: string) => void; readonly onWritten: () => void },
) {
  const client = new pg.Client({
    ...connectionSettings({ url, role: APP_ROLE, statementTimeoutMs: 3_000 }),
    connectionTimeoutMillis: 3_000,
  })
  let isOpen = true
  client.on('error', () => (isOpen = false))
  client.on('end', () => (isOpen = false))
  client.on('notification', ({ channel, payload }) =>
    channel === WRITTEN_CHANNEL ? listeners.onWritten() : listeners.onAnnounced(payload ?? ''),
  )
  await client.connect()
  const sql = sqlOver(client)
  await sql.query(`listen ${POSITION_CHANNEL}; listen ${WRITTEN_CHANNEL}`)
  // Allows index scans only: a plan made for the empty table would scan it completely, and a bitmap scan
  // revisits dead index entries that an index scan marks.
  await sql.query('set enable_seqscan = off; set enable_bitmapscan = off')

  return {
    sql,
    isOpen: () => isOpen,
    close: () => client.end().catch(() => {}),
    async tryLead(): Promise<boolean> {
      const hasWon = await tryLead(sql, RELAY)
      if (hasWon) await addCursor(sql, RELAY)
      return hasWon
    },
    /** The last position that any leader assigned. */
    lastPosition: () => readCursor(sql, RELAY),
    /**
     * Gives committed rows consecutive positions in the order of their ids and announces the last one. Without rows it
     * writes nothing. `isComplete`: every committed row has a position.
     */
    async assignPositions(): Promise<{ rows: OutboxRow[]; isComplete: boolean }> {
      const rows = await assignPositions(sql, {
        reader: RELAY,
        maxRows: MAX_ROWS,
        channel: POSITION_CHANNEL,
        more: MORE,
      })
      return {
        rows: rows.sort((a, b) => Number(a.position - b.position)),
        isComplete: rows.every((row) => !row.isFull),
      }
    },
    announce: (position: number) => notify(sql, POSITION_CHANNEL, String(position)),
    /** Sent outside the command's transaction, where a NOTIFY would take a global lock at commit. */
    reportWrite: () => notify(sql, WRITTEN_CHANNEL, ''),
  }
}
