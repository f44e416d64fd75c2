import type { MarketId } from './types.ts'

/**
 * The main markets, and their selections in lists of games. Only the main line of a market with several lines is
 * listed. The start page loads this file, so it does not import the market table; a test compares both.
 */
export const MAIN_SELECTIONS = {
  '1x2': ['1', 'X', '2'],
  double_chance: ['1X', '12', 'X2'],
  over_under: ['over_2.5', 'under_2.5'],
  btts: ['yes', 'no'],
} as const satisfies { readonly [market in MarketId]?: readonly string[] }

export type MainMarket = keyof typeof MAIN_SELECTIONS
export const MAIN_MARKETS = Object.keys(MAIN_SELECTIONS) as readonly MainMarket[]
export const isMainMarket = (market: MarketId): market is MainMarket => market in MAIN_SELECTIONS
