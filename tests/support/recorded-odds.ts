import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCsv } from '@mupiira/simulators/football-feed/season/csv.ts'
import { generateSeason } from '@mupiira/simulators/football-feed/season/generated-season.ts'
import { seasonRows } from '@mupiira/simulators/football-feed/season/season-csv.ts'
import type { Draws } from './seeded.ts'

/** Decimal odds; over and under 2.5 goals. */
type MatchOdds = {
  readonly home: number
  readonly draw: number
  readonly away: number
  readonly over25: number
  readonly under25: number
}

export type MatchWithOdds = {
  readonly open: MatchOdds
  readonly close: MatchOdds
  readonly result: { readonly sport: 'soccer'; readonly home: number; readonly away: number }
}

/** Matches of the folder `MATCH_DATA`, or of `../shared/data`, else of the simulator's season. */
export function recordedOdds(count: number, draws: Draws): MatchWithOdds[] {
  const folder = join(process.env['MATCH_DATA'] || join(import.meta.dirname, '../../../shared/data'), 'matches')
  const rows = existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .flatMap((name) => (name.endsWith('.csv') ? readCsv(readFileSync(join(folder, name), 'utf8')) : []))
    : seasonRows(generateSeason('advantage'), count)
  const oddsAt = (row: Readonly<Record<string, string>>, when: 'open' | 'close'): MatchOdds => ({
    home: Number(row[`home_${when}`] || row['home_close']),
    draw: Number(row[`draw_${when}`] || row['draw_close']),
    away: Number(row[`away_${when}`] || row['away_close']),
    over25: Number(row[`over_2.5_${when}`] || row['over_2.5_close']),
    under25: Number(row[`under_2.5_${when}`] || row['under_2.5_close']),
  })
  const matches = rows.flatMap((row): MatchWithOdds[] => {
    const [open, close] = [oddsAt(row, 'open'), oddsAt(row, 'close')]
    if (row['FTHG'] === '' || !Object.values({ ...open, ...close }).every((each) => Number(each) > 1)) return []
    return [{ open, close, result: { sport: 'soccer', home: Number(row['FTHG']), away: Number(row['FTAG']) } }]
  })
  return draws.some(matches, Math.min(count, matches.length))
}
