import type { Log } from '../telemetry/log.ts'
import type { CommitListener, Outbox } from './event.ts'
import { insertEvents } from './rows.ts'

/** Writes to the outbox. `onCommitted` runs after each transaction with events, so that they are relayed soon. */
export function createAppender(log: Log, onCommitted: () => void): Pick<Outbox, 'appendEvents' | 'onCommit'> {
  const listeners: CommitListener[] = []
  return {
    async appendEvents(tx, events) {
      if (events.length === 0) return
      await insertEvents(tx, events)
      tx.afterCommit(() => {
        notifyAll(listeners, events, log)
        onCommitted()
      })
    },
    onCommit: (listener) => void listeners.push(listener),
  }
}

/** Calls every listener, even if an earlier listener throws. */
export function notifyAll<T>(listeners: Iterable<(value: T) => void>, value: T, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(value)
    } catch (error) {
      log.error({ err: error }, 'a listener of the outbox failed')
    }
  }
}
