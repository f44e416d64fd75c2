import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { GameRow } from '../catalogue/index.ts'
import { legsOf, ticketsById } from './queries.ts'
import type { LegRow, TicketRow } from './ticket-row.ts'

/** A leg with its base price at placement (D22) and the result version that decided it; null while undecided. */
export type PlacedLeg = LegRow & {
  readonly baseOdds: OddsHundredths
  readonly priceVersion: number
  readonly resultVersion: number | null
}
export type PlacedTicket = { readonly ticket: TicketRow; readonly legs: readonly PlacedLeg[] }

/** A ticket with its legs as placed; null when it does not exist. */
export async function placedTicket(sql: Sql, ticketId: string): Promise<PlacedTicket | null> {
  const [ticket] = await ticketsById(sql, [ticketId])
  if (ticket === undefined) return null
  const taken = await sql.query<Pick<PlacedLeg, 'legNo' | 'baseOdds' | 'priceVersion' | 'resultVersion'>>(
    `select leg_no as "legNo", base_odds as "baseOdds", price_version as "priceVersion", result_version as "resultVersion"
       from ticket_legs where ticket_id = $1`,
    [ticketId],
    'betting-legs-as-taken',
  )
  const byNo = new Map(taken.map((leg) => [leg.legNo, leg]))
  const legs = (await legsOf(sql, [ticketId])).map((leg) => {
    const unknown = { baseOdds: leg.odds, priceVersion: 0, resultVersion: null }
    return { ...leg, ...(byNo.get(leg.legNo) ?? unknown) }
  })
  return { ticket, legs }
}

/** Whether a corrected result of these legs' games is not yet settled. Their current outcomes must not be used. */
export const isBeingCorrected = (
  legs: readonly Pick<PlacedLeg, 'resultVersion'>[],
  game: Pick<GameRow, 'resultVersion' | 'settledVersion'> | undefined,
): boolean =>
  game !== undefined &&
  game.settledVersion < game.resultVersion &&
  legs.some(({ resultVersion }) => resultVersion !== null && resultVersion < game.resultVersion)

/** Locks a ticket before its player's account, in the same order as settlement. The legs are read after the lock. */
export async function lockTicket(tx: Tx, ticketId: string): Promise<PlacedTicket | null> {
  await tx.query('select id from tickets where id = $1 for no key update', [ticketId], 'betting-lock-ticket')
  return placedTicket(tx, ticketId)
}

/** Ends a pending ticket by a cash-out; false when it is no longer pending. The caller pays in the same transaction. */
export async function cashOutTicket(tx: Tx, ticketId: string, payout: Ugx, now: Date): Promise<boolean> {
  const changed = await tx.change(
    `update tickets set status = 'cashout', payout = $2, settled_at = $3, updated_at = $3
      where id = $1 and status = 'pending'`,
    [ticketId, payout, now],
    'betting-cash-out',
  )
  return changed === 1
}
