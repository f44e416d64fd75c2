import type { CsvRow, RecordedColumn } from './csv.ts'
import { clubNamed, leagueNamed } from './leagues.ts'
import type { Outcome, Pairing, Quotes } from './match.ts'
import { drawsFor } from './random.ts'

/** The recorded closing prices, and the columns of get_odds that show them. */
const CLOSING: readonly (readonly [RecordedColumn, string])[] = [
  ['home_close', 'odd_1'],
  ['draw_close', 'odd_x'],
  ['away_close', 'odd_2'],
  ['over_2.5_close', 'o+2.5'],
  ['under_2.5_close', 'u+2.5'],
  ['bts_yes_close', 'bts_yes'],
  ['bts_no_close', 'bts_no'],
]

/** Reads a line of a recorded season, or explains why it is unusable. */
export const readRecordedRow = (row: CsvRow): (Pairing & Outcome) | { readonly invalidRow: string } => {
  const text = (column: RecordedColumn): string => row[column] ?? ''
  const fullTime = { home: goals(text('FTHG')), away: goals(text('FTAG')) }
  if (text('HomeTeam') === '' || text('AwayTeam') === '') return { invalidRow: 'a team is missing' }
  if (fullTime.home === undefined || fullTime.away === undefined)
    return { invalidRow: 'the full-time score is missing' }
  const seed = `${text('Date')}/${text('HomeTeam')}/${text('AwayTeam')}`
  const full = { home: fullTime.home, away: fullTime.away }
  const half = {
    home: goals(text('HTHG')) ?? halfOf(`${seed}/home`, full.home),
    away: goals(text('HTAG')) ?? halfOf(`${seed}/away`, full.away),
  }
  if (half.home > full.home || half.away > full.away)
    return { invalidRow: 'the half-time score is above the full-time score' }
  const league = leagueNamed(text('country'), text('league'))
  return {
    league,
    season: text('Season'),
    round: '',
    home: clubNamed(league.country, text('HomeTeam')),
    away: clubNamed(league.country, text('AwayTeam')),
    seed,
    halfTime: half,
    fullTime: full,
    quotes: quotesOf(row),
    cells: row,
  }
}

const quotesOf = (row: CsvRow): Quotes => {
  const quotes: Record<string, number> = {}
  for (const [column, name] of CLOSING) {
    const odds = Number(row[column] ?? '')
    if (odds > 1) quotes[name] = odds
  }
  return quotes
}

const goals = (cell: string): number | undefined => (/^\d{1,2}$/.test(cell) ? Number(cell) : undefined)

/** Invents a missing half-time score deterministically. */
const halfOf = (seed: string, total: number): number => {
  const draw = drawsFor(`${seed}/half`)
  return Array.from({ length: total }, () => (draw() < 0.45 ? 1 : 0)).reduce<number>((sum, goal) => sum + goal, 0)
}
