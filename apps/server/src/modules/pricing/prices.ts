import type { Offer } from '@mupiira/contract/admin-offer.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import { type JointError, jointOdds, type PickWithOdds } from '@mupiira/domain/pricing/same-game.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { overroundWithReaction } from '@mupiira/domain/risk/price-reaction.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { GameRow } from '../catalogue/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Board } from './board.ts'
import { closingOf, type GamePrices, pricedSteps, pricesFrom } from './game-prices.ts'
import { offerAt, offerOf } from './offer-at.ts'
import type { PriceCache } from './price-cache.ts'
import { jointReaction } from './price-reaction.ts'

type JointPrice = { readonly oddsHundredths: OddsHundredths; readonly overroundPercent: number }

/** Prices of games, for bets, cash-out and the console. */
export function createPrices(
  { priceKey }: Kernel['config'],
  {
    board,
    cache,
    settings,
  }: { readonly board: Board; readonly cache: PriceCache; readonly settings: SettingsApi['reads'] },
) {
  return {
    /** Games as cached on this node, open or not. Unknown and hidden games are absent. */
    gameRows: async (gameIds: readonly string[]): Promise<readonly GameRow[]> => [
      ...(await board.findAll(gameIds)).values(),
    ],
    /** Prices of games at `now`, open or not; unknown ids are absent. */
    snapshot: async (gameIds: readonly string[], now: Date): Promise<Map<string, GamePrices>> =>
      new Map([...(await board.findAll(gameIds))].map(([id, game]) => [id, cache.of(game, now)])),
    /** Prices of the live football games on this node. */
    live: (now: Date): readonly GamePrices[] =>
      board
        .games()
        .filter(({ status, sport }) => status === 'live' && sport === 'soccer')
        .map((game) => cache.of(game, now)),
    /** Prices of a row that is newer than the row that `snapshot` uses. */
    of: (game: GameRow, now: Date): GamePrices => cache.of(game, now),
    /** Model prices without staff's market controls and without the reaction to liability. */
    ofModel(game: GameRow, now: Date): GamePrices {
      const [uncontrolled, at] = [{ ...game, controls: {}, priceReaction: {} }, stepNumber(now)]
      const current = settings.current()
      const steps = pricedSteps(uncontrolled, at, current, priceKey)
      const closing = closingOf(uncontrolled, current, priceKey)
      return pricesFrom(uncontrolled, now, current, { steps, closing, before: null })
    },
    /** The 1X2 and total prices of a game that players see. */
    offered(game: GameRow, now: Date): Offer {
      const prices = cache.of(game, now)
      return offerOf((market, id) => prices.price(market, id)?.oddsHundredths)
    },
    /** The prices of a game with these odds before its start; null when it could not be bet on. */
    offerAt: (odds: MatchOdds, sport: GameRow['sport']): Offer | null => offerAt(odds, sport, settings.current()),
    /** Odds of several selections of one game together (D27), with the overround that they contain. */
    joint(prices: GamePrices, legs: readonly PickWithOdds[]): Result<JointPrice, JointError> {
      // The joint odds of a live game would need its state when a leg is voided later.
      if (prices.params === null || prices.inPlay !== null) return err('MARKET_UNAVAILABLE')
      // Model prices and manual odds cannot be combined.
      const { controls } = prices.game
      if (legs.some(({ market, selectionId }) => controls[market]?.odds?.[selectionId] !== undefined)) {
        return err('MARKET_UNAVAILABLE')
      }
      const overroundPercent = overroundWithReaction(prices.overround.same_game, jointReaction(prices.game, legs))
      const joint = jointOdds(prices.params, legs, {
        rulebook: prices.rulebook,
        players: prices.game.players,
        overroundPercent,
      })
      return joint.ok ? ok({ oddsHundredths: joint.value, overroundPercent }) : joint
    },
  }
}

export type Prices = ReturnType<typeof createPrices>
