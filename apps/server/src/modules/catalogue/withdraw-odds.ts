import type { Sql } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type BaseOdds, eventsOf, withOdds } from './game-change.ts'
import { gamesByFeedId, lockGames, writeGames } from './queries.ts'

const NO_ODDS: BaseOdds = { homeOdds: null, drawOdds: null, awayOdds: null, over25Odds: null, under25Odds: null }

/** Match ids of quoted upcoming games that start before `until`. */
export async function quotedGames(sql: Sql, until: Date): Promise<string[]> {
  const rows = await sql.query<{ matchId: string }>(
    `select feed_match_id as "matchId" from games
      where source = 'feed' and status = 'upcoming' and model is not null and start_time < $1`,
    [until],
    'catalogue-quoted-games',
  )
  return rows.map(({ matchId }) => matchId)
}

/** Removes the odds of upcoming matches that are no longer quoted (decision 0027). */
export async function withdrawOdds(kernel: Kernel, matchIds: readonly string[], now: Date): Promise<number> {
  if (matchIds.length === 0) return 0
  const known = await gamesByFeedId(kernel.workerDb, matchIds)
  const ids = known.flatMap(({ id, status, model }) => (status === 'upcoming' && model !== null ? id : []))
  if (ids.length === 0) return 0
  return kernel.workerDb.transaction(async (tx) => {
    const before = (await lockGames(tx, ids)).filter(({ status }) => status === 'upcoming')
    const after = before.map((game) => ({ ...withOdds(game, NO_ODDS, now), updatedAt: now }))
    await writeGames(tx, after, { decidedBy: 'feed' })
    await kernel.outbox.appendEvents(tx, eventsOf(new Map(before.map((game) => [game.id, game])), after))
    return after.length
  })
}
