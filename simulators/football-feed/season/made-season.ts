import { LEAGUES, type LeagueEntry } from './clubs.ts'
import { clubNamed, leagueNamed } from './leagues.ts'
import type { Club, League, SeasonSource } from './match.ts'
import { drawsFor, floorMod, shuffled } from './random.ts'
import { REGIONAL_LEAGUES } from './regional-leagues.ts'
import { randomScore, expectedGoals, quotesFor } from './score-model.ts'

interface Entry {
  readonly league: League
  readonly goals: number
  readonly clubs: readonly Club[]
  readonly rating: ReadonlyMap<string, number>
}

/**
 * Endless double round robins of all leagues. The matches of a round are interleaved, so that consecutive matches
 * belong to different leagues. A round has 864 matches, which is one day of the demo at its usual pace. So each club
 * plays once per UTC day and rests for at least 20 hours.
 */
export const makeSeason = (seed: string): SeasonSource => {
  const entries = [...LEAGUES, ...REGIONAL_LEAGUES].map((row) => entryFor(seed, row))
  const places = roundOrder(entries)

  const placed = (ordinal: number) => {
    const place = places[floorMod(ordinal, places.length)]
    if (place === undefined) throw new Error('a round without matches')
    const round = Math.floor(ordinal / places.length)
    const size = place.entry.clubs.length
    const roundsOfSeason = 2 * (size - 1)
    const seasonNumber = Math.floor(round / roundsOfSeason)
    const roundOfSeason = floorMod(round, roundsOfSeason)
    const [home, away] = meeting(place.entry.clubs, roundOfSeason, place.table)
    return { entry: place.entry, season: String(seasonNumber), round: String(roundOfSeason + 1), home, away }
  }

  return {
    kind: 'made',
    leagues: entries.map(({ league }) => league),
    pairing: (ordinal) => {
      const { entry, season, round, home, away } = placed(ordinal)
      return { league: entry.league, season, round, home, away }
    },
    outcome: (ordinal) => {
      const { entry, home, away } = placed(ordinal)
      const matchSeed = `${seed}/match/${ordinal}`
      const expected = expectedGoals(entry.goals, entry.rating.get(home.id) ?? 0, entry.rating.get(away.id) ?? 0)
      return { seed: matchSeed, ...randomScore(drawsFor(matchSeed), expected), quotes: quotesFor(expected) }
    },
    clubs: (leagueId) => entries.find(({ league }) => league.id === leagueId)?.clubs ?? [],
  }
}

const entryFor = (seed: string, row: LeagueEntry): Entry => {
  const clubs = row.clubs.map((name) => clubNamed(row.country, name))
  const draw = drawsFor(`${seed}/ratings/${row.id}`)
  return {
    league: leagueNamed(row.country, row.name),
    goals: row.goals,
    // The club order determines the fixtures. It is the same each season, so that clubs also rest between seasons.
    clubs: shuffled(drawsFor(`${seed}/order/${row.id}`), clubs),
    rating: new Map(clubs.map((club, at) => [club.id, 0.5 - at / (clubs.length - 1) + (draw() - 0.5) * 0.2])),
  }
}

const GOLDEN_RATIO = 0.618034

/** Spreads the matches of a league evenly over the round. Matches of leagues with consecutive numbers are far apart. */
const roundOrder = (entries: readonly Entry[]): readonly { entry: Entry; table: number }[] =>
  entries
    .flatMap((entry, at) => {
      const tables = entry.clubs.length / 2
      const offset = (at * GOLDEN_RATIO) % 1
      return Array.from({ length: tables }, (_, table) => ({ entry, table, share: (table + offset) / tables }))
    })
    .sort((one, other) => one.share - other.share)

/**
 * The circle method: the last club is fixed and the others rotate; the second half of the season swaps home and away.
 */
const meeting = (clubs: readonly Club[], round: number, table: number): [Club, Club] => {
  const circle = clubs.length - 1
  const turn = round % circle
  const one = clubs[table === 0 ? circle : (turn + table) % circle]
  const other = clubs[table === 0 ? turn : floorMod(turn - table, circle)]
  if (one === undefined || other === undefined) throw new Error('a table without clubs')
  const swapped = (turn + table) % 2 === 1
  return swapped === round >= circle ? [one, other] : [other, one]
}
