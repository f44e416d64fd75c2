import type { Settings } from '@mupiira/domain/settings/types.ts'
import { exactOdds } from '@mupiira/domain/odds/odds.ts'
import { bonusRule } from '@mupiira/domain/ticket/totals.ts'
import { ugxFromShillings, ZERO } from '@mupiira/domain/money/ugx.ts'
import { newId } from '../../kernel/ids.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { AcceptedBet, BetRequest } from './evaluate-bet.ts'
import type { LegRow, TicketRow } from './ticket-row.ts'

/** A leg with everything needed to compute its price again (PLAY-06). */
export type NewLeg = LegRow & {
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
