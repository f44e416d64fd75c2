import type { Score } from '@mupiira/domain/match/goals.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type {
  FeedAnswer,
  FeedLineup,
  FeedMeetings,
  FeedPlayedGame,
  FeedPlayer,
  FeedStanding,
  FeedStatistic,
  FeedStatistics,
  MatchFacts,
} from '../../modules/catalogue/ports.ts'
import { requestApifootball, type ApifootballOptions, dayOf, isFromApifootball, rowsOf } from './apifootball.ts'
import { jsonOf } from './feed-call.ts'
import { count as countOf, type FeedRow, rowIn, rowsIn, text } from './feed-row.ts'

const MAX_ROWS = 60
/** The refusal for a match of another feed. */
const FROM_OTHER_FEED = { ok: false, error: 'REFUSED' } as const
const MAX_LEAGUES_KNOWN = 2_000

/** Match facts of apifootball.com: get_statistics, get_lineups, get_H2H, get_standings. */
export function createApifootballFacts(options: ApifootballOptions): MatchFacts {
  /** get_standings requires the league number, which only the match's own row contains. */
  const leagueOf = new Map<string, string>()

  async function request(query: { readonly [name: string]: string }): Promise<FeedAnswer<FeedRow>> {
    const response = await requestApifootball(options, query)
    const parsed = response.ok ? jsonOf(response.value) : response
    if (!parsed.ok) return parsed
    const row = rowIn(parsed.value)
    if (row === null) return { ok: false, error: 'MALFORMED' }
    return 'error' in row ? { ok: false, error: 'REFUSED' } : { ok: true, value: row }
  }

  async function rows(query: { readonly [name: string]: string }): Promise<FeedAnswer<readonly FeedRow[]>> {
    const response = await requestApifootball(options, query)
    return response.ok ? rowsOf(response.value) : response
  }

  async function leagueIdOf(matchId: string, startsAt: Date): Promise<FeedAnswer<string>> {
    const known = leagueOf.get(matchId)
    if (known !== undefined) return { ok: true, value: known }
    const response = await rows({ action: 'get_events', match_id: matchId, ...daysAround(startsAt) })
    if (!response.ok) return response
    const leagueId = text(response.value[0]?.['league_id'])
    if (leagueId === '') return { ok: false, error: 'MALFORMED' }
    if (leagueOf.size >= MAX_LEAGUES_KNOWN) leagueOf.clear()
    leagueOf.set(matchId, leagueId)
    return { ok: true, value: leagueId }
  }

  return {
    async statistics(matchId) {
      if (!isFromApifootball(matchId)) return FROM_OTHER_FEED
      const response = await request({ action: 'get_statistics', match_id: matchId })
      return response.ok
        ? { ok: true, value: readStatistics(rowIn(response.value[matchId])?.['statistics']) }
        : response
    },
    async lineups(matchId) {
      if (!isFromApifootball(matchId)) return FROM_OTHER_FEED
      const response = await request({ action: 'get_lineups', match_id: matchId })
      if (!response.ok) return response
      const lineup = rowIn(rowIn(response.value[matchId])?.['lineup'])
      return { ok: true, value: { home: readLineup(lineup?.['home']), away: readLineup(lineup?.['away']) } }
    },
    async meetings({ homeTeam, awayTeam }) {
      const response = await request({ action: 'get_H2H', firstTeam: homeTeam, secondTeam: awayTeam, timezone: 'UTC' })
      return response.ok ? { ok: true, value: readMeetings(response.value) } : response
    },
    async standings({ matchId, startsAt }) {
      if (!isFromApifootball(matchId)) return FROM_OTHER_FEED
      const leagueId = await leagueIdOf(matchId, startsAt)
      if (!leagueId.ok) return leagueId
      const response = await rows({ action: 'get_standings', league_id: leagueId.value })
      return response.ok ? { ok: true, value: response.value.flatMap(readStanding).slice(0, MAX_ROWS) } : response
    },
  }
}

/** get_events requires dates even for a single match. One day on each side covers a rescheduled match. */
const daysAround = (at: Date) => ({
  from: dayOf(new Date(at.getTime() - DAY_MS)),
  to: dayOf(new Date(at.getTime() + DAY_MS)),
  timezone: 'UTC',
})

const count = (value: unknown): number | null => countOf(text(value).replace(/%$/, ''), 999)

const STATISTICS: { readonly [type: string]: FeedStatistic } = {
  'Ball Possession': 'possession',
  'Shots Total': 'shots',
  Corners: 'corners',
  Fouls: 'fouls',
  'Yellow Cards': 'yellowCards',
  'Red Cards': 'redCards',
}

export function readStatistics(list: unknown): FeedStatistics {
  const statistics: { [name in FeedStatistic]?: Score } = {}
  for (const row of rowsIn(list)) {
    const name = STATISTICS[text(row['type'])]
    const home = count(row['home'])
    const away = count(row['away'])
    if (name !== undefined && home !== null && away !== null) statistics[name] = { home, away }
  }
  return statistics
}

/** A line-up without players counts as missing. */
function readLineup(value: unknown): FeedLineup | null {
  const side = rowIn(value)
  const starting = readPlayers(side?.['starting_lineups'])
  if (starting.length === 0) return null
  const coach = text(rowsIn(side?.['coach'])[0]?.['lineup_player'])
  return { starting, substitutes: readPlayers(side?.['substitutes']), coach: coach === '' ? null : coach }
}

const readPlayers = (list: unknown): FeedPlayer[] =>
  rowsIn(list).flatMap((row) => {
    const name = text(row['lineup_player'])
    return name === '' ? [] : [{ number: count(row['lineup_number']), name }]
  })

const readMeetings = (row: FeedRow): FeedMeetings => ({
  meetings: readPlayed(row['firstTeam_VS_secondTeam']),
  home: readPlayed(row['firstTeam_lastResults']),
  away: readPlayed(row['secondTeam_lastResults']),
})

const readPlayed = (list: unknown): FeedPlayedGame[] =>
  rowsIn(list)
    .flatMap((row) => {
      const startsAt = new Date(`${text(row['match_date'])}T${text(row['match_time'])}:00Z`)
      const homeScore = count(row['match_hometeam_score'])
      const awayScore = count(row['match_awayteam_score'])
      if (Number.isNaN(startsAt.getTime()) || homeScore === null || awayScore === null) return []
      return [
        {
          startTime: startsAt.toISOString(),
          league: text(row['league_name']),
          homeTeam: text(row['match_hometeam_name']),
          awayTeam: text(row['match_awayteam_name']),
          homeScore,
          awayScore,
        },
      ]
    })
    .slice(0, MAX_ROWS)

function readStanding(row: FeedRow): FeedStanding[] {
  const number = (column: string): number => count(row[`overall_league_${column}`]) ?? 0
  const team = text(row['team_name'])
  const position = count(row['overall_league_position'])
  if (team === '' || position === null) return []
  return [
    {
      position,
      team,
      // The provider misspells this field.
      played: number('payed'),
      won: number('W'),
      drawn: number('D'),
      lost: number('L'),
      goalsFor: number('GF'),
      goalsAgainst: number('GA'),
      points: number('PTS'),
    },
  ]
}
