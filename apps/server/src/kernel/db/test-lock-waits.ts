import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './sql.ts'

/** The number of statements in this database that wait for a lock of another transaction. */
export async function lockWaits(sql: Sql): Promise<number> {
  const rows = await sql.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/**
 * Waits until this many statements wait for a lock of another transaction. Throws after about a minute, because other
 * tests may occupy the machine.
 */
export async function untilLockWaits(sql: Sql, atLeast = 1): Promise<void> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    if ((await lockWaits(sql)) >= atLeast) return
    await sleep(20)
  }
  throw new Error(`fewer than ${atLeast} statements waited for a lock within a minute`)
}
