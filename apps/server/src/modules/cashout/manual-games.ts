import { type Ugx, ugx, ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { stakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import { lockName } from '../../kernel/db/locks.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { type PlacedTicket, stakePartsOf } from '../betting/index.ts'
import { type GameRow, hasEverStarted } from '../catalogue/index.ts'
import { sumOfGains, sumPaidInPlay } from './cashouts.repository.ts'

/** Runs acceptances on manual matches one after another, so that each one counts the earlier ones. */
export const lockManualCashouts = (tx: Tx): Promise<void> => lockName(tx, 'manual cashouts')

/** The undecided games of a ticket whose goals, minute and odds are entered by staff. */
export const manualGames = ({ legs }: PlacedTicket, games: ReadonlyMap<string, GameRow>): string[] => [
  ...new Set(
    legs.flatMap(({ gameId, outcome }) => (outcome === null && games.get(gameId)?.source === 'hand' ? [gameId] : [])),
  ),
]

/**
 * The manual matches that an offer depends on, and whether any game of the ticket has ever begun. From then on the
 * offer depends on goals or odds that staff entered. Before that, it only returns the stake.
 */
export type StaffDependency = { readonly gameIds: readonly string[]; readonly hasBegun: boolean }

export function staffDependency(
  placed: PlacedTicket,
  games: ReadonlyMap<string, GameRow>,
  { hasStartedGame, now }: { readonly hasStartedGame: boolean; readonly now: Date },
): StaffDependency {
  const gameIds = manualGames(placed, games)
  const matches = gameIds.flatMap((id) => games.get(id) ?? [])
  return { gameIds, hasBegun: hasStartedGame || matches.some((game) => hasEverStarted(game, now)) }
}

/** The amount that an offer pays above the stake that it cashes out. */
export const gainOf = (stake: Ugx, offer: Ugx): Ugx => (offer > stake ? ugx(offer - stake) : ZERO)

/**
 * Whether an offer does not depend on a single member of staff, or is within the amount that one may move alone
 * (decision 0032). The limit applies to what cash-outs on the same manual matches have paid above the stakes. Once one
 * of these matches has begun, it also applies to everything that they have paid to this player. The offer is the one
 * for all of the stake left, also for a part.
 */
export async function mayDependOn(
  db: Sql,
  { gameIds, hasBegun }: StaffDependency,
  { ticket }: PlacedTicket,
  offer: Ugx,
  threshold: number,
): Promise<boolean> {
  if (gameIds.length === 0) return true
  const limit = ugxFromShillings(threshold)
  const gain = gainOf(stakeLeft(stakePartsOf(ticket)), offer)
  if (gain > ZERO && gain + (await sumOfGains(db, gameIds)) > limit) return false
  return !hasBegun || offer + (await sumPaidInPlay(db, ticket.userId, gameIds)) <= limit
}
