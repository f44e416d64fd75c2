import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './sql.ts'

/** The number of statements in this database that wait for a lock of another transaction. */
export async function lockWaits(sql: Sql): Promise<number> {
  const rows = await sql.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Waits until this many statements wait for a lock of another transaction. Throws after ten seconds. */
export async function untilLockWaits(sql: Sql, atLeast = 1): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    if ((await lockWaits(sql)) >= atLeast) return
    await sleep(10)
  }
  throw new Error(`fewer than ${atLeast} statements waited for a lock within ten seconds`)
}
