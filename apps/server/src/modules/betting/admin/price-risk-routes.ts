import { getGameScores, listPricesOffModel, type PriceOffModel } from '@mupiira/contract/admin-risk.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { labelOf } from '@mupiira/domain/markets/catalogue.ts'
import { payoutsByScore } from '@mupiira/domain/markets/worst-scores.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { baseOddsOffModel, type PriceDeviation, manualOddsOffModel } from '@mupiira/domain/pricing/off-model.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { openPayoutsOn } from '../exposure/exposure.repository.ts'
import { type Catalogue, type GameRow, matchOddsOf } from '../../catalogue/index.ts'
import { manualOdds, type Pricing, progressOf } from '../../pricing/index.ts'
import type { SettingsApi } from '../../settings/index.ts'

export type PriceRiskDeps = {
  readonly games: Catalogue['games']
  readonly prices: Pricing['prices']
  readonly settings: Pick<SettingsApi['reads'], 'current'>
}

/** Only games that start within this time are checked. */
const AHEAD_MS = 7 * 86_400_000
const MAX_PRICES = 100

/** Prices that deviate from the model, and the final scores with the highest payouts. */
export function priceRiskRoutes({ db }: Pick<Kernel, 'db'>, deps: PriceRiskDeps): readonly Route[] {
  const { prices, settings } = deps

  function deviatingManualOdds(game: GameRow, mostPoints: number, now: Date): PriceDeviation[] {
    if (!Object.values(game.controls).some((control) => control.odds !== undefined)) return []
    return prices.ofModel(game, now).markets.flatMap(({ id: market, selections }) =>
      selections.flatMap((selection) => {
        // Compares the offered prices, because overrides above the fair price are capped (decision 0026).
        const [own, model] = [manualOdds(game.controls[market], selection), selection.baseHundredths]
        if (own === null || model === null) return []
        return manualOddsOffModel({ market, selectionId: selection.id, odds: own / 100 }, model / 100, mostPoints)
      }),
    )
  }

  return [
    route(listPricesOffModel, async ({ now }) => {
      const current = settings.current()
      const { model_difference: mostPoints } = current
      const games = await deps.games.open(new Date(now.getTime() + AHEAD_MS))
      const items = games.flatMap((game) => [
        ...deviatingManualOdds(game, mostPoints, now).map((price) => presentOffModel(game, price, 'own')),
        ...deviatingBaseOdds(game, current).map((price) => presentOffModel(game, price, 'base')),
      ])
      const furthest = items.toSorted((a, b) => Math.abs(b.implied - b.model) - Math.abs(a.implied - a.model))
      return { status: 200, body: { mostPoints, items: furthest.slice(0, MAX_PRICES) } }
    }),

    route(getGameScores, async ({ params, now }) => {
      const game = isId(params.id) ? await deps.games.byId(params.id) : null
      if (game === null) return { error: 'GAME_NOT_FOUND' }
      const claims = await openPayoutsOn(db, [game.id])
      // Other sports have no list of final scores.
      const scores = game.sport === 'soccer' ? payoutsByScore(claims, progressOf(game, now)) : []
      return {
        status: 200,
        body: {
          stake: ugxToNumber(ugx(claims.reduce((sum, { stake }) => sum + stake, 0n))),
          scores: scores.map(({ home, away, payout }) => ({ home, away, payout: ugxToNumber(ugx(payout)) })),
        },
      }
    }),
  ]
}

/** Upcoming games only, because prices during a match do not depend on the base odds. */
function deviatingBaseOdds(game: GameRow, { model_difference, settlement_rulebook }: Settings): PriceDeviation[] {
  const odds = matchOddsOf(game)
  if (odds === null || game.model === null || game.status !== 'upcoming') return []
  return baseOddsOffModel(odds, game.model, settlement_rulebook, model_difference)
}

const presentOffModel = (
  game: GameRow,
  { market, selectionId, odds, impliedPercent, modelPercent }: PriceDeviation,
  source: PriceOffModel['source'],
): PriceOffModel => ({
  gameId: game.id,
  name: game.name,
  league: game.league,
  country: game.country,
  startTime: game.startTime.toISOString(),
  source,
  market: marketDefinition(market).name,
  selection: labelOf(market, selectionId, game),
  odds,
  implied: impliedPercent,
  model: modelPercent,
})
