import type { PriceOffModel } from '@mupiira/contract/admin-risk.ts'
import { labelOf, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { baseOddsOffModel, type PriceDeviation, manualOddsOffModel } from '@mupiira/domain/pricing/off-model.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { TaskReading } from '../../../kernel/access/tasks.ts'
import { keepFor } from '../../../kernel/keep-for.ts'
import { type Catalogue, type GameRow, matchOddsOf } from '../../catalogue/index.ts'
import { manualOdds, type Pricing } from '../../pricing/index.ts'
import type { SettingsApi } from '../../settings/index.ts'

export type OffModelDeps = {
  readonly games: Catalogue['games']
  readonly prices: Pricing['prices']
  readonly settings: Pick<SettingsApi['reads'], 'current'>
}

/** Only games that start within this time are checked. */
const AHEAD_MS = 7 * 86_400_000
const MAX_PRICES = 100

/** The offered odds that deviate from the model by more than the setting, the largest difference first. */
export async function oddsOffModel(
  { games, prices, settings }: OffModelDeps,
  now: Date,
): Promise<{ readonly mostPoints: number; readonly items: PriceOffModel[] }> {
  const current = settings.current()
  const { model_difference: mostPoints } = current
  const open = await games.open(new Date(now.getTime() + AHEAD_MS))
  const items = open.flatMap((game) => [
    ...deviatingManualOdds(prices, game, mostPoints, now).map((price) => presentOffModel(game, price, 'own')),
    ...deviatingBaseOdds(game, current).map((price) => presentOffModel(game, price, 'base')),
  ])
  const furthest = items.toSorted((a, b) => Math.abs(b.implied - b.model) - Math.abs(a.implied - a.model))
  return { mostPoints, items: furthest.slice(0, MAX_PRICES) }
}

/** Every open console counts these odds, and computing them reads all open games. */
const KEPT_MS = 10_000

/** Since when odds deviate is not stored. */
export function oddsToCheck(deps: OffModelDeps): TaskReading {
  const kept = keepFor(KEPT_MS, (now) => oddsOffModel(deps, now))
  return async ({ now }) => ({ count: (await kept(now)).items.length, oldestAt: null })
}

function deviatingManualOdds(
  prices: OffModelDeps['prices'],
  game: GameRow,
  mostPoints: number,
  now: Date,
): PriceDeviation[] {
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
