import { ugxFromShillings, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { exactOdds } from '@mupiira/domain/odds/odds.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { bonusRule } from '@mupiira/domain/ticket/totals.ts'
import type { IdempotencyRecord } from '../../../kernel/idempotency.ts'
import { newId } from '../../../kernel/ids.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import { HOUSE, type Transfer, type Wallet } from '../../wallet/index.ts'
import type { AssignedCode } from '../booking-codes/ticket-codes.ts'
import type { TicketRow } from '../tickets/tickets.repository.ts'
import type { AcceptedBet, BetRequest } from './evaluate-bet.ts'

export type PlaceRequest = BetRequest & {
  readonly idempotencyRecord: IdempotencyRecord
  /** Hash of the browser's cookie. Codes of a visitor belong to the browser (D25). */
  readonly browser?: Buffer | null
  /** The user agent and the address of the request, stored with the ticket. */
  readonly client: string
  readonly address: string
}

export type Placed = ReturnType<typeof newTicket>

/** The ticket of an accepted bet, with its legs in the order of the request. */
export function newTicket(request: PlaceRequest, bet: AcceptedBet, code: AssignedCode, settings: Settings, now: Date) {
  const id = newId()
  const ticket: TicketRow = {
    id,
    userId: request.userId,
    bookingCode: code.code,
    totalStake: request.stakeUgx,
    totalOdds: exactOdds(bet.totals.totalOddsHundredths),
    bonusPercentage: bet.totals.bonusPercent,
    potentialWin: bet.totals.payoutUgx,
    bonus: bet.totals.bonusUgx,
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
  // Legs have everything needed to compute their prices again (PLAY-06).
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
      outcome: null,
    })),
  )
  return { request, code, after: bet.after, ticket, legs: legs.sort((a, b) => a.legNo - b.legNo) }
}

export const stakeTransfer = ({ ticket }: Placed): Transfer => ({
  source: ticket.userId,
  destination: HOUSE.book,
  amount: ticket.totalStake,
  kind: 'bet',
  reference: ticket.id,
  description: `Bet ${ticket.bookingCode}`,
})

/** One outbox row per batch: the final balance of each player, and each ticket. */
export function placementEvents(wallet: Wallet, placed: readonly Placed[]): readonly OutboxEvent[] {
  const balances = new Map(placed.map(({ ticket, after }) => [ticket.userId, after]))
  return [...wallet.transfers.balanceEvents(balances), ...placed.map(betPlaced)]
}

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

const betPlaced = ({ ticket }: Placed): OutboxEvent => ({
  type: 'bet-placed',
  userId: ticket.userId,
  data: {
    ticketId: ticket.id,
    bookingCode: ticket.bookingCode,
    stake: ugxToNumber(ticket.totalStake),
    potentialWin: ugxToNumber(ticket.potentialWin),
  },
})
