import { RECORDED_COLUMNS, writeCsv, type CsvRow } from './csv.ts'
import { slug } from './leagues.ts'
import type { Match, Score, SeasonSource } from './match.ts'
import { drawsFor } from './random.ts'

export const SEASON_COLUMNS = [...RECORDED_COLUMNS, 'match_id', 'kickoff']

/** The price columns. The closing price is the match's price, and the opening price is close to it. */
const PRICES: readonly (readonly [string, string])[] = [
  ['home', 'odd_1'],
  ['draw', 'odd_x'],
  ['away', 'odd_2'],
  ['over_2.5', 'o+2.5'],
  ['under_2.5', 'u+2.5'],
  ['bts_yes', 'bts_yes'],
  ['bts_no', 'bts_no'],
]

/**
 * A match as a line of a recorded season, with its final score. Recorded matches keep their own cells and date. A match
 * that never ends (postponed, cancelled, abandoned) has empty scores.
 */
export const seasonRow = (
  match: Match,
  final: { readonly halfTime: Score; readonly fullTime: Score } | undefined,
): CsvRow => ({
  ...(match.cells ?? invented(match)),
  FTHG: text(final?.fullTime.home),
  FTAG: text(final?.fullTime.away),
  HTHG: text(final?.halfTime.home),
  HTAG: text(final?.halfTime.away),
  match_id: match.id,
  kickoff: new Date(match.kickoffMs).toISOString(),
})

export const writeSeason = (rows: readonly CsvRow[]): string => writeCsv(SEASON_COLUMNS, rows)

/** The first `count` matches of a season as CSV rows with scores, without a schedule. */
export const seasonRows = (source: SeasonSource, count: number): CsvRow[] =>
  Array.from({ length: count }, (_, ordinal) => {
    const kickoffMs = Date.UTC(2026, 0, 1) + ordinal * 3_600_000
    const match: Match = { ...source.pairing(ordinal), ...source.outcome(ordinal), id: '', kickoffMs, speed: 1 }
    const { match_id: _id, kickoff: _kickoff, ...row } = seasonRow(match, match)
    return row
  })

const invented = (match: Match): CsvRow => {
  const draw = drawsFor(`${match.seed}/opening`)
  const prices = PRICES.flatMap(([column, quote]) => {
    const closing = match.quotes[quote]
    if (closing === undefined) return []
    const opening = Math.max(1.01, closing * (0.95 + draw() * 0.1))
    return [
      [`${column}_close`, closing.toFixed(2)],
      [`${column}_open`, opening.toFixed(2)],
    ]
  })
  return {
    Date: new Date(match.kickoffMs).toISOString().slice(0, 19).replace('T', ' '),
    country: slug(match.league.country),
    league: slug(match.league.name),
    Season: match.season,
    HomeTeam: match.home.name,
    AwayTeam: match.away.name,
    ...Object.fromEntries(prices),
  }
}

const text = (goals: number | undefined): string => (goals === undefined ? '' : String(goals))
