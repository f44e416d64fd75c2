import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { type FeedRow, text } from './apifootball-row.ts'

/** One price a match: the median of its bookmakers, column by column. Only odds above 1.00 count. */
export function medianOdds(rows: readonly FeedRow[]): Map<string, MatchOdds> {
  const byMatch = new Map<string, FeedRow[]>()
  for (const row of rows) {
    const id = text(row['match_id'])
    if (id === '') continue
    byMatch.set(id, [...(byMatch.get(id) ?? []), row])
  }
  const odds = new Map<string, MatchOdds>()
  for (const [id, quotes] of byMatch) {
    const home = median(quotes, 'odd_1')
    const away = median(quotes, 'odd_2')
    if (home === null || away === null) continue
    const over25 = median(quotes, 'o+2.5')
    const under25 = median(quotes, 'u+2.5')
    odds.set(id, {
      home,
      draw: median(quotes, 'odd_x'),
      away,
      ...(over25 === null || under25 === null ? {} : { over25, under25 }),
    })
  }
  return odds
}

function median(rows: readonly FeedRow[], column: string): number | null {
  const values = rows
    .map((row) => Number(text(row[column])))
    .filter((value) => Number.isFinite(value) && value > 1)
    .toSorted((a, b) => a - b)
  if (values.length === 0) return null
  const middle = values.length >> 1
  const value = values.length % 2 === 1 ? values[middle] : ((values[middle - 1] ?? 0) + (values[middle] ?? 0)) / 2
  return value === undefined ? null : Math.round(value * 100) / 100
}
