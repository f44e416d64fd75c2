import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { applyChange, type BaseOdds, eventsOf, withOdds } from './game-change.ts'
import type { GameRow } from './game-row.ts'
import { newGame } from './new-game.ts'
import { lockGame, writeGames } from './queries.ts'

export type NewGame = Pick<GameRow, 'homeTeam' | 'awayTeam' | 'league' | 'country' | 'sport' | 'startTime'> &
  Partial<Pick<GameRow, 'id' | 'knockOut' | 'breakDuration' | 'matchDuration' | 'halfTimeDuration' | 'goalEvents'>>

/** Creates a manual game. Without odds it cannot be bet on (D14). */
export async function createGame(
  outbox: Outbox,
  tx: Tx,
  game: NewGame,
  odds: BaseOdds | null,
  now: Date,
): Promise<GameRow> {
  const bare = newGame({ ...game, source: 'hand' }, now)
  const row = odds === null ? bare : withOdds(bare, odds, now)
  await writeGames(tx, [row], { decidedBy: 'operator' })
  await outbox.appendEvents(tx, eventsOf(new Map(), [row]))
  return row
}

/** Changes a manual game with all consequences (winner, decision), as for a feed's game. */
export async function changeGame(
  outbox: Outbox,
  tx: Tx,
  id: string,
  change: Partial<GameRow>,
  now: Date,
): Promise<GameRow | null> {
  const game = await lockGame(tx, id)
  if (game === null) return null
  const { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds } = { ...game, ...change }
  const priced = withOdds(game, { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }, now)
  const after = applyChange(priced, change, now)
  if (after === game) return game
  await writeGames(tx, [after], { decidedBy: 'operator' })
  await outbox.appendEvents(tx, eventsOf(new Map([[id, game]]), [after]))
  return after
}
