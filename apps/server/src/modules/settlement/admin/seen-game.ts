import { createHash } from 'node:crypto'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { Betting } from '../../betting/index.ts'
import type { GameRow } from '../../catalogue/index.ts'

/** The clock moves a match through these, which does not change its result. */
const IN_OR_AFTER_PLAY: ReadonlySet<GameRow['status']> = new Set(['live', 'finished', 'completed'])

/** The facts of a game that decide what a result pays. Its minute and its odds do not matter. */
const scoreFacts = ({ id, status, resultVersion, homeScore, awayScore, goalEvents, ...game }: GameRow) => [
  id,
  IN_OR_AFTER_PLAY.has(status) ? 'played' : status,
  resultVersion,
  [homeScore, awayScore, game.halfTimeHomeScore, game.halfTimeAwayScore],
  goalEvents,
]

export const digestOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url')

/** A digest of the goals and the bets of a manual game. A new start applies whether or not the match has begun. */
export const seenGoals = async (sql: Sql, exposure: Betting['exposure'], game: GameRow): Promise<string> =>
  digestOf([game.resultVersion, game.goalEvents, await exposure.countBets(sql, game.id)])

/** A digest of the score, the state and the bets of a game, which the author and the approver of a result have seen. */
export const seenGame = async (sql: Sql, exposure: Betting['exposure'], game: GameRow): Promise<string> =>
  digestOf([scoreFacts(game), await exposure.countBets(sql, game.id)])
