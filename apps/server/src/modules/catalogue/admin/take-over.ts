import { HALF_MINUTES } from '@mupiira/domain/match/clock.ts'
import { type GoalEvent, type Score, scoreOf } from '@mupiira/domain/match/goals.ts'
import { manualElapsed, minuteOfGoal } from '@mupiira/domain/match/manual-run.ts'
import { withScoring } from '@mupiira/domain/pricing/scorers.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { GameRow } from '../games/game-row.ts'
import { lockGame } from '../games/games.repository.ts'
import { isTakenOver } from '../games/taken-over.ts'
import { footballClock } from '../games/timeline.ts'
import { type ChangedGame, changeGame } from './manual-games.ts'

export type ControlRefusal = 'GAME_NOT_FOUND' | 'GAME_NOT_OF_FEED' | 'GAME_DECIDED'

/** Staff takes a feed's game over or hands it back. After handing back, the feed's next report is applied (D7a). */
export async function controlGame(
  parts: Pick<Kernel, 'clock' | 'outbox'>,
  tx: Tx,
  id: string,
  by: 'staff' | 'feed',
  now: Date,
): Promise<Result<ChangedGame, ControlRefusal>> {
  const before = await lockGame(tx, id)
  if (before === null) return err('GAME_NOT_FOUND')
  if (before.feedMatchId === null) return err('GAME_NOT_OF_FEED')
  if (before.resultVersion > 0) return err('GAME_DECIDED')
  if ((by === 'staff') === isTakenOver(before)) return ok({ before, after: before, at: now })
  const after = await changeGame(parts, tx, id, by === 'staff' ? takenOver(before, now) : handedBack(before), now)
  return after === null ? err('GAME_NOT_FOUND') : ok({ before, after, at: now })
}

/**
 * The clock and the score continue from the feed's state. The game is suspended, because nothing updates its
 * odds from now on. Goalscorer prices end, because staff cannot enter their odds.
 */
function takenOver(game: GameRow, now: Date): Partial<GameRow> {
  const score = { homeScore: game.homeScore ?? 0, awayScore: game.awayScore ?? 0 }
  const players = withScoring(game.players, [], null)
  const ended = { held: false, scoreDisputed: false, playStopped: false } as const
  const changes = { source: 'hand', ...ended, suspended: true, players, ...score } as const
  if (game.status !== 'live') return changes
  const { minutesPassed: minute, atHalfTime, breakDuration } = game
  const minutesPassed = atHalfTime || minute <= HALF_MINUTES ? Math.min(minute, HALF_MINUTES) : minute + breakDuration
  const firstLiveAt = game.firstLiveAt ?? game.startTime
  return {
    ...changes,
    firstLiveAt,
    minutesPassed,
    clockOffset: minutesPassed - manualElapsed({ firstLiveAt, clockOffset: 0 }, now),
    goalEvents: goalsMatching(game, { home: changes.homeScore, away: changes.awayScore }),
  }
}

/**
 * The score of a manual game is computed from its goals, so goals that the feed has not listed yet are added without a
 * scorer.
 */
function goalsMatching(game: GameRow, score: Score): readonly GoalEvent[] {
  const clock = footballClock(game)
  if (clock === null) return game.goalEvents
  const listed = scoreOf(game.goalEvents)
  const minute = minuteOfGoal(clock)
  return (['home', 'away'] as const)
    .flatMap((team): GoalEvent[] => {
      const goals = game.goalEvents.filter((goal) => goal.team === team).slice(0, score[team])
      const missing = Math.max(0, score[team] - listed[team])
      return [...goals, ...Array.from({ length: missing }, () => ({ team, minute, scorer: null, playerId: null }))]
    })
    .toSorted((a, b) => a.minute - b.minute)
}

function handedBack(game: GameRow): Partial<GameRow> {
  const minutesPassed = footballClock(game)?.minute ?? game.minutesPassed
  return { source: 'feed', feedReport: null, clockOffset: 0, ...(game.status === 'live' ? { minutesPassed } : {}) }
}
