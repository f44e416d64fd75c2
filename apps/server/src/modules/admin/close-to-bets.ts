import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'

const LOOK_AGAIN_MS = 25
const MOST_LOOKS = 200

export type ClosingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly catalogue: Pick<Catalogue, 'changeGame' | 'lockGame'>
}

/** A game is closed as long as it has one of these, whatever becomes of its suspension and of other ones. */
export type Closing = string

/**
 * Does what may not be done while somebody bets on a game: closes it to bets, and waits until every transaction that may
 * have seen it open has ended, for a bet reads the game without locking it. Null: somebody may still be betting on it. The
 * closing ends with the work, which looks under the game's lock whether it still stands: who allows bets again ends it.
 * Each change of the game takes its own time: by that a page that has missed it sees that there was one.
 */
export async function whileClosed<T>(
  { db, clock, catalogue }: ClosingDeps,
  id: string,
  work: (closing: Closing) => Promise<T>,
): Promise<T | null> {
  const closing = newId()
  const change = (closedFor: (game: GameRow) => readonly Closing[]) =>
    db.transaction(async (tx) => {
      const game = await catalogue.lockGame(tx, id)
      if (game !== null) await catalogue.changeGame(tx, id, { closedFor: closedFor(game) }, clock.now())
    })
  await change(({ closedFor }) => [...closedFor, closing])
  try {
    return (await isAlone(db)) ? await work(closing) : null
  } finally {
    await change((game) => withoutClosing(game, closing))
  }
}

export const withoutClosing = ({ closedFor }: Pick<GameRow, 'closedFor'>, closing: Closing): readonly Closing[] =>
  closedFor.filter((each) => each !== closing)

async function isAlone(db: Db): Promise<boolean> {
  // Taken once the closing is committed: whoever began before saw it open, also after the closing itself had begun.
  const [row] = await db.query<{ xid: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as xid')
  const next = row?.xid ?? '0'
  for (let look = 0; look < MOST_LOOKS; look++) {
    if (await areAllYounger(db, next)) return true
    await sleep(LOOK_AGAIN_MS)
  }
  return areAllYounger(db, next)
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
