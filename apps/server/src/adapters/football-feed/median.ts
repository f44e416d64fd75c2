/** The median of bookmakers' odds in hundredths. Only odds above 1.00 count. Null without such odds. */
export function medianPrice(quotes: readonly unknown[]): number | null {
  const values = quotes
    .map((quote) => (typeof quote === 'string' && quote.trim() !== '' ? Number(quote) : quote))
    .filter((value): value is number => typeof value === 'number' && Number.isFinite(value) && value > 1)
    .toSorted((a, b) => a - b)
  if (values.length === 0) return null
  const middle = values.length >> 1
  const value = values.length % 2 === 1 ? values[middle] : ((values[middle - 1] ?? 0) + (values[middle] ?? 0)) / 2
  return value === undefined ? null : Math.round(value * 100) / 100
}

/** The median time of bookmakers' quotes; of two middle times, the earlier one. Null without a valid time. */
export function medianTime(times: readonly Date[]): Date | null {
  const valid = times.filter((time) => !Number.isNaN(time.getTime())).toSorted((a, b) => a.getTime() - b.getTime())
  return valid[(valid.length - 1) >> 1] ?? null
}
