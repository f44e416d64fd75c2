import { roundRobinPair } from '@mupiira/domain/match/round-robin.ts'
import { LEAGUES, type LeagueEntry } from './clubs.ts'
import { cupFinalIn, overtimeOf } from './cups.ts'
import { clubNamed, leagueNamed } from './leagues.ts'
import type { Club, Hours, League, SeasonSource } from './match.ts'
import { drawsFor, floorMod, interleaved, shuffled } from './random.ts'
import { REGIONAL_LEAGUES } from './regional-leagues.ts'
import { randomScore, expectedGoals, quotesFor } from './score-model.ts'

interface Entry {
  readonly league: League
  readonly goals: number
  readonly hours: Hours | undefined
  readonly clubs: readonly Club[]
  readonly rating: ReadonlyMap<string, number>
}

/**
 * Endless double round robins of all leagues. The matches of a round are interleaved, so that consecutive matches
 * belong to different leagues. A round has 864 matches, which is one day of the demo at its usual rate. In each round
 * two matches of the first leagues are finals of national cups instead.
 */
export const generateSeason = (seed: string): SeasonSource => {
  const entries = [...LEAGUES, ...REGIONAL_LEAGUES].map((row) => entryFor(seed, row))
  const places = roundOrder(entries)
  const roundOf = (entry: Entry) => ({
    hours: entry.hours,
    ordinals: places.flatMap((place, ordinal) => (place.entry === entry ? [ordinal] : [])),
  })

  const placed = (ordinal: number) => {
    const place = places[floorMod(ordinal, places.length)]
    if (place === undefined) throw new Error('a round without matches')
    const round = Math.floor(ordinal / places.length)
    const size = place.entry.clubs.length
    const roundsOfSeason = 2 * (size - 1)
    const seasonNumber = Math.floor(round / roundsOfSeason)
    const roundOfSeason = floorMod(round, roundsOfSeason)
    const { entry, table } = place
    const [home, away] = meeting(entry.clubs, roundOfSeason, table)
    const cup = entry.hours === undefined ? undefined : cupFinalIn(round, entry.league.country)
    const isFinal = cup !== undefined && table === bestTable(entry, roundOfSeason)
    return {
      entry,
      league: isFinal ? cup : entry.league,
      season: String(seasonNumber),
      round: isFinal ? 'Final' : String(roundOfSeason + 1),
      home,
      away,
      isFinal,
    }
  }

  return {
    kind: 'made',
    leagues: entries.map(({ league }) => league),
    pairing: (ordinal) => {
      const { league, season, round, home, away } = placed(ordinal)
      return { league, season, round, home, away }
    },
    outcome: (ordinal) => {
      const { entry, home, away, isFinal } = placed(ordinal)
      const matchSeed = `${seed}/match/${ordinal}`
      const expected = expectedGoals(entry.goals, entry.rating.get(home.id) ?? 0, entry.rating.get(away.id) ?? 0)
      const outcome = { seed: matchSeed, ...randomScore(drawsFor(matchSeed), expected), quotes: quotesFor(expected) }
      return isFinal ? { ...outcome, overtime: overtimeOf(matchSeed) } : outcome
    },
    rounds: { size: places.length, leagues: entries.map(roundOf) },
    clubs: (leagueId) => entries.find(({ league }) => league.id === leagueId)?.clubs ?? [],
  }
}

const entryFor = (seed: string, row: LeagueEntry): Entry => {
  const clubs = row.clubs.map((name) => clubNamed(row.country, name))
  const draw = drawsFor(`${seed}/ratings/${row.id}`)
  return {
    league: leagueNamed(row.country, row.name),
    goals: row.goals,
    hours: row.hours,
    // The club order determines the fixtures. It is the same each season, so that clubs also rest between seasons.
    clubs: shuffled(drawsFor(`${seed}/order/${row.id}`), clubs),
    rating: new Map(clubs.map((club, at) => [club.id, 0.5 - at / (clubs.length - 1) + (draw() - 0.5) * 0.2])),
  }
}

/** Spreads the matches of a league evenly over the round. */
const roundOrder = (entries: readonly Entry[]): readonly { entry: Entry; table: number }[] =>
  interleaved(
    entries.map((entry, number) => ({
      number,
      items: Array.from({ length: entry.clubs.length / 2 }, (_, table) => ({ entry, table })),
    })),
  )

/** The table of a round at which the strongest two clubs meet. */
function bestTable({ clubs, rating }: Entry, round: number): number {
  const strengths = Array.from({ length: clubs.length / 2 }, (_, table) =>
    meeting(clubs, round, table).reduce((sum, { id }) => sum + (rating.get(id) ?? 0), 0),
  )
  return strengths.indexOf(Math.max(...strengths))
}

const meeting = (clubs: readonly Club[], round: number, table: number): readonly [Club, Club] => {
  const [home, away] = roundRobinPair(clubs.length, round, table).map((at) => clubs[at])
  if (home === undefined || away === undefined) throw new Error('a table without clubs')
  return [home, away]
}
