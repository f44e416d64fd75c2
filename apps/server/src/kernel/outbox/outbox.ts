import type { Db } from '../db/sql.ts'
import type { Log } from '../log.ts'
import { appendEvents } from './append.ts'
import type { EventBus } from './bus.ts'
import type { EventBatch, EventListener, Outbox } from './event.ts'
import { createRelay } from './relay.ts'
import { RELAY } from './relay-session.ts'
import { batchOf, rowsAfter } from './rows.ts'
import { createSink, type Sink } from './sink.ts'

export type OutboxOptions = {
  readonly url: string
  readonly db: Db
  readonly log: Log
  /** Whether this node runs durable readers (role worker). */
  readonly runsSinks: boolean
  /** null: the other nodes read events in the database. */
  readonly bus: EventBus | null
}

export function createOutbox({ url, db, log, runsSinks, bus }: OutboxOptions): Outbox {
  const listeners = new Set<EventListener>()
  const sinks: Sink[] = []

  function deliver(batch: EventBatch): void {
    for (const listener of listeners) {
      try {
        listener(batch)
      } catch (error) {
        log.error({ err: error }, 'a listener of the outbox failed')
      }
    }
    for (const sink of sinks) sink.wake()
  }

  const relay = createRelay(url, log, deliver, bus)

  return {
    appendEvents: (tx, events) => appendEvents(tx, events, relay.poke),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    durableSink(name, handler) {
      if (name === RELAY || sinks.some((sink) => sink.name === name)) throw new Error(`the sink ${name} exists already`)
      sinks.push(createSink(name, handler, db, log))
    },
    async readAfter(position, mostRows) {
      const rows = await rowsAfter(db, position, mostRows)
      const first = rows[0] === undefined ? null : Number(rows[0].position)
      return {
        ...batchOf(rows, position),
        gap: first === null ? position !== relay.position() : first !== position + 1,
      }
    },
    position: relay.position,
    receivedWithin: relay.receivedWithin,
    takenOverBus: relay.takenOverBus,
    async start() {
      if (runsSinks) for (const sink of sinks) sink.start()
      await relay.start()
    },
    async stop() {
      await Promise.all(sinks.map((sink) => sink.stop()))
      await relay.stop()
      await bus?.close()
    },
  }
}
