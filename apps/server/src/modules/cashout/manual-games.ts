import { type Ugx, ugx, ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { advisoryKey } from '../../kernel/db/locks.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { PlacedTicket } from '../betting/index.ts'
import { type GameRow, hasEverBegun } from '../catalogue/index.ts'
import { gainsOn, paidTo } from './cashout-row.ts'

/** Of two acceptances on one match by hand the second counts the first. */
export const takeManualTurn = (tx: Tx): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock($1)', [advisoryKey('cash-outs by hand')], 'cashout-turn-by-hand')

/** The undecided games of a ticket whose goals, minute and odds are what one member of staff has typed. */
export const manualGames = ({ legs }: PlacedTicket, games: ReadonlyMap<string, GameRow>): string[] => [
  ...new Set(
    legs.flatMap(({ gameId, outcome }) => (outcome === null && games.get(gameId)?.source === 'hand' ? [gameId] : [])),
  ),
]

/**
 * What an offer rests on: these matches by hand, and whether it is more than a stake given back before anything was played. It
 * is once one of them has ever begun, or another game of the ticket has: what they are worth then goes by goals or odds that were typed.
 */
export type WordOfStaff = { readonly gameIds: readonly string[]; readonly hasBegun: boolean }

export function wordOfStaff(
  placed: PlacedTicket,
  games: ReadonlyMap<string, GameRow>,
  { isUnderWay, now }: { readonly isUnderWay: boolean; readonly now: Date },
): WordOfStaff {
  const gameIds = manualGames(placed, games)
  const manually = gameIds.flatMap((id) => games.get(id) ?? [])
  return { gameIds, hasBegun: isUnderWay || manually.some((game) => hasEverBegun(game, now)) }
}

export const gainOf = ({ ticket }: Pick<PlacedTicket, 'ticket'>, offer: Ugx): Ugx =>
  offer > ticket.totalStake ? ugx(offer - ticket.totalStake) : ZERO

/**
 * Whether an offer rests on nobody's word alone, or pays no more than one member of staff may move alone (decision 0032): with
 * what cash-outs on the same matches by hand have paid above their stakes, no more than the threshold; nor, once one of them
 * has begun, with all that they have paid this player since (decision 0032).
 */
export async function mayRestOn(
  sql: Sql,
  { gameIds, hasBegun }: WordOfStaff,
  { ticket }: PlacedTicket,
  offer: Ugx,
  threshold: number,
): Promise<boolean> {
  if (gameIds.length === 0) return true
  const most = ugxFromShillings(threshold)
  const gain = gainOf({ ticket }, offer)
  if (gain > ZERO && gain + (await gainsOn(sql, gameIds)) > most) return false
  return !hasBegun || offer + (await paidTo(sql, ticket.userId, gameIds)) <= most
}
