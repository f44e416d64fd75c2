import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './sql.ts'

/** How many statements wait in this database for what another transaction holds. */
export async function lockWaits(sql: Sql): Promise<number> {
  const rows = await sql.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Until so many statements wait for what another transaction holds; throws when they do not within ten seconds. */
export async function untilLockWaits(sql: Sql, atLeast = 1): Promise<void> {
  for (let look = 0; look < 1_000; look++) {
    if ((await lockWaits(sql)) >= atLeast) return
    await sleep(10)
  }
  throw new Error(`not ${atLeast} statements wait for a lock`)
}
