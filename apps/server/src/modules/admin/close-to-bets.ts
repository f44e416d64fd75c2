import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../kernel/db/sql.ts'
import type { Catalogue } from '../catalogue/index.ts'

const LOOK_AGAIN_MS = 25
const MOST_LOOKS = 200

/** Not alone: somebody may still be betting on the game. */
export type Closed = { readonly isAlone: boolean; readonly wasSuspended: boolean }

/**
 * Suspends a game, and waits until every transaction that may have seen it open has ended: a bet reads the game without
 * locking it. That it becomes what it was is the caller's.
 */
export async function closeToBets(
  db: Db,
  catalogue: Pick<Catalogue, 'changeGame' | 'lockGame'>,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<Closed> {
  const wasSuspended = await db.transaction(async (tx) => {
    const before = await catalogue.lockGame(tx, id)
    await catalogue.changeGame(tx, id, { suspended: true }, now)
    return before?.suspended === true
  })
  // Taken once it is committed: whoever began before saw it open, also after the suspension itself had begun.
  const [row] = await db.query<{ xid: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as xid')
  const next = row?.xid ?? '0'
  let isAlone = await areAllYounger(db, next)
  for (let look = 0; look < MOST_LOOKS && !isAlone; look++) {
    await sleep(LOOK_AGAIN_MS)
    isAlone = await areAllYounger(db, next)
  }
  return { isAlone, wasSuspended }
}

/** Whether every open transaction of this database that has written or locked anything has this number or a later one. */
async function areAllYounger(db: Db, xid: string): Promise<boolean> {
  const [row] = await db.query<{ younger: boolean }>(
    `select not exists (
       select from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
        where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
          and age(l.transactionid) > age($1::xid8::xid)) as younger`,
    [xid],
  )
  return row?.younger === true
}
