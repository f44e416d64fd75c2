import type { MatchOdds, ScorerQuote } from '@mupiira/domain/pricing/types.ts'
import { matchIdOf } from './api-football-fixture.ts'
import { type FeedRow, field, rowsIn, text } from './feed-row.ts'
import { medianPrice, medianTime } from './median.ts'

/**
 * One price per match from rows of /odds: the median of its bookmakers. Matches without a price for home or away are
 * left out.
 */
export function oddsIn(rows: readonly FeedRow[]): Map<string, MatchOdds> {
  const odds = new Map<string, MatchOdds>()
  for (const row of rows) {
    const id = text(field(row['fixture'], 'id'))
    const price = (bet: string, value: string): number | null => medianPrice(quotesOf(row, bet, value))
    const home = price('Match Winner', 'Home')
    const away = price('Match Winner', 'Away')
    if (id === '' || home === null || away === null) continue
    const over25 = price('Goals Over/Under', 'Over 2.5')
    const under25 = price('Goals Over/Under', 'Under 2.5')
    const scorers = scorersOf(row)
    odds.set(matchIdOf(id), {
      quotedAt: medianTime([new Date(text(row['update']))]),
      home,
      draw: price('Match Winner', 'Draw'),
      away,
      ...(over25 === null || under25 === null ? {} : { over25, under25 }),
      ...(scorers.length > 0 && { scorers }),
    })
  }
  return odds
}

const valuesOf = (row: FeedRow, bet: string): FeedRow[] =>
  rowsIn(row['bookmakers'])
    .flatMap((bookmaker) => rowsIn(bookmaker['bets']))
    .filter(({ name }) => name === bet)
    .flatMap(({ values }) => rowsIn(values))

const quotesOf = (row: FeedRow, bet: string, value: string): unknown[] =>
  valuesOf(row, bet)
    .filter((each) => each['value'] === value)
    .map(({ odd }) => odd)

/** The bet whose values are names of players. */
const SCORER_BET = 'Anytime Goal Scorer'

const scorersOf = (row: FeedRow): ScorerQuote[] =>
  [...Map.groupBy(valuesOf(row, SCORER_BET), ({ value }) => text(value))].flatMap(([name, quotes]) => {
    const odds = medianPrice(quotes.map(({ odd }) => odd))
    return name === '' || odds === null ? [] : [{ name, odds }]
  })
