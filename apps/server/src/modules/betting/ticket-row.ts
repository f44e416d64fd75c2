import type { MarketId, Outcome, Player, Rulebook } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import type { TicketStatus } from '@mupiira/domain/ticket/states.ts'

/** A row of `tickets`. */
export type TicketRow = {
  readonly id: string
  readonly userId: string
  readonly bookingCode: string
  readonly totalStake: Ugx
  /** Text with two decimals, because total odds can exceed any number type. */
  readonly totalOdds: string
  readonly bonusPercentage: number
  readonly potentialWin: Ugx
  /** As promised at placement. */
  readonly bonus: Ugx
  /** The bonus part of the payout; zero until the ticket has won. */
  readonly bonusPaid: Ugx
  readonly maxPayout: Ugx
  readonly bonusMinOdds: number
  readonly rulebook: Rulebook
  readonly status: TicketStatus
  readonly payout: Ugx | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly settledAt: Date | null
}

/** How the legs of one game were priced together, stored so that the remaining legs can be repriced (D27). */
export type SameGame = {
  readonly oddsHundredths: OddsHundredths
  readonly overroundPercent: number
  readonly params: ModelParams
  /** The line-ups, when a leg is on a goalscorer. */
  readonly players?: readonly Player[]
}

/** A row of `ticket_legs`. */
export type LegRow = {
  readonly ticketId: string
  readonly legNo: number
  readonly gameId: string
  readonly market: MarketId
  readonly selection: string
  readonly odds: OddsHundredths
  readonly sameGame: SameGame | null
  readonly outcome: Outcome | null
}
