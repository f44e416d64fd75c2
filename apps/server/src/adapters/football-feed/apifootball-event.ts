import { HALF_MINUTES } from '@mupiira/domain/match/clock.ts'
import type { Score } from '@mupiira/domain/match/goals.ts'
import type { Player, Side } from '@mupiira/domain/markets/types.ts'
import type { FeedGame, FeedStatus } from '../../modules/catalogue/ports.ts'
import { count, type FeedRow, field, list, plausibleTime, rowsIn, teamIdsOf, text } from './feed-row.ts'
import { type ListedGoal, readGoalList } from './goal-list.ts'

/** Reads a row of get_events; null when a required field is missing. Fields are strings, sometimes numbers. */
export function readEvent(row: FeedRow): FeedGame | null {
  const matchId = text(row['match_id'])
  const homeTeam = text(row['match_hometeam_name'])
  const awayTeam = text(row['match_awayteam_name'])
  const startsAt = plausibleTime(new Date(`${text(row['match_date'])}T${text(row['match_time'])}:00Z`))
  if (matchId === '' || homeTeam === '' || awayTeam === '' || startsAt === null) return null

  const status = readStatus(text(row['match_status']))
  const regular = scoreAt(row, 'ft_score')
  // The running score is the 90-minute score only until extra time begins. Afterwards `_ft_score` contains it.
  const score = regular ?? (status.kind === 'finished' && overtime(row) ? null : scoreAt(row, 'score'))
  const halfTime = scoreAt(row, 'halftime_score')
  const goals = readGoalList(listGoals(row['goalscorer']), score, halfTime)
  const knockOut = KNOCK_OUT.test(text(row['match_round']))
  return {
    matchId,
    league: text(row['league_name']),
    country: text(row['country_name']) || null,
    homeTeam,
    awayTeam,
    teamIds: teamIdsOf(row['match_hometeam_id'], row['match_awayteam_id']),
    startsAt,
    status,
    score,
    halfTime,
    goals,
    goalsComplete:
      score !== null && goals.length === score.home + score.away && goals.every((goal) => goal.scorer !== null),
    redCards: readRedCards(row['cards']),
    incidents: readIncidents(row),
    knockOut,
    qualifier: knockOut && status.kind === 'finished' ? qualifierOf(row, score) : null,
    players: readPlayers(row['lineup']),
    participants: readParticipants(row),
    raw: row,
  }
}

// Only finals: other rounds may have two legs, and the feed does not report the aggregate score.
const KNOCK_OUT = /^final$/i

/** Accepts documented statuses only. Any other status puts the match on hold, and nothing is settled. */
export function readStatus(status: string): FeedStatus {
  if (status === '') return { kind: 'upcoming' }
  const minute = /^(\d{1,3})(?:\+\d{0,2})?'?$/.exec(status)
  if (minute !== null) return { kind: 'live', minute: clockMinute(status, Number(minute[1])), halfTime: false }
  switch (status) {
    case 'Half Time':
      return { kind: 'live', minute: 45, halfTime: true }
    case 'Finished':
    case 'After ET':
    case 'After Pen.':
      return { kind: 'finished' }
    case 'Postponed':
      return { kind: 'postponed' }
    case 'Cancelled':
      return { kind: 'cancelled' }
    case 'Abandoned':
      return { kind: 'abandoned' }
    default:
      return { kind: 'held', text: status }
  }
}

// Stoppage time of the second half is shown as 90+, stored as minute 91.
const clockMinute = (status: string, minute: number): number => (minute === 90 && status.includes('+') ? 91 : minute)

function scoreAt(
  row: FeedRow,
  field: 'score' | 'ft_score' | 'halftime_score' | 'extra_score' | 'penalty_score',
): Score | null {
  const home = count(row[`match_hometeam_${field}`])
  const away = count(row[`match_awayteam_${field}`])
  return home === null || away === null ? null : { home, away }
}

const overtime = (row: FeedRow): boolean => /^After/.test(text(row['match_status']))

function qualifierOf(row: FeedRow, regular: Score | null): Side | null {
  for (const score of [scoreAt(row, 'penalty_score'), scoreAt(row, 'extra_score'), regular]) {
    if (score !== null && score.home !== score.away) return score.home > score.away ? 'home' : 'away'
  }
  return null
}

/** The list also has rows that are not goals: missed penalties, cancelled goals, kicks of a shoot-out. */
const NO_GOAL = /miss|cancel|disallow|shoot-?out/i

function listGoals(rows: unknown): ListedGoal[] {
  return rowsIn(rows).flatMap((goal): ListedGoal[] => {
    const time = /^(\d{1,3})(\+\d+)?'?$/.exec(text(goal['time']))
    const home = text(goal['home_scorer'])
    const away = text(goal['away_scorer'])
    const [info, period] = [text(goal['info']), text(goal['score_info_time'])]
    if (time === null || (home === '') === (away === '') || NO_GOAL.test(info) || /penalt/i.test(period)) return []
    const minute = Math.max(1, Number(time[1]))
    const id = text(goal[home === '' ? 'away_scorer_id' : 'home_scorer_id'])
    return [
      {
        team: home === '' ? 'away' : 'home',
        minute: /^1st/i.test(period) ? Math.min(HALF_MINUTES, minute) : minute,
        scorer: home === '' ? away : home,
        playerId: id === '' ? null : id,
        ownGoal: /own/i.test(info),
        identity: JSON.stringify([text(goal['time']), home, away, id, info]),
      },
    ]
  })
}

function readRedCards(cards: unknown): Score | null {
  if (!Array.isArray(cards)) return null
  const red = cards.filter((entry) => /\bred\b/i.test(text(field(entry, 'card'))))
  const home = red.filter((entry) => text(field(entry, 'home_fault')) !== '').length
  return { home, away: red.filter((entry) => text(field(entry, 'away_fault')) !== '').length }
}

/**
 * Penalties from the statistics plus video reviews from the list. Null when a live match lacks either, because
 * some plans do not include them.
 */
function readIncidents(row: FeedRow): number | null {
  const penalties = list(row['statistics']).find((entry) => /^penalt(y|ies)$/i.test(text(field(entry, 'type'))))
  const reviews = (['home_team', 'away_team'] as const).map((side) => field(row['vars'], side))
  if (penalties === undefined || !reviews.every((each) => Array.isArray(each))) return null
  const counted = [field(penalties, 'home'), field(penalties, 'away')].map((each) => count(each) ?? 0)
  return counted.reduce((sum, each) => sum + each, 0) + reviews.flat().length
}

function readPlayers(lineup: unknown): Player[] {
  return (['home', 'away'] as const).flatMap((side) =>
    list(field(field(lineup, side), 'starting_lineups')).flatMap((entry) => {
      const id = text(field(entry, 'player_key'))
      const name = text(field(entry, 'lineup_player'))
      return id === '' || name === '' ? [] : [{ id, name, side }]
    }),
  )
}

/** The starters, and the substitutes who came on: "out | in". */
function readParticipants(row: FeedRow): string[] | null {
  const starters = readPlayers(row['lineup'])
  if (starters.length === 0) return null
  const cameOn = (['home', 'away'] as const).flatMap((side) =>
    list(field(row['substitutions'], side)).map((entry) =>
      (text(field(entry, 'substitution_player_id')).split('|')[1] ?? '').trim(),
    ),
  )
  return [...new Set([...starters.map(({ id }) => id), ...cameOn])].filter((id) => id !== '')
}
