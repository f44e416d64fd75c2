import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Feed, MatchState } from '../feed.ts'
import { statisticsOf } from '../play/statistics.ts'
import type { Match } from '../season/match.ts'
import type { WireRow } from '../wire-row.ts'
import { type Timezone, timezoneNamed } from './local-time.ts'
import { NO_EVENT } from './scenarios.ts'
import { eventRow, lineupOf, oddsRows, seasonYear, shortRow, standingRows, teamRow } from './rows.ts'

interface FeedRequest {
  readonly feed: Feed
  readonly query: URLSearchParams
  readonly timezone: Timezone
}

/** The provider's HTTP 200 response when it has nothing to list. */
interface Refusal {
  readonly error: number
  readonly message: string
}

type Reply = readonly WireRow[] | WireRow | Refusal
type Action = (request: FeedRequest) => Reply

export const refusal = (message: string): Refusal => ({ error: 404, message })

const listOr = (rows: readonly WireRow[], message: string): Reply => (rows.length === 0 ? refusal(message) : rows)

const NOT_ENOUGH = refusal('Required parameters missing')

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * The matches of a request: by `match_id`, of the local days `from` to `to`, or all live matches, filtered by country,
 * league and team. Undefined if the request has none of these parameters.
 */
const requestedMatches = ({ feed, query, timezone }: FeedRequest): MatchState[] | undefined => {
  const found = inScope({ feed, query, timezone })
  return found?.filter(
    ({ match, play }) =>
      fits(query.get('country_id'), match.league.countryId) &&
      fits(query.get('league_id'), match.league.id) &&
      fits(query.get('team_id'), match.home.id, match.away.id) &&
      (query.get('match_live') !== '1' || play.live),
  )
}

const inScope = ({ feed, query, timezone }: FeedRequest): MatchState[] | undefined => {
  const matchId = query.get('match_id')
  if (matchId !== null && matchId !== '') {
    const seen = feed.find(matchId, 'poll')
    return seen === undefined ? [] : [seen]
  }
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? ''
  if (DAY.test(from) && DAY.test(to)) {
    // Local days differ from UTC days by at most 14 hours on either side.
    const window = { fromMs: Date.parse(from) - 14 * HOUR_MS, toMs: Date.parse(to) + 38 * HOUR_MS }
    if (Number.isNaN(window.fromMs) || Number.isNaN(window.toMs)) return undefined
    return feed.list(window).filter(({ match }) => {
      const day = timezone.date(match.kickoffMs)
      return day >= from && day <= to
    })
  }
  if (query.get('match_live') === '1') return feed.list({ fromMs: feed.now() - 12 * HOUR_MS, toMs: feed.now() })
  return undefined
}

const fits = (requested: string | null, ...values: readonly string[]): boolean =>
  requested === null || requested === '' || values.includes(requested)

const getCountries: Action = ({ feed }) => {
  const names = new Map(feed.leagues().map(({ countryId, country }) => [countryId, country]))
  return listOr(
    [...names].map(([id, name]) => ({ country_id: id, country_name: name, country_logo: '' })),
    'No country found (please check your plan)!',
  )
}

const getLeagues: Action = ({ feed, query }) => {
  const countryId = query.get('country_id') ?? ''
  return listOr(
    feed
      .leagues()
      .filter((league) => countryId === '' || league.countryId === countryId)
      .map((league) => ({
        country_id: league.countryId,
        country_name: league.country,
        league_id: league.id,
        league_name: league.name,
        league_season: seasonYear(feed.now()),
        league_logo: '',
        country_logo: '',
      })),
    'No league found (please check your plan)!',
  )
}

const getEvents: Action = (request) => {
  const found = requestedMatches(request)
  if (found === undefined) return NOT_ENOUGH
  const isOneMatch = request.query.get('match_id') !== null
  return listOr(
    found.map((seen) => eventRow(seen, request.timezone, isOneMatch || seen.play.live, request.feed.now())),
    NO_EVENT,
  )
}

/** Finished matches have odds only when requested by id. */
const getOdds: Action = (request) => {
  const found = requestedMatches(request)
  if (found === undefined) return NOT_ENOUGH
  const isOneMatch = request.query.get('match_id') !== null
  return listOr(
    found
      .filter(({ play }) => isOneMatch || !play.finished)
      .flatMap((seen) => oddsRows(seen, request.timezone, request.feed.now())),
    'No odds found (please check your plan)!',
  )
}

/** Returns one team. The provider's list of all teams of a league is not simulated. */
const getTeams: Action = ({ feed, query }) => {
  const teamId = query.get('team_id') ?? ''
  if (teamId === '') return NOT_ENOUGH
  const club = feed.club(teamId)
  return club === undefined ? refusal('No team found (please check your plan)!') : [teamRow(feed, club)]
}

const getStandings: Action = ({ feed, query }) => {
  const leagueId = query.get('league_id') ?? ''
  if (leagueId === '') return NOT_ENOUGH
  const table = feed.table(leagueId)
  return table === undefined ? refusal('No standings found (please check your plan)!') : standingRows(table)
}

const MATCH_LIMIT = 10

const getHeadToHead: Action = ({ feed, query, timezone }) => {
  const first = requestedClub(query, 'firstTeam')
  const second = requestedClub(query, 'secondTeam')
  if (first === undefined || second === undefined) return NOT_ENOUGH
  const rows = (accept: (match: Teams) => boolean): WireRow[] =>
    feed.history(accept, MATCH_LIMIT).map((seen) => shortRow(seen, timezone))
  const reply = {
    firstTeam_VS_secondTeam: rows((match) => plays(match, first) && plays(match, second)),
    firstTeam_lastResults: rows((match) => plays(match, first)),
    secondTeam_lastResults: rows((match) => plays(match, second)),
  }
  const isEmpty = Object.values(reply).every((list) => list.length === 0)
  return isEmpty ? refusal('No H2H found (please check your plan)!') : reply
}

type Teams = Pick<Match, 'home' | 'away'>
type ClubQuery = { readonly by: 'id' | 'name'; readonly value: string }

/** The requested club: by `firstTeamId`, otherwise by the name in `firstTeam`. */
const requestedClub = (query: URLSearchParams, name: string): ClubQuery | undefined => {
  const id = query.get(`${name}Id`) ?? ''
  if (id !== '') return { by: 'id', value: id }
  const value = query.get(name) ?? ''
  return value === '' ? undefined : { by: 'name', value }
}

const plays = ({ home, away }: Teams, { by, value }: ClubQuery): boolean => home[by] === value || away[by] === value

const getLineups: Action = ({ feed, query }) => {
  const seen = feed.find(query.get('match_id') ?? '')
  return seen === undefined
    ? refusal('No lineups found (please check your plan)!')
    : { [seen.match.id]: { lineup: lineupOf(seen.match) } }
}

const getStatistics: Action = ({ feed, query }) => {
  const seen = feed.find(query.get('match_id') ?? '')
  if (seen === undefined || seen.play.phase.name === 'before')
    return refusal('No statistics found (please check your plan)!')
  return {
    [seen.match.id]: {
      statistics: statisticsOf(seen, 'match'),
      statistics_1half: statisticsOf(seen, 'first half'),
      player_statistics: [],
    },
  }
}

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ['get_countries', getCountries],
  ['get_leagues', getLeagues],
  ['get_events', getEvents],
  ['get_odds', getOdds],
  ['get_teams', getTeams],
  ['get_standings', getStandings],
  ['get_H2H', getHeadToHead],
  ['get_lineups', getLineups],
  ['get_statistics', getStatistics],
])

/** The provider's response to a query. It is always HTTP 200, even for refusals. */
export const answerApifootball = (feed: Feed, query: URLSearchParams, apiKey: string): Reply => {
  if (query.get('APIkey') !== apiKey) return refusal('Authentification failed!')
  const action = ACTIONS.get(query.get('action') ?? '')
  if (action === undefined) return refusal('Unknown action')
  const timezone = timezoneNamed(query.get('timezone'))
  if (timezone === undefined) return refusal('Unknown timezone')
  return action({ feed, query, timezone })
}
