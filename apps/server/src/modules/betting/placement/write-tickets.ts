import { ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { exactOdds, type OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { bonusRule } from '@mupiira/domain/ticket/totals.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { LegRow, TicketRow } from '../tickets/ticket-rows.ts'
import type { AcceptedBet, BetRequest } from './evaluate-bet.ts'
import { countPlaced } from './player-counters.ts'

/** The origin of the request, for the record. */
export type Origin = { readonly client: string; readonly address: string }

const insertTickets = insertRows('tickets', {
  id: 'uuid',
  user_id: 'uuid',
  booking_code: 'text',
  total_stake: 'int8',
  total_odds: 'numeric',
  bonus_percentage: 'int2',
  potential_win: 'int8',
  bonus: 'int8',
  max_payout: 'int8',
  bonus_min_odds: 'int4',
  rulebook: 'text',
  status: 'text',
  legs: 'int2',
  open_legs: 'int2',
  client: 'text',
  address: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
})
const insertLegs = insertRows('ticket_legs', {
  ticket_id: 'uuid',
  leg_no: 'int2',
  game_id: 'uuid',
  market: 'text',
  selection: 'text',
  odds: 'int4',
  base_odds: 'int4',
  price_version: 'int4',
  price_step: 'int8',
  same_game: 'jsonb',
})
type Written = NewTicket & Origin

const ticketRow = ({ ticket, legs, client, address }: Written) => ({
  id: ticket.id,
  user_id: ticket.userId,
  booking_code: ticket.bookingCode,
  total_stake: ticket.totalStake,
  total_odds: ticket.totalOdds,
  bonus_percentage: ticket.bonusPercentage,
  potential_win: ticket.potentialWin,
  bonus: ticket.bonus,
  max_payout: ticket.maxPayout,
  bonus_min_odds: ticket.bonusMinOdds,
  rulebook: ticket.rulebook,
  status: ticket.status,
  legs: legs.length,
  open_legs: legs.length,
  client,
  address,
  created_at: ticket.createdAt,
  updated_at: ticket.createdAt,
})

const legRow = (leg: NewLeg) => ({
  ticket_id: leg.ticketId,
  leg_no: leg.legNo,
  game_id: leg.gameId,
  market: leg.market,
  selection: leg.selection,
  odds: leg.odds,
  base_odds: leg.baseOdds,
  price_version: leg.priceVersion,
  price_step: BigInt(leg.priceStep),
  same_game: leg.sameGame === null ? null : JSON.stringify(leg.sameGame),
})

/**
 * Writes the tickets of a batch, their legs and their players' counters. Throws on a duplicate booking code; the
 * batch is then repeated with new codes.
 */
export async function writeTickets(tx: Tx, tickets: readonly Written[], now: Date): Promise<void> {
  if (tickets.length === 0) return
  const userIds = tickets.map(({ ticket }) => ticket.userId)
  await Promise.all([
    tx.change(insertTickets(tickets.map(ticketRow))),
    tx.change(insertLegs(tickets.flatMap(({ legs }) => legs.map(legRow)))),
    countPlaced(tx, userIds, now),
  ])
}

/** A leg with everything needed to compute its price again (PLAY-06). */
type NewLeg = LegRow & {
  readonly baseOdds: OddsHundredths
  readonly priceVersion: number
  readonly priceStep: number
}

export type NewTicket = { readonly ticket: TicketRow; readonly legs: readonly NewLeg[] }

/** The ticket of an accepted bet, with its legs in the order of the request. */
export function newTicket(
  request: BetRequest,
  bet: AcceptedBet,
  settings: Settings,
  now: Date,
  bookingCode: string,
): NewTicket {
  const id = newId()
  const { totals } = bet
  const ticket: TicketRow = {
    id,
    userId: request.userId,
    bookingCode,
    totalStake: request.stakeUgx,
    totalOdds: exactOdds(totals.totalOddsHundredths),
    bonusPercentage: totals.bonusPercent,
    potentialWin: totals.payoutUgx,
    bonus: totals.bonusUgx,
    bonusPaid: ZERO,
    maxPayout: ugxFromShillings(settings.max_payout),
    bonusMinOdds: bonusRule(settings.bonus_min_odds).minOddsHundredths,
    rulebook: settings.settlement_rulebook,
    status: 'pending',
    payout: null,
    createdAt: now,
    updatedAt: now,
    settledAt: null,
  }
  const legs: NewLeg[] = []
  for (const { legs: members, offer } of bet.games) {
    for (const [position, leg] of members.entries()) {
      legs.push({
        ticketId: id,
        legNo: leg.at + 1,
        gameId: leg.game.id,
        market: leg.market,
        selection: leg.selectionId,
        odds: offer.legOdds[position] ?? leg.oddsHundredths,
        baseOdds: leg.baseHundredths,
        priceVersion: leg.prices.priceVersion,
        priceStep: offer.step,
        sameGame: offer.sameGame,
        outcome: null,
      })
    }
  }
  return { ticket, legs: legs.sort((a, b) => a.legNo - b.legNo) }
}
