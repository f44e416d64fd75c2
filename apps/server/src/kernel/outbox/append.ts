import type { Tx } from '../db/sql.ts'
import type { OutboxEvent } from './event.ts'

/** Writes one row for all events of a command; `poke` wakes the relay once they are committed. */
export async function appendEvents(tx: Tx, events: readonly OutboxEvent[], poke: () => void): Promise<void> {
  if (events.length === 0) return
  await tx.query('insert into outbox (events) values ($1)', [JSON.stringify(events)], 'outbox-append')
  tx.afterCommit(poke)
}
