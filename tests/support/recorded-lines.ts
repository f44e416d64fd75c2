import { readCsv } from '@mupiira/simulators/football-feed/season/csv.ts'
import { makeSeason } from '@mupiira/simulators/football-feed/season/made-season.ts'
import { seasonRows } from '@mupiira/simulators/football-feed/season/season-csv.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Line = Readonly<Record<string, string>>

const NEEDED = ['FTHG', 'FTAG', 'HTHG', 'HTAG', 'home_close', 'draw_close', 'away_close', 'over_2.5_close']
const MADE_SEASON = 'a season for journeys'

/**
 * Matches with scores and odds: from the folder `MATCH_DATA`, spread over all its leagues and seasons, or from the
 * simulator's season. Every pairing occurs once, so names identify games.
 */
export function recordedLines(count: number): Line[] {
  const folder = process.env['MATCH_DATA']
  const lines = folder ? readFolder(join(folder, 'matches')) : seasonRows(makeSeason(MADE_SEASON), count * 3)
  const pairings = new Map<string, Line>()
  for (const line of lines) {
    if (NEEDED.every((column) => (line[column] ?? '') !== ''))
      pairings.set(`${line['HomeTeam']}|${line['AwayTeam']}`, line)
  }
  const usable = [...pairings.values()]
  if (usable.length < count) throw new Error(`${usable.length} matches are not the ${count} that are needed`)
  return Array.from({ length: count }, (_, at) => usable[Math.floor((at * usable.length) / count)] as Line)
}

function readFolder(folder: string): Line[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .flatMap((name) => readCsv(readFileSync(join(folder, name), 'utf8')))
}
