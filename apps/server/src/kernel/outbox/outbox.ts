import type { Db } from '../db/sql.ts'
import type { Log } from '../telemetry/log.ts'
import { createAppender, notifyAll } from './append-events.ts'
import { createDurableReader, type DurableReader } from './durable-reader.ts'
import type { EventBatch, EventListener, Outbox } from './event.ts'
import { createRelay, RELAY } from './relay.ts'
import { batchOf, rowsAfter } from './rows.ts'

export type OutboxOptions = {
  readonly url: string
  readonly db: Db
  readonly log: Log
  /** Durable readers run on workers. */
  readonly isWorker: boolean
}

export function createOutbox({ url, db, log, isWorker }: OutboxOptions): Outbox {
  const listeners = new Set<EventListener>()
  const readers: DurableReader[] = []
  const relay = createRelay(url, log, deliver)

  function deliver(batch: EventBatch): void {
    notifyAll(listeners, batch, log)
    for (const reader of readers) reader.wake()
  }

  return {
    ...createAppender(log, relay.wake),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    durableReader(name, handler) {
      if (name === RELAY || readers.some((reader) => reader.name === name))
        throw new Error(`the reader ${name} exists already`)
      readers.push(createDurableReader(name, handler, db, log))
    },
    async readAfter(position, maxRows) {
      const rows = await rowsAfter(db, position, maxRows)
      const first = rows[0] === undefined ? null : Number(rows[0].position)
      return {
        ...batchOf(rows, position),
        gap: first === null ? position !== relay.position() : first !== position + 1,
      }
    },
    position: relay.position,
    receivedWithin: relay.receivedWithin,
    currentSince: relay.currentSince,
    async start() {
      if (isWorker) for (const reader of readers) reader.start()
      await relay.start()
    },
    async stop() {
      await Promise.all(readers.map((reader) => reader.stop()))
      await relay.stop()
    },
  }
}
