import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/sql.ts'
import type { Log } from '../log.ts'
import type { SinkHandler } from './event.ts'
import { batchOf, rowsAfter } from './rows.ts'
import { createWakeUp } from './wake-up.ts'

export type Sink = { readonly name: string; wake(): void; start(): void; stop(): Promise<void> }

const MOST_ROWS = 200
/** A wake-up that was missed, or a cursor that another node held, costs this much. */
const LOOK_AGAIN_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** Between two turns under load: nobody waits for a reader's effects within it, and a turn for many rows costs what one for few does. */
const BREATH_MS = 100

/**
 * A durable reader. The cursor moves in the transaction of the effects, so each event has its effects once; the
 * cursor's row lock lets one node at a time run it. An event that fails is tried again, never skipped.
 */
export function createSink(name: string, handler: SinkHandler, db: Db, log: Log): Sink {
  const wakeUp = createWakeUp()
  let stopped = false
  let loop: Promise<void> = Promise.resolve()

  /** How many rows were taken; 0 when there are none or another node is at it. */
  async function turn(mostRows: number): Promise<number> {
    return db.transaction(async (tx) => {
      const [cursor] = await tx.query<{ position: bigint }>(
        'select position from outbox_cursor where sink = $1 for update skip locked',
        [name],
        'sink-cursor',
      )
      if (cursor === undefined) return 0
      const rows = await rowsAfter(tx, Number(cursor.position), mostRows)
      if (rows.length === 0) return 0
      const batch = batchOf(rows, Number(cursor.position))
      await handler(tx, batch.events)
      await tx.query('update outbox_cursor set position = $2 where sink = $1', [name, batch.last], 'sink-move')
      return rows.length
    })
  }

  async function run(): Promise<void> {
    let known = false
    let failures = 0
    while (!stopped) {
      try {
        if (!known)
          await db.query('insert into outbox_cursor (sink, position) values ($1, 0) on conflict do nothing', [name])
        known = true
        // After a failure one row at a time, so that only the one that fails is held up.
        const mostRows = failures === 0 ? MOST_ROWS : 1
        const taken = await turn(mostRows)
        failures = 0
        // Fewer rows than asked for may be large ones: only none at all means that there are no more.
        if (taken === 0) await wakeUp.within(LOOK_AGAIN_MS)
        else if (taken < mostRows) await sleep(BREATH_MS)
      } catch (error) {
        failures++
        log.error({ err: error, sink: name, failures }, 'a reader of the outbox failed')
        await wakeUp.within(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** failures))
      }
    }
  }

  return {
    name,
    wake: () => wakeUp.wake(),
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
