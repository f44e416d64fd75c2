import type { Seen } from '../feed.ts'
import { minuteText } from '../play/match-clock.ts'
import { halfName, type CountedGoal } from '../play/play.ts'
import { squadOf } from '../play/squad.ts'
import type { Card } from '../play/timeline.ts'
import { requestedMatches } from './requested-matches.ts'
import { lineupOf, NO_LINEUP } from './lineups.ts'
import type { Timezone } from './local-time.ts'
import { listOr, NOT_ENOUGH, text, type Action, type WireRow } from './reply.ts'
import { statisticsOf } from './statistics.ts'

export const getEvents: Action = (request) => {
  const found = requestedMatches(request)
  if (found === undefined) return NOT_ENOUGH
  const one = request.query.get('match_id') !== null
  return listOr(
    found.map((seen) => eventRow(seen, request.timezone, one || seen.play.live)),
    'No event found (please check your plan)!',
  )
}

/**
 * A row of get_events. Line-ups and statistics are two thirds of it, so lists include them for live matches only.
 * get_lineups and get_statistics have them for all matches.
 */
export const eventRow = ({ match, play }: Seen, timezone: Timezone, full: boolean): WireRow => {
  const { league, home, away } = match
  const lineups = full && play.phase.name !== 'before'
  return {
    match_id: match.id,
    country_id: league.countryId,
    country_name: league.country,
    league_id: league.id,
    league_name: league.name,
    match_date: timezone.date(match.kickoffMs),
    match_status: play.status,
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
    substitutions: { home: [], away: [] },
    lineup: lineups ? lineupOf(match) : NO_LINEUP,
    statistics: full ? statisticsOf({ match, play }, 'match') : [],
    statistics_1half: full ? statisticsOf({ match, play }, 'first half') : [],
  }
}

/** "2026/2027": seasons start in July. */
export const seasonYear = (ms: number): string => {
  const at = new Date(ms)
  const first = at.getUTCMonth() >= 6 ? at.getUTCFullYear() : at.getUTCFullYear() - 1
  return `${first}/${first + 1}`
}

const goalRows = (goals: readonly CountedGoal[]): WireRow[] => {
  const score = { home: 0, away: 0 }
  return goals.map((goal) => {
    score[goal.side] += 1
    const isHome = goal.side === 'home'
    const { player, assist } = goal
    return {
      time: minuteText(goal.moment),
      home_scorer: isHome ? player.name : '',
      home_scorer_id: isHome ? player.id : '',
      home_assist: isHome ? (assist?.name ?? '') : '',
      home_assist_id: isHome ? (assist?.id ?? '') : '',
      score: `${score.home} - ${score.away}`,
      away_scorer: isHome ? '' : player.name,
      away_scorer_id: isHome ? '' : player.id,
      away_assist: isHome ? '' : (assist?.name ?? ''),
      away_assist_id: isHome ? '' : (assist?.id ?? ''),
      info: goal.info,
      score_info_time: halfName(goal.moment.half),
    }
  })
}

const cardRow = ({ side, moment, player, card }: Card): WireRow => ({
  time: minuteText(moment),
  home_fault: side === 'home' ? player.name : '',
  card,
  away_fault: side === 'away' ? player.name : '',
  info: side,
  home_player_id: side === 'home' ? player.id : '',
  away_player_id: side === 'away' ? player.id : '',
  score_info_time: halfName(moment.half),
})
