import { ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { exactOdds } from '@mupiira/domain/odds/odds.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { newId } from '../../../kernel/ids.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import { HOUSE, type Transfer } from '../../wallet/index.ts'
import type { AssignedCode } from '../booking-codes/ticket-codes.ts'
import type { TicketRow } from '../tickets/tickets.repository.ts'
import type { AcceptedBet, BetRequest } from './evaluate-bet.ts'
import { isInPlay } from './in-play.ts'

/** The ticket of an accepted bet, with its legs in the order of the request. */
export function newTicket<Request extends BetRequest>(
  request: Request,
  bet: AcceptedBet,
  code: AssignedCode,
  settings: Settings,
  now: Date,
) {
  const id = newId()
  const ticket: TicketRow = {
    id,
    userId: request.userId,
    bookingCode: code.code,
    totalStake: request.stakeUgx,
    cashedStake: ZERO,
    cashedOut: ZERO,
    totalOdds: exactOdds(bet.totals.totalOddsHundredths),
    bonusPercentage: bet.totals.bonusPercent,
    potentialWin: bet.totals.payoutUgx,
    bonus: bet.totals.bonusUgx,
    bonusPaid: ZERO,
    maxPayout: bet.maxPayoutUgx,
    bonusMinOdds: bet.bonus.minOddsHundredths,
    rulebook: settings.settlement_rulebook,
    status: 'pending',
    payout: null,
    createdAt: now,
    updatedAt: now,
    settledAt: null,
  }
  // Each leg stores everything needed to recompute its price.
  const legs = bet.games.flatMap((game) =>
    game.legs.map((leg) => ({
      ticketId: id,
      legNo: leg.at + 1,
      gameId: leg.game.id,
      market: leg.market,
      selection: leg.selectionId,
      odds: leg.oddsHundredths,
      baseOdds: leg.baseHundredths,
      overroundPercent: leg.prices.overround[leg.market],
      priceVersion: leg.prices.priceVersion,
      priceStep: BigInt(leg.step),
      sameGame: game.sameGame,
      inPlay: isInPlay(leg.prices),
      outcome: null,
    })),
  )
  return { request, code, after: bet.after, ticket, legs: legs.sort((a, b) => a.legNo - b.legNo) }
}

export type NewTicket = Pick<ReturnType<typeof newTicket>, 'ticket'>

export const stakeTransfer = ({ ticket }: NewTicket): Transfer => ({
  source: ticket.userId,
  destination: HOUSE.book,
  amount: ticket.totalStake,
  kind: 'bet',
  reference: ticket.id,
  description: `Bet ${ticket.bookingCode}`,
})

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'bet-placed': {
      readonly ticketId: string
      readonly bookingCode: string
      readonly stake: number
      readonly potentialWin: number
    }
  }
}

export const betPlaced = ({ ticket }: NewTicket): OutboxEvent => ({
  type: 'bet-placed',
  userId: ticket.userId,
  data: {
    ticketId: ticket.id,
    bookingCode: ticket.bookingCode,
    stake: ugxToNumber(ticket.totalStake),
    potentialWin: ugxToNumber(ticket.potentialWin),
  },
})
