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

/** The typical P(over 2.5 goals) of the chances of a home win, a draw and an away win. */
type TypicalOver = (home: number, draw: number, away: number) => number

/** Matches of the folder `MATCH_DATA`, or of `../shared/data`, else of the simulator's season. */
export function recordedOdds(count: number, draws: Draws, typicalOver: TypicalOver): MatchWithOdds[] {
  const folder = join(process.env['MATCH_DATA'] || join(import.meta.dirname, '../../../shared/data'), 'matches')
  const rows = existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .flatMap((name) => (name.endsWith('.csv') ? readCsv(readFileSync(join(folder, name), 'utf8')) : []))
    : seasonRows(generateSeason('advantage'), count).map((row) => withTotalsLine(row, draws, typicalOver))
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

/** Standard deviation of the log odds of the recorded totals lines around the typical line of their 1X2 odds. */
const LINE_DEVIATION = 0.074
const TOTALS_MARGIN = 0.055

/**
 * The match with a totals line as bookmakers offer for its 1X2 odds. The simulator's own lines have a different
 * relation to the 1X2 odds, so they cannot show what players gain who know the line.
 */
function withTotalsLine(
  row: Readonly<Record<string, string>>,
  draws: Draws,
  typicalOver: TypicalOver,
): Readonly<Record<string, string>> {
  const [home = 0, draw = 0, away = 0] = ['home', 'draw', 'away'].map((side) => 1 / Number(row[`${side}_close`]))
  const sum = home + draw + away
  const typical = typicalOver(home / sum, draw / sum, away / sum)
  // Uniform with this standard deviation.
  const shift = LINE_DEVIATION * Math.sqrt(3) * (draws.below(2_001) / 1_000 - 1)
  const over = 1 / (1 + ((1 - typical) / typical) * Math.exp(-shift))
  const odds = (chance: number): string => (1 / (chance * (1 + TOTALS_MARGIN))).toFixed(2)
  const line = (when: string) => ({ [`over_2.5_${when}`]: odds(over), [`under_2.5_${when}`]: odds(1 - over) })
  return { ...row, ...line('open'), ...line('close') }
}
