type Three<Of> = { readonly '1': Of; readonly X: Of; readonly '2': Of }
export type Trend = 'up' | 'down' | 'stable'
export type Reported = { readonly prices: Three<number | null>; readonly trends: Three<Trend> }

/** 1X2 in this order, decimal odds, null where locked; then how each has moved, by its first letter. */
export type PriceMove = readonly [home: number | null, draw: number | null, away: number | null, trends: string]

const TRENDS: Readonly<Record<string, Trend>> = { u: 'up', d: 'down', s: 'stable' }

/** `writeMove({prices: {1: 1.57, X: 3.71, 2: 6.84}, trends: {1: 'up', X: 'down', 2: 'down'}})` → [1.57, 3.71, 6.84, "udd"] */
export const writeMove = ({ prices, trends }: Reported): PriceMove => [
  prices['1'],
  prices.X,
  prices['2'],
  `${trends['1'].charAt(0)}${trends.X.charAt(0)}${trends['2'].charAt(0)}`,
]

/** The inverse of `priceMove`; an unknown letter means no movement. */
export function readMove([home, draw, away, letters]: PriceMove): Reported {
  const trendOf = (at: number): Trend => TRENDS[letters.charAt(at)] ?? 'stable'
  return { prices: { '1': home, X: draw, '2': away }, trends: { '1': trendOf(0), X: trendOf(1), '2': trendOf(2) } }
}
