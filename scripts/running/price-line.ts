import { MARKETS, selectionIdsOf } from '@mupiira/domain/markets/catalogue.ts'
import type { Rulebook } from '@mupiira/domain/markets/types.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { favouriteOf } from '@mupiira/domain/pricing/price-game.ts'
import { probabilityOf } from '@mupiira/domain/pricing/probability.ts'
import type { MatchOdds, ModelParams } from '@mupiira/domain/pricing/types.ts'

export type PricedLine =
  | { readonly fit: ModelParams; readonly probabilities: Readonly<Record<string, Readonly<Record<string, number>>>> }
  | { readonly error: string }

const COLUMNS = ['home', 'draw', 'away', 'over25', 'under25'] as const

/** A first line with names instead of prices. */
export const isHeader = (line: string): boolean => {
  const cells = cellsOf(line)
  return cells.length >= 3 && cells.every((cell) => /^[a-z]/i.test(cell))
}

/**
 * The fair probability of every selection of a soccer game with these odds under a rulebook.
 * `pricedLine('2.1,3.4,3.6', 'house')` → `{fit, probabilities: {'1x2': {'1': 0.46, …}, …}}`; an invalid line
 * returns `{error}`.
 */
export function pricedLine(line: string, rulebook: Rulebook): PricedLine {
  const odds = oddsFrom(cellsOf(line))
  if ('error' in odds) return odds
  const fair = fairMatch(odds)
  if (!fair.ok) return { error: 'these odds cannot be converted to probabilities' }
  const fit = fitModel(fair.value)
  const game = {
    sport: 'soccer',
    homeTeam: '',
    awayTeam: '',
    knockout: true,
    favourite: favouriteOf(fit),
    drawPossible: true,
  } as const
  const probabilities = MARKETS.map(({ id }) => [
    id,
    Object.fromEntries(
      selectionIdsOf(id, game).map((selectionId) => [
        selectionId,
        rounded(probabilityOf(fit, id, selectionId, rulebook)),
      ]),
    ),
  ])
  return { fit, probabilities: Object.fromEntries(probabilities) as Record<string, Record<string, number>> }
}

function oddsFrom(cells: readonly string[]): MatchOdds | { readonly error: string } {
  const given = cells.length === 5 && cells[3] === '' && cells[4] === '' ? cells.slice(0, 3) : cells
  if (given.length !== 3 && given.length !== 5) {
    return { error: `expected home,draw,away or home,draw,away,over25,under25, not ${cells.length} values` }
  }
  const prices = given.map((cell) => (/^\d+(\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN))
  const wrong = prices.findIndex((price) => !(price > 1 && price <= MAX_ODDS))
  if (wrong !== -1) {
    return { error: `${COLUMNS[wrong]} must be decimal odds above 1, not ${JSON.stringify(given[wrong])}` }
  }
  const [home = 0, draw = 0, away = 0, over25, under25] = prices
  return over25 === undefined || under25 === undefined ? { home, draw, away } : { home, draw, away, over25, under25 }
}

// Larger numbers are typing errors, and their probability is indistinguishable from zero.
const MAX_ODDS = 1_000_000

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

// With ten decimals, sums still equal one to nine decimals, and a line has half the length.
const rounded = (probability: number | null): number => Number((probability ?? 0).toFixed(10))
