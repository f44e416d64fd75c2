import { type Ugx, ugx, ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { advisoryKey } from '../../kernel/db/locks.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { PlacedTicket } from '../betting/index.ts'
import type { GameRow } from '../catalogue/index.ts'
import { gainsOn } from './cashout-row.ts'

/** Of two acceptances on one match by hand the second counts the first. */
export const takeTurnByHand = (tx: Tx): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock($1)', [advisoryKey('cash-outs by hand')], 'cashout-turn-by-hand')

/** The undecided games of a ticket whose goals, minute and odds are what one member of staff has typed. */
export const gamesByHand = ({ legs }: PlacedTicket, games: ReadonlyMap<string, GameRow>): string[] => [
  ...new Set(
    legs.flatMap(({ gameId, outcome }) => (outcome === null && games.get(gameId)?.source === 'hand' ? [gameId] : [])),
  ),
]

export const gainOf = ({ ticket }: PlacedTicket, offer: Ugx): Ugx =>
  offer > ticket.totalStake ? ugx(offer - ticket.totalStake) : ZERO

/**
 * Whether an offer rests on nobody's word alone, or pays no more than one member of staff may move alone: with what cash-outs
 * on the same matches by hand have paid above their stakes, no more than the threshold (decision 0551).
 */
export async function mayRestOn(sql: Sql, gameIds: readonly string[], gain: Ugx, threshold: number): Promise<boolean> {
  if (gameIds.length === 0 || gain === ZERO) return true
  return gain + (await gainsOn(sql, gameIds)) <= ugxFromShillings(threshold)
}
