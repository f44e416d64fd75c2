import type { Side } from '@mupiira/domain/markets/types.ts'
import type {
  FeedAnswer,
  FeedLineup,
  FeedPlayedGame,
  FeedPlayer,
  FeedStanding,
  FeedStatistic,
  FeedStatistics,
  MatchFacts,
} from '../../modules/catalogue/ports.ts'
import { requestApiFootball, type ApiFootballOptions } from './api-football-call.ts'
import { fixtureIdOf, readFixture } from './api-football-fixture.ts'
import { count as countOf, type FeedRow, field, list, rowIn, rowsIn, text } from './feed-row.ts'

const MAX_ROWS = 60
const MAX_KNOWN = 2_000
const MATCH_LIMIT = '10'

type Teams = { readonly home: string; readonly away: string; readonly league: string; readonly season: string }
/** The refusal for a match of another feed. */
const FROM_OTHER_FEED = { ok: false, error: 'REFUSED' } as const

/** Match facts of API-Football: /fixtures/statistics, /lineups, /headtohead, /standings. */
export function createApiFootballFacts(options: ApiFootballOptions): MatchFacts {
  const teamsOf = new Map<string, Teams>()

  async function request(
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<FeedAnswer<readonly FeedRow[]>> {
    const response = await requestApiFootball(options, path, query)
    return response.ok ? { ok: true, value: response.value.rows } : response
  }

  /** The team and league numbers, which the other endpoints need. Only the row of the fixture contains them. */
  async function teams(fixtureId: string): Promise<FeedAnswer<Teams>> {
    const known = teamsOf.get(fixtureId)
    if (known !== undefined) return { ok: true, value: known }
    const response = await request('fixtures', { id: fixtureId, timezone: 'UTC' })
    if (!response.ok) return response
    const [row] = response.value
    const found = {
      home: text(field(field(row?.['teams'], 'home'), 'id')),
      away: text(field(field(row?.['teams'], 'away'), 'id')),
      league: text(field(row?.['league'], 'id')),
      season: text(field(row?.['league'], 'season')),
    }
    if (Object.values(found).includes('')) return { ok: false, error: 'MALFORMED' }
    if (teamsOf.size >= MAX_KNOWN) teamsOf.clear()
    teamsOf.set(fixtureId, found)
    return { ok: true, value: found }
  }

  return {
    async statistics(matchId) {
      const fixture = fixtureIdOf(matchId)
      if (fixture === null) return FROM_OTHER_FEED
      const known = await teams(fixture)
      if (!known.ok) return known
      const response = await request('fixtures/statistics', { fixture })
      return response.ok ? { ok: true, value: readTeamStatistics(bySide(response.value, known.value)) } : response
    },
    async lineups(matchId) {
      const fixture = fixtureIdOf(matchId)
      if (fixture === null) return FROM_OTHER_FEED
      const known = await teams(fixture)
      if (!known.ok) return known
      const response = await request('fixtures/lineups', { fixture })
      if (!response.ok) return response
      const { home, away } = bySide(response.value, known.value)
      return { ok: true, value: { home: readLineup(home), away: readLineup(away) } }
    },
    async meetings({ matchId }) {
      const fixture = fixtureIdOf(matchId)
      if (fixture === null) return FROM_OTHER_FEED
      const known = await teams(fixture)
      if (!known.ok) return known
      const { home, away } = known.value
      const [between, ofHome, ofAway] = await Promise.all([
        request('fixtures/headtohead', { h2h: `${home}-${away}`, last: MATCH_LIMIT, timezone: 'UTC' }),
        request('fixtures', { team: home, last: MATCH_LIMIT, timezone: 'UTC' }),
        request('fixtures', { team: away, last: MATCH_LIMIT, timezone: 'UTC' }),
      ])
      if (!between.ok) return between
      if (!ofHome.ok) return ofHome
      if (!ofAway.ok) return ofAway
      return {
        ok: true,
        value: { meetings: playedIn(between.value), home: playedIn(ofHome.value), away: playedIn(ofAway.value) },
      }
    },
    async standings({ matchId }) {
      const fixture = fixtureIdOf(matchId)
      if (fixture === null) return FROM_OTHER_FEED
      const known = await teams(fixture)
      if (!known.ok) return known
      const { league, season } = known.value
      const response = await request('standings', { league, season })
      if (!response.ok) return response
      // If a league has groups, the overall table comes first (if there is one), then one table per group.
      const [table] = list(field(response.value[0]?.['league'], 'standings'))
      return { ok: true, value: rowsIn(table).flatMap(readStanding).slice(0, MAX_ROWS) }
    },
  }
}

const count = (value: unknown): number | null => countOf(text(value).replace(/%$/, ''), 999)

const STATISTICS: { readonly [type: string]: FeedStatistic } = {
  'Ball Possession': 'possession',
  'Total Shots': 'shots',
  'Corner Kicks': 'corners',
  Fouls: 'fouls',
  'Yellow Cards': 'yellowCards',
  'Red Cards': 'redCards',
}

type RowsBySide = { readonly [side in Side]: FeedRow | undefined }

/** Rows of the teams by id: the order is not documented, and one side may be published before the other. */
function bySide(rows: readonly FeedRow[], teams: Pick<Teams, Side>): RowsBySide {
  const rowOf = (id: string) => rows.find((row) => text(field(row['team'], 'id')) === id)
  return { home: rowOf(teams.home), away: rowOf(teams.away) }
}

/** Counters that are null mean zero. A type that one side lacks is left out. */
function readTeamStatistics(rows: RowsBySide): FeedStatistics {
  const [home, away] = [rows.home, rows.away].map(
    (row) => new Map(rowsIn(row?.['statistics']).map((each) => [text(each['type']), each])),
  )
  const statistics: { [name in FeedStatistic]?: { home: number; away: number } } = {}
  for (const [type, name] of Object.entries(STATISTICS)) {
    const [homeRow, awayRow] = [home?.get(type), away?.get(type)]
    if (homeRow === undefined || awayRow === undefined) continue
    const [homeCount, awayCount] = [countOrZero(homeRow['value']), countOrZero(awayRow['value'])]
    if (homeCount !== null && awayCount !== null) statistics[name] = { home: homeCount, away: awayCount }
  }
  return statistics
}

const countOrZero = (value: unknown): number | null => (value === null ? 0 : count(value))

/** A line-up without players counts as missing. */
function readLineup(row: FeedRow | undefined): FeedLineup | null {
  const starting = playersIn(row?.['startXI'])
  if (starting.length === 0) return null
  const coach = text(field(row?.['coach'], 'name'))
  return { starting, substitutes: playersIn(row?.['substitutes']), coach: coach === '' ? null : coach }
}

const playersIn = (value: unknown): FeedPlayer[] =>
  rowsIn(value).flatMap((entry) => {
    const player = rowIn(entry['player'])
    const name = text(player?.['name'])
    return name === '' ? [] : [{ number: count(player?.['number']), name }]
  })

const playedIn = (rows: readonly FeedRow[]): FeedPlayedGame[] =>
  rows
    .flatMap((row) => {
      const game = readFixture(row)
      if (game === null || game.status.kind !== 'finished' || game.score === null) return []
      return [
        {
          startTime: game.startsAt.toISOString(),
          league: game.league,
          homeTeam: game.homeTeam,
          awayTeam: game.awayTeam,
          homeScore: game.score.home,
          awayScore: game.score.away,
        },
      ]
    })
    .slice(0, MAX_ROWS)

function readStanding(row: FeedRow): FeedStanding[] {
  const team = text(field(row['team'], 'name'))
  const position = count(row['rank'])
  if (team === '' || position === null) return []
  const all = rowIn(row['all'])
  const number = (name: string): number => count(all?.[name]) ?? 0
  return [
    {
      position,
      team,
      played: number('played'),
      won: number('win'),
      drawn: number('draw'),
      lost: number('lose'),
      goalsFor: count(field(all?.['goals'], 'for')) ?? 0,
      goalsAgainst: count(field(all?.['goals'], 'against')) ?? 0,
      points: count(row['points']) ?? 0,
    },
  ]
}
