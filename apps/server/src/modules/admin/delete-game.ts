import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'

type Doors = {
  readonly betting: Pick<Betting, 'gamesWithBets'>
  readonly catalogue: Pick<Catalogue, 'games' | 'changeGame' | 'deleteGame'>
}

const LOOK_AGAIN_MS = 25
const MOST_LOOKS = 200

/**
 * Deletes a game that nobody has bet on (ADMG-05). It is suspended first, and every transaction that may have seen it open
 * has ended before the bets are looked for: none comes in between. Refused, it is as it was before; `UNAVAILABLE`: somebody
 * may still be betting on it.
 */
export async function deleteUnusedGame(
  db: Db,
  { betting, catalogue }: Doors,
  { id, now }: { readonly id: string; readonly now: Date },
  recorded: (tx: Tx, game: GameRow) => Promise<void>,
): Promise<'GAME_NOT_FOUND' | 'GAME_OF_FEED' | 'GAME_HAS_BETS' | 'UNAVAILABLE' | null> {
  const game = (await catalogue.games([id])).get(id)
  if (game === undefined) return 'GAME_NOT_FOUND'
  if (game.source === 'feed') return 'GAME_OF_FEED'
  if ((await betting.gamesWithBets(db, [id])).has(id)) return 'GAME_HAS_BETS'
  const suspendedBy = await db.transaction(async (tx) => {
    await catalogue.changeGame(tx, id, { suspended: true }, now)
    const [row] = await tx.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
    return row?.xid ?? '0'
  })
  let isAlone = await areAllYounger(db, suspendedBy)
  for (let look = 0; look < MOST_LOOKS && !isAlone; look++) {
    await sleep(LOOK_AGAIN_MS)
    isAlone = await areAllYounger(db, suspendedBy)
  }
  return db.transaction(async (tx) => {
    const refusal = !isAlone ? 'UNAVAILABLE' : (await betting.gamesWithBets(tx, [id])).has(id) ? 'GAME_HAS_BETS' : null
    if (refusal === null) {
      await recorded(tx, game)
      await catalogue.deleteGame(tx, id)
    } else await catalogue.changeGame(tx, id, { suspended: game.suspended }, now)
    return refusal
  })
}

/** Whether every open transaction of this database that has written or locked anything began after that one had ended. */
async function areAllYounger(db: Db, xid: string): Promise<boolean> {
  const [row] = await db.query<{ younger: boolean }>(
    `select not exists (
       select from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
        where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
          and age(l.transactionid) >= age($1::xid8::xid)) as younger`,
    [xid],
  )
  return row?.younger === true
}
