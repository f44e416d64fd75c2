import type { Feed, MatchState } from '../feed.ts'
import { recordsOf } from '../play/records.ts'
import { hasLineUps, type Player, type Role, squadOf } from '../play/squad.ts'
import { statisticsOf } from '../play/statistics.ts'
import { bookmakersOf, ODDS_COLUMNS, quotedAtMs } from '../season/bookmakers.ts'
import type { Club, Match } from '../season/match.ts'
import { EMPTY_LINE, type Line, type Part, rankedLines } from '../season/standings.ts'
import { playScenarios } from '../scenario.ts'
import type { WireRow } from '../wire-row.ts'
import { cardRow, goalRows } from './events.ts'
import type { Timezone } from './local-time.ts'
import { APIFOOTBALL_SCENARIOS, reviewRows, statusOf } from './scenarios.ts'

// apifootball's rows of the feed's matches, tables and odds.

/** A number in the wire format: "" while unknown. */
const text = (value: number | undefined): string => (value === undefined ? '' : String(value))

/**
 * A row of get_events. Line-ups and statistics are two thirds of a row. Lists therefore include them for live matches
 * only, and line-ups also in the hour before kick-off. get_lineups and get_statistics return them for all matches.
 */
export const eventRow = (seen: MatchState, timezone: Timezone, full: boolean, nowMs: number): WireRow => {
  const { match, play } = seen
  const { league, home, away } = match
  const lineups = play.phase.name === 'before' ? hasLineUps(match, nowMs) : full
  const row = {
    match_id: match.id,
    country_id: league.countryId,
    country_name: league.country,
    league_id: league.id,
    league_name: league.name,
    match_date: timezone.date(match.kickoffMs),
    match_status: statusOf(play),
    match_time: timezone.time(match.kickoffMs),
    match_hometeam_id: home.id,
    match_hometeam_name: home.name,
    match_hometeam_score: text(play.score?.home),
    match_awayteam_name: away.name,
    match_awayteam_id: away.id,
    match_awayteam_score: text(play.score?.away),
    match_hometeam_halftime_score: text(play.halfTime?.home),
    match_awayteam_halftime_score: text(play.halfTime?.away),
    match_hometeam_extra_score: text(play.overtime?.extra.home),
    match_awayteam_extra_score: text(play.overtime?.extra.away),
    match_hometeam_penalty_score: text(play.overtime?.penalties?.home),
    match_awayteam_penalty_score: text(play.overtime?.penalties?.away),
    match_hometeam_ft_score: text(play.fullTime?.home),
    match_awayteam_ft_score: text(play.fullTime?.away),
    match_hometeam_system: lineups ? squadOf(home).system : '',
    match_awayteam_system: lineups ? squadOf(away).system : '',
    match_live: play.live ? '1' : '0',
    match_round: match.round,
    match_stadium: '',
    match_referee: '',
    team_home_badge: '',
    team_away_badge: '',
    league_logo: '',
    country_logo: '',
    league_year: seasonYear(match.kickoffMs),
    fk_stage_key: league.id,
    stage_name: 'Current',
    goalscorer: goalRows(play.goals),
    cards: play.cards.map(cardRow),
    vars: reviewRows(seen),
    substitutions: { home: [], away: [] },
    lineup: lineups ? lineupOf(match) : NO_LINEUP,
    statistics: full ? statisticsOf(seen, 'match') : [],
    statistics_1half: full ? statisticsOf(seen, 'first half') : [],
  }
  return playScenarios(APIFOOTBALL_SCENARIOS, row, seen)
}

/** "2026/2027": seasons start in July. */
export const seasonYear = (ms: number): string => {
  const at = new Date(ms)
  const first = at.getUTCMonth() >= 6 ? at.getUTCFullYear() : at.getUTCFullYear() - 1
  return `${first}/${first + 1}`
}

/** A row of get_teams. Numbers are strings, except the number of a player. */
export const teamRow = (feed: Feed, club: Club): WireRow => ({
  team_key: club.id,
  team_name: club.name,
  team_country: club.country,
  team_founded: '',
  team_badge: '',
  venue: { venue_name: '', venue_address: '', venue_city: '', venue_capacity: '', venue_surface: '' },
  players: recordsOf(feed, club).map(({ player, matches, goals }) => ({
    player_key: Number(player.id),
    player_id: player.id,
    player_image: '',
    player_name: player.name,
    player_number: String(player.number),
    player_country: '',
    player_type: TYPES[player.role],
    player_age: '',
    player_match_played: String(matches),
    player_goals: String(goals),
    player_yellow_cards: '',
    player_red_cards: '',
    player_injured: 'No',
  })),
  coaches: [{ coach_name: squadOf(club).coach, coach_country: '', coach_age: '' }],
})

const TYPES: Readonly<Record<Role, string>> = {
  goalkeeper: 'Goalkeepers',
  defender: 'Defenders',
  midfielder: 'Midfielders',
  forward: 'Forwards',
}

const NO_SIDE = { starting_lineups: [], substitutes: [], coach: [], missing_players: [] }
const NO_LINEUP: WireRow = { home: NO_SIDE, away: NO_SIDE }

export const lineupOf = ({ home, away }: Match): WireRow => ({ home: sideOf(home), away: sideOf(away) })

const sideOf = (club: Club): WireRow => {
  const { starting, bench, coach } = squadOf(club)
  return {
    starting_lineups: starting.map((player, at) => playerRow(player, String(at + 1))),
    substitutes: bench.map((player) => playerRow(player, '')),
    coach: [{ lineup_player: coach, lineup_number: '', lineup_position: '', player_key: '' }],
    missing_players: [],
  }
}

const playerRow = ({ id, name, number }: Player, position: string): WireRow => ({
  lineup_player: name,
  lineup_number: String(number),
  lineup_position: position,
  player_key: id,
})

/** A row of get_H2H. */
export const shortRow = ({ match, play }: MatchState, timezone: Timezone): WireRow => ({
  match_id: match.id,
  country_id: match.league.countryId,
  country_name: match.league.country,
  league_id: match.league.id,
  league_name: match.league.name,
  match_date: timezone.date(match.kickoffMs),
  match_status: statusOf(play),
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

export const oddsRows = (seen: MatchState, timezone: Timezone, nowMs: number): WireRow[] =>
  bookmakersOf(seen, nowMs).map(({ name, prices }) => ({
    match_id: seen.match.id,
    odd_bookmakers: name,
    odd_date: timezone.dateTime(quotedAtMs(seen, nowMs)),
    ...Object.fromEntries(ODDS_COLUMNS.map((column) => [column, prices[column] ?? ''])),
  }))

const PARTS: readonly Part[] = ['overall', 'home', 'away']

/** The rows of get_standings. */
export function standingRows(table: NonNullable<ReturnType<Feed['table']>>): WireRow[] {
  const parts = PARTS.map((part) => {
    const lines = rankedLines(table, part)
    return { part, byClub: new Map(lines.map((each) => [each.club.id, each])) }
  })
  return rankedLines(table).map(({ club }) => ({
    country_name: table.league.country,
    league_id: table.league.id,
    league_name: table.league.name,
    team_id: club.id,
    team_name: club.name,
    overall_promotion: '',
    ...Object.assign(
      {},
      ...parts.map(({ part, byClub }) =>
        partColumns(part, byClub.get(club.id)?.line ?? EMPTY_LINE, String(byClub.get(club.id)?.place ?? '')),
      ),
    ),
    league_round: '',
    team_badge: '',
    fk_stage_key: table.league.id,
    stage_name: 'Current',
  }))
}

const partColumns = (part: Part, line: Line, place: string): WireRow => ({
  [`${part}_league_position`]: place,
  // The provider misspells this field.
  [`${part}_league_payed`]: String(line.played),
  [`${part}_league_W`]: String(line.won),
  [`${part}_league_D`]: String(line.drawn),
  [`${part}_league_L`]: String(line.lost),
  [`${part}_league_GF`]: String(line.goalsFor),
  [`${part}_league_GA`]: String(line.goalsAgainst),
  [`${part}_league_PTS`]: String(line.points),
})
