import { readCsv } from '@mupiira/simulators/football-feed/season/csv.ts'
import { generateSeason } from '@mupiira/simulators/football-feed/season/generated-season.ts'
import { seasonRows } from '@mupiira/simulators/football-feed/season/season-csv.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Line = Readonly<Record<string, string>>

const NEEDED = ['FTHG', 'FTAG', 'HTHG', 'HTAG', 'home_close', 'draw_close', 'away_close', 'over_2.5_close']
const GENERATED_SEASON = 'a season for journeys'

/**
 * Matches with scores and odds: from the folder `MATCH_DATA`, spread over all its leagues and seasons, or from the
 * simulator's season. Every pairing occurs once, so names identify games.
 */
export function recordedLines(count: number): Line[] {
  const folder = process.env['MATCH_DATA']
  const lines = folder ? readFolder(join(folder, 'matches')) : seasonRows(generateSeason(GENERATED_SEASON), count * 3)
  const pairings = new Map<string, Line>()
  for (const line of lines) {
    if (NEEDED.every((column) => (line[column] ?? '') !== ''))
      pairings.set(`${line['HomeTeam']}|${line['AwayTeam']}`, line)
  }
  const usable = [...pairings.values()]
  if (usable.length < count) throw new Error(`${usable.length} matches are not the ${count} that are needed`)
  const played = new Map<string, number>()
  return Array.from({ length: count }, (_, at) => {
    const line = usable[Math.floor((at * usable.length) / count)] as Line
    return { ...line, HomeTeam: uniqueTeam(played, line['HomeTeam']), AwayTeam: uniqueTeam(played, line['AwayTeam']) }
  })
}

/**
 * The season is compressed into hours, and a club must not appear twice at the same time: "Vipers", then "Vipers 2".
 */
function uniqueTeam(played: Map<string, number>, team = ''): string {
  const times = (played.get(team) ?? 0) + 1
  played.set(team, times)
  return times === 1 ? team : `${team} ${times}`
}

function readFolder(folder: string): Line[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .flatMap((name) => readCsv(readFileSync(join(folder, name), 'utf8')))
}
