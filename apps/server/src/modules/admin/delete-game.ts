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
 * has ended before the bets are looked for: none comes in between.
 */
export async function deleteUnusedGame(
  db: Db,
  { betting, catalogue }: Doors,
  id: string,
  recorded: (tx: Tx, game: GameRow) => Promise<void>,
): Promise<'GAME_NOT_FOUND' | 'GAME_OF_FEED' | 'GAME_HAS_BETS' | null> {
  const game = (await catalogue.games([id])).get(id)
  if (game === undefined) return 'GAME_NOT_FOUND'
  if (game.source === 'feed') return 'GAME_OF_FEED'
  if ((await betting.gamesWithBets(db, [id])).has(id)) return 'GAME_HAS_BETS'
  const suspendedBy = await db.transaction(async (tx) => {
    await catalogue.changeGame(tx, id, { suspended: true }, game.updatedAt)
    const [row] = await tx.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
    return row?.xid ?? '0'
  })
  for (let look = 0; look < MOST_LOOKS && !(await areAllYounger(db, suspendedBy)); look++) await sleep(LOOK_AGAIN_MS)
  return db.transaction(async (tx) => {
    if ((await betting.gamesWithBets(tx, [id])).has(id)) return 'GAME_HAS_BETS'
    await recorded(tx, game)
    await catalogue.deleteGame(tx, id)
    return null
  })
}

/** Whether every open transaction began after that one had ended. */
async function areAllYounger(db: Db, xid: string): Promise<boolean> {
  const [row] = await db.query<{ younger: boolean }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text::numeric > $1::numeric as younger',
    [xid],
  )
  return row?.younger === true
}
