import { marketDefinition } from '../markets/catalogue.ts'
import type { MarketId } from '../markets/types.ts'
import { textOfCode } from '../text-of-code.ts'
import { PRODUCTS } from './figures.ts'
import type { ProfitGrouping, RowGrouping } from './profit-and-loss.ts'

/** The names of the groupings, of one group and on the choice. */
export const GROUPING_TEXTS: { readonly [by in ProfitGrouping]: string } = {
  day: 'Day',
  product: 'Product',
  sport: 'Sport',
  league: 'League',
  market: 'Market',
}

const SPORTS = { soccer: 'Football', basketball: 'Basketball', tennis: 'Tennis' }

/** Leagues are `country|league`, because several countries have a league of the same name. */
function leagueName(key: string): string {
  const at = key.indexOf('|')
  const [country, league] = [key.slice(0, Math.max(0, at)), key.slice(at + 1)]
  return country === '' ? league : `${league}, ${country}`
}

/** `groupName('league', 'Uganda|Premier League')` → "Premier League, Uganda". Aviator is a group of every grouping. */
export function groupName(by: RowGrouping, key: string): string {
  if (by === 'product' || key === 'aviator') return textOfCode(PRODUCTS, key)
  if (by === 'sport') return textOfCode(SPORTS, key)
  return by === 'league' ? leagueName(key) : (marketDefinition(key as MarketId)?.name ?? key)
}
