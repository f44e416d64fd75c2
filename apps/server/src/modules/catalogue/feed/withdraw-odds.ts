import type { Kernel } from '../../../kernel/kernel.ts'
import type { BaseOdds } from '../games/base-odds.ts'
import { eventsOf, withOdds } from '../games/game-change.ts'
import { lockGames, writeGames } from '../games/games.repository.ts'
import { gamesByFeedId } from './feed.repository.ts'

const NO_ODDS: BaseOdds = { homeOdds: null, drawOdds: null, awayOdds: null, over25Odds: null, under25Odds: null }

/** Removes the odds of upcoming matches that are no longer quoted (decision 0027). */
export async function withdrawOdds(kernel: Kernel, matchIds: readonly string[], now: Date): Promise<number> {
  if (matchIds.length === 0) return 0
  const known = await gamesByFeedId(kernel.workerDb, matchIds)
  const ids = known.flatMap(({ id, status, model }) => (status === 'upcoming' && model !== null ? id : []))
  if (ids.length === 0) return 0
  return kernel.workerDb.transaction(async (tx) => {
    const upcoming = (await lockGames(tx, ids)).filter(({ status }) => status === 'upcoming')
    const changes = upcoming.map((before) => ({ before, after: { ...withOdds(before, NO_ODDS, now), updatedAt: now } }))
    await writeGames(tx, changes, { decidedBy: 'feed' })
    await kernel.outbox.appendEvents(tx, eventsOf(changes))
    return changes.length
  })
}
