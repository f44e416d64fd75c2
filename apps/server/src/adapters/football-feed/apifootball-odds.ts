import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { type FeedRow, text } from './feed-row.ts'
import { medianPrice, medianTime } from './median.ts'

/** One price per match and column: the median of the bookmakers. Only odds above 1.00 count. */
export function medianOdds(rows: readonly FeedRow[]): Map<string, MatchOdds> {
  const byMatch = new Map<string, FeedRow[]>()
  for (const row of rows) {
    const id = text(row['match_id'])
    if (id === '') continue
    const quotes = byMatch.get(id)
    if (quotes === undefined) byMatch.set(id, [row])
    else quotes.push(row)
  }
  const odds = new Map<string, MatchOdds>()
  for (const [id, quotes] of byMatch) {
    const home = median(quotes, 'odd_1')
    const away = median(quotes, 'odd_2')
    if (home === null || away === null) continue
    const over25 = median(quotes, 'o+2.5')
    const under25 = median(quotes, 'u+2.5')
    odds.set(id, {
      quotedAt: medianTime(quotes.map((row) => new Date(`${text(row['odd_date']).replace(' ', 'T')}Z`))),
      home,
      draw: median(quotes, 'odd_x'),
      away,
      ...(over25 === null || under25 === null ? {} : { over25, under25 }),
    })
  }
  return odds
}

const median = (rows: readonly FeedRow[], column: string): number | null => medianPrice(rows.map((row) => row[column]))
