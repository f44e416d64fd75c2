import { fairMatch, removeMargin } from '@mupiira/domain/pricing/margin.ts'
import type { FairMatch } from '@mupiira/domain/pricing/types.ts'
import type { MatchResult } from '@mupiira/domain/markets/types.ts'
import { readCsv } from '@mupiira/simulators/football-feed/season/csv.ts'
import type { CsvRow } from '@mupiira/simulators/football-feed/season/csv.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A recorded match: closing prices without margin (power method), and the result. */
export interface RecordedMatch {
  readonly league: string
  /** Derived from the 1X2 prices alone. */
  readonly fair: FairMatch
  readonly over25: number | null
  readonly bothScore: number | null
  /** Final score; half-time score if recorded. */
  readonly result: MatchResult
}

const root = join(import.meta.dirname, '../../..')

/** The matches of the folder `MATCH_DATA`, or of `../shared/data`, with 1X2 closing odds and a score. */
export function recordedMatches(): RecordedMatch[] {
  const folder = process.env['MATCH_DATA'] || join(root, '../shared/data')
  const files = existsSync(join(folder, 'matches'))
    ? readdirSync(join(folder, 'matches')).filter((name) => name.endsWith('.csv'))
    : []
  if (files.length === 0) {
    console.error(`No recorded matches: MATCH_DATA must name a folder with matches/*.csv (looked in ${folder}).`)
    process.exit(1)
  }
  return files.sort().flatMap((name) => readCsv(readFileSync(join(folder, 'matches', name), 'utf8')).flatMap(matchFrom))
}

function matchFrom(row: CsvRow): RecordedMatch[] {
  const number = (column: string): number => (row[column] ? Number(row[column]) : Number.NaN)
  const fair = fairMatch({ home: number('home_close'), draw: number('draw_close'), away: number('away_close') })
  const [home, away] = [number('FTHG'), number('FTAG')]
  if (!fair.ok || !Number.isInteger(home) || !Number.isInteger(away)) return []
  const [halfHome, halfAway] = [number('HTHG'), number('HTAG')]
  const hasHalfTime = halfHome <= home && halfAway <= away
  return [
    {
      league: `${row['country'] ?? ''} ${row['league'] ?? ''}`.trim(),
      fair: fair.value,
      over25: firstOfTwo(number('over_2.5_close'), number('under_2.5_close')),
      bothScore: firstOfTwo(number('bts_yes_close'), number('bts_no_close')),
      result: {
        sport: 'soccer',
        home,
        away,
        ...(hasHalfTime ? { halfTime: { home: halfHome, away: halfAway } } : {}),
      },
    },
  ]
}

const firstOfTwo = (first: number, second: number): number | null =>
  first > 1 && second > 1 ? (removeMargin([first, second])[0] ?? null) : null
