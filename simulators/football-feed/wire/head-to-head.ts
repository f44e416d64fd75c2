import type { Seen } from '../feed.ts'
import type { Match } from '../season/match.ts'
import type { Timezone } from './local-time.ts'
import { NOT_ENOUGH, refusal, text, type Action, type WireRow } from './reply.ts'

const SHOWN = 10

export const getHeadToHead: Action = ({ feed, query, timezone }) => {
  const first = requestedClub(query, 'firstTeam')
  const second = requestedClub(query, 'secondTeam')
  if (first === undefined || second === undefined) return NOT_ENOUGH
  const rows = (accept: (match: Teams) => boolean): WireRow[] =>
    feed.history(accept, SHOWN).map((seen) => shortRow(seen, timezone))
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

/** `firstTeamId`, otherwise the name in `firstTeam`. */
const requestedClub = (query: URLSearchParams, name: string): ClubQuery | undefined => {
  const id = query.get(`${name}Id`) ?? ''
  if (id !== '') return { by: 'id', value: id }
  const value = query.get(name) ?? ''
  return value === '' ? undefined : { by: 'name', value }
}

const plays = ({ home, away }: Teams, { by, value }: ClubQuery): boolean => home[by] === value || away[by] === value

const shortRow = ({ match, play }: Seen, timezone: Timezone): WireRow => ({
  match_id: match.id,
  country_id: match.league.countryId,
  country_name: match.league.country,
  league_id: match.league.id,
  league_name: match.league.name,
  match_date: timezone.date(match.kickoffMs),
  match_status: play.status,
  match_time: timezone.time(match.kickoffMs),
  match_hometeam_id: match.home.id,
  match_hometeam_name: match.home.name,
  match_hometeam_score: text(play.score?.home),
  match_awayteam_id: match.away.id,
  match_awayteam_name: match.away.name,
  match_awayteam_score: text(play.score?.away),
  match_hometeam_halftime_score: text(play.halfTime?.home),
  match_awayteam_halftime_score: text(play.halfTime?.away),
  match_live: '0',
  team_home_badge: '',
  team_away_badge: '',
})
