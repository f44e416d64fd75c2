import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { manualOddsRisk, type SelectionOdds, withEntered } from '@mupiira/domain/pricing/manual-odds.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import {
  type BaseOddsRisk,
  type Catalogue,
  type ComparedOdds,
  type GameRow,
  matchOddsOf,
  oddsOfSameMatch,
} from '../../catalogue/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import { pricesAt } from '../offer-at.ts'
import { percentText, riskText } from './manual-odds-risk.ts'

/** These two markets determine the model, and with it the prices of all other markets. */
const COMPARED: readonly (readonly [MarketId, readonly string[]])[] = [
  ['1x2', ['1', 'X', '2']],
  ['over_under', ['over_2.5', 'under_2.5']],
]

/** A fair book, allowing for rounding. */
const FAIR_PERCENT = 99.995

type Game = Pick<GameRow, 'homeTeam' | 'awayTeam' | 'sport'>

/**
 * The risk of new base odds, by the rule for manual odds (decision 0026): a book under 100 %, or prices for players that
 * give away money compared with the odds before. Null if one member of staff may set them alone.
 */
function baseOddsRisk(game: Game, { before, after }: ComparedOdds, settings: Settings): string | null {
  const known = before === null ? null : matchOddsOf(before)
  const lacksDraw = game.sport === 'soccer' && after.drawOdds === null
  const entered = lacksDraw ? null : matchOddsOf(after)
  const offered = entered === null ? null : pricesAt(entered, game.sport, settings)
  // Without prices the game takes no bets.
  if (entered === null || offered === null) return null
  const thin = thinBooks(entered)
  const model = known === null ? null : pricesAt(known, game.sport, settings)
  if (model === null) return thin.length === 0 ? null : thin.join('; ')
  const compared = COMPARED.flatMap(([market, ids]) => {
    const selections = ids.map((id): SelectionOdds => {
      const price = model(market, id)
      const odds = decimal(price?.baseHundredths)
      return { id, odds, model: odds, probability: price?.probability ?? null }
    })
    const prices = Object.fromEntries(
      ids.flatMap((id) => {
        const odds = decimal(offered(market, id)?.baseHundredths)
        return odds === null ? [] : [[id, odds] as const]
      }),
    )
    const risk = manualOddsRisk(selections, prices, settings.manual_odds_distance)
    return risk === null ? [] : [riskText(game, market, risk, withEntered(selections, prices))]
  })
  const texts = [...compared, ...thin]
  return texts.length === 0 ? null : texts.join('; ')
}

/** The books of entered odds that are under 100 %. */
function thinBooks({ home, draw, away, over25, under25 }: MatchOdds): readonly string[] {
  const books = [
    { name: 'result', odds: [home, away, ...(draw === null ? [] : [draw])] },
    { name: 'goals', odds: over25 === undefined || under25 === undefined ? [] : [over25, under25] },
  ]
  return books.flatMap(({ name, odds }) => {
    const percent = 100 * odds.reduce((sum, each) => sum + 1 / each, 0)
    return odds.length === 0 || percent >= FAIR_PERCENT ? [] : [`book of the ${name} odds ${percentText(percent)}`]
  })
}

const decimal = (hundredths: number | null | undefined): number | null => (hundredths == null ? null : hundredths / 100)

/**
 * What new base odds of a game give away; null if one member of staff may set them alone. Without odds before, they are
 * compared with those of the same match under another id.
 */
export const createBaseOddsRisk =
  (games: Pick<Catalogue['games'], 'open'>, settings: Pick<SettingsApi['reads'], 'current'>): BaseOddsRisk =>
  async (game, { before, after }) => {
    const listed = async () => oddsOfSameMatch(game, await games.open(new Date(game.startTime.getTime() + DAY_MS)))
    return baseOddsRisk(game, { before: before ?? (await listed()), after }, settings.current())
  }
