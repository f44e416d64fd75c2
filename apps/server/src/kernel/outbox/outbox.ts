import type { Db } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { createDurableReader, type DurableReader } from './durable-reader.ts'
import type { CommitListener, EventBatch, EventListener, Outbox } from './event.ts'
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
  const commitListeners: CommitListener[] = []
  const readers: DurableReader[] = []
  const relay = createRelay(url, log, deliver)

  function notify<T>(all: Iterable<(value: T) => void>, value: T): void {
    for (const listener of all) {
      try {
        listener(value)
      } catch (error) {
        log.error({ err: error }, 'a listener of the outbox failed')
      }
    }
  }

  function deliver(batch: EventBatch): void {
    notify(listeners, batch)
    for (const reader of readers) reader.wake()
  }

  return {
    async appendEvents(tx, events) {
      if (events.length === 0) return
      await tx.query('insert into outbox (events) values ($1)', [JSON.stringify(events)], 'outbox-append')
      tx.afterCommit(() => {
        notify(commitListeners, events)
        relay.wake()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onCommit: (listener) => void commitListeners.push(listener),
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
