type Three<Of> = { readonly '1': Of; readonly X: Of; readonly '2': Of }
export type Trend = 'up' | 'down' | 'stable'
export type ReportedPrices = { readonly prices: Three<number | null>; readonly trends: Three<Trend> }

/** 1X2 decimal odds in order, null if locked, and the first letter of each trend. */
export type EncodedPrices = readonly [home: number | null, draw: number | null, away: number | null, trends: string]

const TRENDS: Readonly<Record<string, Trend>> = { u: 'up', d: 'down', s: 'stable' }

/**
 * Encodes the prices of a game. `encodePrices({prices: {1: 1.57, X: 3.71, 2: 6.84}, trends: {1: 'up', X: 'down', 2:
 * 'down'}})` → [1.57, 3.71, 6.84, "udd"]
 */
export const encodePrices = ({ prices, trends }: ReportedPrices): EncodedPrices => [
  prices['1'],
  prices.X,
  prices['2'],
  `${trends['1'].charAt(0)}${trends.X.charAt(0)}${trends['2'].charAt(0)}`,
]

/** Decodes `encodePrices`. An unknown letter means a stable trend. */
export function decodePrices([home, draw, away, letters]: EncodedPrices): ReportedPrices {
  const trendOf = (at: number): Trend => TRENDS[letters.charAt(at)] ?? 'stable'
  return { prices: { '1': home, X: draw, '2': away }, trends: { '1': trendOf(0), X: trendOf(1), '2': trendOf(2) } }
}

type PricedSelection = { readonly id: string; readonly odds: number | null; readonly trend: Trend }
type PricedMarket = {
  readonly id: string
  readonly available: boolean
  readonly selections: readonly PricedSelection[]
}

/**
 * Whether a market is available, then its selections in order: id, decimal odds (null if locked), first letter of the
 * trend.
 */
export type EncodedMarket = readonly [available: boolean, ids: string, odds: readonly (number | null)[], trends: string]

const SEPARATOR = '|'

/** Encodes all prices of a game by market id. */
export const encodeMarketPrices = (markets: readonly PricedMarket[]): Record<string, EncodedMarket> =>
  Object.fromEntries(
    markets.map(({ id, available, selections }) => [
      id,
      [
        available,
        selections.map((selection) => selection.id).join(SEPARATOR),
        selections.map(({ odds }) => odds),
        selections.map(({ trend }) => trend.charAt(0)).join(''),
      ],
    ]),
  )

/**
 * Applies new prices to markets. Returns null if they name other markets or selections, so that the caller requests
 * them again.
 */
export function applyMarketPrices<Market extends PricedMarket>(
  markets: readonly Market[],
  encoded: Readonly<Record<string, EncodedMarket>>,
): Market[] | null {
  if (Object.keys(encoded).length !== markets.length) return null
  const updated: Market[] = []
  for (const market of markets) {
    const [available, ids, odds, letters] = encoded[market.id] ?? [false, null, [], '']
    if (ids !== market.selections.map(({ id }) => id).join(SEPARATOR)) return null
    const selections = market.selections.map((selection, at) => ({
      ...selection,
      odds: odds[at] ?? null,
      trend: TRENDS[letters.charAt(at)] ?? 'stable',
    }))
    updated.push({ ...market, available, selections })
  }
  return updated
}
