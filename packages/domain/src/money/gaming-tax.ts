/** Gaming tax on betting in Uganda, in percent of the stakes less payouts, by the first day of the rate. */
const RATES: readonly { readonly from: string; readonly percent: bigint }[] = [{ from: '2023-07-01', percent: 30n }]

/** The gaming tax on a day's gross gaming revenue, rounded down. Negative for a negative revenue. */
export function gamingTax(day: string, revenue: bigint): bigint {
  const percent = RATES.findLast(({ from }) => from <= day)?.percent ?? 0n
  return (revenue * percent) / 100n
}
