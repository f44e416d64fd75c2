import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/sql.ts'
import type { Log } from '../telemetry/log.ts'
import { createWakeUp } from '../pause.ts'
import type { DurableHandler } from './event.ts'
import { addCursor, batchOf, lockCursor, moveCursor, rowsAfter } from './rows.ts'

export type DurableReader = { readonly name: string; wake(): void; start(): void; stop(): Promise<void> }

const MAX_ROWS = 200
/** The longest wait after a missed wake-up, or while another node holds the cursor. */
const POLL_MS = 500
const MAX_RETRY_MS = 10_000
/** This delay collects rows under load, because reading many rows costs about as much as reading a few. */
const BATCH_DELAY_MS = 100

/**
 * Runs a handler exactly once per event, over restarts and on one node at a time: the cursor moves in the transaction
 * of the handler's effects, and its row lock excludes other nodes. A failing event is retried, never skipped.
 */
export function createDurableReader(name: string, handler: DurableHandler, db: Db, log: Log): DurableReader {
  const wakeUp = createWakeUp()
  let stopped = false
  let loop: Promise<void> = Promise.resolve()

  /** Handles the next rows. Returns their number; 0 if there are none or another node holds the cursor. */
  const handleNext = (maxRows: number): Promise<number> =>
    db.transaction(async (tx) => {
      const position = await lockCursor(tx, name)
      if (position === null) return 0
      const rows = await rowsAfter(tx, position, maxRows)
      if (rows.length === 0) return 0
      const batch = batchOf(rows, position)
      await handler(tx, batch.events)
      await moveCursor(tx, name, batch.last)
      return rows.length
    })

  async function run(): Promise<void> {
    let isRegistered = false
    let failures = 0
    while (!stopped) {
      try {
        if (!isRegistered) await addCursor(db, name)
        isRegistered = true
        // After a failure, handle one row at a time, so that the rows before the failing row are handled.
        const maxRows = failures === 0 ? MAX_ROWS : 1
        const handled = await handleNext(maxRows)
        failures = 0
        // Pages are limited by bytes, so a short page may have rows after it. Only an empty page is the end.
        if (handled === 0) await wakeUp.wait(POLL_MS)
        else if (handled < maxRows) await sleep(BATCH_DELAY_MS)
      } catch (error) {
        failures++
        log.error({ err: error, reader: name, failures }, 'a reader of the outbox failed')
        await wakeUp.wait(Math.min(MAX_RETRY_MS, 100 * 2 ** failures))
      }
    }
  }

  return {
    name,
    wake: wakeUp.wake,
    start() {
      loop = run()
    },
    async stop() {
      stopped = true
      wakeUp.wake()
      await loop
    },
  }
}
