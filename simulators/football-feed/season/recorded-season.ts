import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCsv, type CsvRow } from './csv.ts'
import type { Club, League, Outcome, Pairing, SeasonSource } from './match.ts'
import { floorMod } from './random.ts'
import { readRecordedRow } from './recorded-row.ts'

/** A club may play again this many places later in the order, so that no club plays twice at once. */
const REST = 15

export const readRecordedRows = (directory: string): CsvRow[] => {
  const folder = join(directory, 'matches')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
  if (files.length === 0) throw new Error(`no recorded matches: ${folder} holds no .csv file`)
  return files.flatMap((name) => readCsv(readFileSync(join(folder, name), 'utf8')))
}

/** The recorded matches in their order, repeated endlessly. */
export const replaySeason = (rows: readonly CsvRow[]): SeasonSource => {
  const played = rows
    .map((row) => ({ row, match: readRecordedRow(row) }))
    .flatMap(({ row, match }) => ('invalidRow' in match ? [] : [{ date: row['Date'] ?? '', match }]))
    .sort((one, other) => compareText(one.date, other.date) || compareText(one.match.seed, other.match.seed))
    .map(({ match }) => match)
  if (played.length === 0) throw new Error('no recorded match can be played')
  const order = restBetweenRepeats(rested(played))
  const leagues = new Map<string, League>(order.map(({ league }) => [league.id, league]))
  const clubs = clubsBySeason(order)

  const at = (ordinal: number): Pairing & Outcome => {
    const match = order[floorMod(ordinal, order.length)]
    if (match === undefined) throw new Error('a season without matches')
    return match
  }
  return {
    kind: 'recorded',
    leagues: [...leagues.values()],
    pairing: at,
    outcome: at,
    clubs: (leagueId, season) => clubs.get(`${leagueId}/${season}`) ?? [],
  }
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The same matches, each delayed until both of its clubs have rested. Each club's matches keep their order. */
const rested = <T extends Pairing>(matches: readonly T[]): T[] => {
  const waiting = [...matches]
  const order: T[] = []
  const lastIndex = new Map<string, number>()
  const hasRested = ({ home, away }: T, blocked: ReadonlySet<string>): boolean =>
    [home.id, away.id].every((id) => !blocked.has(id) && order.length - (lastIndex.get(id) ?? -REST) >= REST)

  while (waiting.length > 0) {
    const blocked = new Set<string>()
    let chosen = 0
    for (const [place, match] of waiting.entries()) {
      if (hasRested(match, blocked)) {
        chosen = place
        break
      }
      blocked.add(match.home.id).add(match.away.id)
      // In a season with few clubs, not all clubs can rest, so the match is played anyway.
      if (place > 200) break
    }
    const [match] = waiting.splice(chosen, 1)
    if (match === undefined) break
    lastIndex.set(match.home.id, order.length).set(match.away.id, order.length)
    order.push(match)
  }
  return order
}

/**
 * After its end, the list starts again. A few matches at the end are left out, so that clubs also rest between end and
 * start. A short list keeps all matches.
 */
const restBetweenRepeats = <T extends Pairing>(order: readonly T[]): T[] => {
  if (order.length < 20 * REST) return [...order]
  const beginning = new Map<string, number>()
  for (const [place, { home, away }] of order.slice(0, REST).entries())
    beginning.set(home.id, place).set(away.id, place)
  const restOf = (id: string, place: number): number => (beginning.get(id) ?? REST) + order.length - REST - place
  return order.filter(
    ({ home, away }, place) =>
      place < order.length - REST || (restOf(home.id, place) >= 0 && restOf(away.id, place) >= 0),
  )
}

const clubsBySeason = (matches: readonly Pairing[]): Map<string, Club[]> => {
  const found = new Map<string, Map<string, Club>>()
  for (const { league, season, home, away } of matches) {
    const key = `${league.id}/${season}`
    const members = found.get(key) ?? new Map<string, Club>()
    members.set(home.id, home).set(away.id, away)
    found.set(key, members)
  }
  return new Map([...found].map(([key, members]) => [key, [...members.values()]]))
}
