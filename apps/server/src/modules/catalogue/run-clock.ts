import { matchClock } from '@mupiira/domain/match/clock.ts'
import { scoreAt } from '@mupiira/domain/match/goals.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { applyChange, eventsOf } from './game-change.ts'
import type { GameRow } from './game-row.ts'
import { lockGamesToLookAt, writeGames } from './queries.ts'

const MINUTE_MS = 60_000
const LIVE_WITHIN_MS = 3 * 60 * MINUTE_MS

/**
 * What the time alone does to games: upcoming ones whose start has passed within three hours become live (LIVE-13,
 * D15), games run by hand get their minute and finish by the clock, games without a result after a day are void (D20).
 */
export async function runClock(kernel: Kernel): Promise<number> {
  const now = kernel.clock.now()
  return kernel.workerDb.transaction(async (tx) => {
    const started = await tx.query<GameRow>(START_DUE, [now, new Date(now.getTime() - LIVE_WITHIN_MS)])
    const looked = await lockGamesToLookAt(tx, now)
    const changed = looked
      .map((game) => ({ game, after: applyChange(game, byClock(game, now), now) }))
      .filter(({ game, after }) => after !== game)
      .map(({ after }) => after)
    await writeGames(tx, changed)
    const ids = started.map(({ id }) => id)
    await kernel.outbox.appendEvents(tx, [
      ...(ids.length > 0 ? [{ type: 'games-changed', data: { gameIds: ids } }] : []),
      ...eventsOf(new Map(looked.map((game) => [game.id, game])), changed),
    ])
    return ids.length + changed.length
  })
}

// A feed's match becomes live here too; its minute, and the first live moment that voids late bets, come from the feed.
const START_DUE = `
  update games set status = 'live', updated_at = $1,
         first_live_at = case when source = 'hand' then start_time else first_live_at end
  where status = 'upcoming' and not held and start_time <= $1 and start_time > $2
  returning id`

/** The minute that has come, and the score that the goal events make by it (LIVE-22). */
function byClock(game: GameRow, now: Date): Partial<GameRow> {
  if (game.source !== 'hand' || game.status !== 'live' || game.sport !== 'soccer') return {}
  const since = game.firstLiveAt ?? game.startTime
  const minutesPassed = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS))
  if (game.goalEvents.length === 0) return { minutesPassed }
  const clock = matchClock({ source: 'hand', status: 'live', minutesPassed, breakDuration: game.breakDuration })
  const { home, away } = scoreAt(game.goalEvents, clock, true)
  return { minutesPassed, homeScore: home, awayScore: away }
}
