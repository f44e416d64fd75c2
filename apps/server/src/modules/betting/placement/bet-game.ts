import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { GameRow } from '../../catalogue/index.ts'
import type { GamePrices } from '../../pricing/index.ts'
import type { SameGame } from '../tickets/tickets.repository.ts'

/** A selection that can be bet on, with its index in the request and its odds at one step. */
export type SlipLeg = {
  readonly at: number
  readonly game: GameRow
  readonly prices: GamePrices
  readonly market: MarketId
  readonly selectionId: string
  readonly step: number
  readonly oddsHundredths: OddsHundredths
  /** The unclamped base price, from which price movement is measured (D22). */
  readonly baseHundredths: OddsHundredths
  /** The odds that the player saw, in hundredths, without binary rounding error. */
  readonly seenHundredths: number
}

/** One game of a bet and the odds that it contributes to the total: of a single leg, or joint odds of several (D27). */
export type BetGame = {
  readonly gameId: string
  readonly legs: readonly SlipLeg[]
  readonly oddsHundredths: OddsHundredths
  /** The combination of several legs; null for a single leg. */
  readonly sameGame: SameGame | null
}
