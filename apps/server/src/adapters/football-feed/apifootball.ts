import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { HALF_MINUTES } from '@mupiira/domain/match/clock.ts'
import type { Score } from '@mupiira/domain/match/goals.ts'
import type { Player, Side } from '@mupiira/domain/markets/types.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { FeedAnswer, FeedGame, FeedStatus, FootballFeed } from '../../modules/catalogue/ports.ts'
import { medianOdds } from './apifootball-odds.ts'
import { createTeamRecords } from './apifootball-records.ts'
import { requestFeed, jsonOf } from './feed-call.ts'
import { count, type FeedRow, field, list, plausibleTime, rowsIn, teamIdsOf, text } from './feed-row.ts'
import { type ListedGoal, readGoalList } from './goal-list.ts'
import type { RequestQuota } from './request-quota.ts'

export type ApifootballOptions = {
  readonly url: string
  readonly key: string
  readonly timeoutMs?: number
  readonly quota?: RequestQuota
}

const Rows = Compile(Type.Array(Type.Record(Type.String(), Type.Unknown())))

/** How often the week is polled. Each poll takes two requests: one for the matches and one for their odds. */
const WEEK_EVERY_MS = 60_000

type FeedOptions = ApifootballOptions & {
  readonly clock?: Clock
  /**
   * A separate quota and timeout for requests of player records, so that they neither use up the quota for scores nor
   * delay the scores.
   */
  readonly records?: { readonly quota: RequestQuota; readonly timeoutMs: number }
}

/** apifootball.com API v3. A response that is not a list ("no event found", HTML, a plan limit) is a failure. */
export function createApifootball({ clock = systemClock(), records, ...options }: FeedOptions): FootballFeed {
  const request = (action: string, from: Date, to: Date, extraQuery: { readonly match_live?: '1' } = {}) =>
    requestRows(options, { action, from: dayOf(from), to: dayOf(to), timezone: 'UTC', ...extraQuery })

  const addRecords = createTeamRecords((teamId) => {
    return requestRows({ ...options, ...records }, { action: 'get_teams', team_id: teamId })
  }, clock)

  const games = async (from: Date, to: Date): Promise<FeedAnswer<readonly FeedGame[]>> => {
    const answer = await request('get_events', from, to)
    return answer.ok ? gamesIn(answer.value) : answer
  }

  return {
    weekPollMs: WEEK_EVERY_MS,
    idPrefix: '',
    async games(from, to) {
      const answer = await games(from, to)
      return answer.ok ? { ...answer, value: await addRecords(answer.value) } : answer
    },
    // The API accepts only one match id per request, so one request reads all matches of both days instead.
    matches: (_matchIds, now) => games(new Date(now.getTime() - DAY_MS), now),
    async liveGames(now) {
      const answer = await request('get_events', new Date(now.getTime() - DAY_MS), now, { match_live: '1' })
      return answer.ok ? gamesIn(answer.value) : answer
    },
    async odds(from, to) {
      const answer = await request('get_odds', from, to)
      if (!answer.ok) return answer
      return { ok: true, value: { quotes: medianOdds(answer.value), until: to } }
    },
  }
}

/** Requests an action and returns the rows of its list. */
async function requestRows(
  options: ApifootballOptions,
  query: { readonly [name: string]: string },
): Promise<FeedAnswer<readonly FeedRow[]>> {
  const response = await requestApifootball(options, query)
  return response.ok ? rowsOf(response.value) : response
}

/** Requests an action and returns the response text. */
export function requestApifootball(
  { url, key, timeoutMs, quota }: ApifootballOptions,
  query: { readonly [name: string]: string },
): Promise<FeedAnswer<string>> {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ ...query, APIkey: key })) address.searchParams.set(name, value)
  return requestFeed(address, { timeoutMs, quota })
}

/** Ids of apifootball are plain numbers; ids of other feeds have a prefix. */
export const isFromApifootball = (matchId: string): boolean => !matchId.includes(':')

/** An error object with HTTP 200 means a bad key, a league outside the plan, or no matches. */
export function rowsOf(response: string): FeedAnswer<readonly FeedRow[]> {
  const parsed = jsonOf(response)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (Rows.Check(value)) return { ok: true, value }
  return { ok: false, error: Array.isArray(value) ? 'MALFORMED' : 'REFUSED' }
}

/** Skips unreadable rows. Fails when all rows are unreadable. */
function gamesIn(rows: readonly FeedRow[]): FeedAnswer<readonly FeedGame[]> {
  const games = rows.map(readEvent).filter((game) => game !== null)
  return rows.length > 0 && games.length === 0
    ? { ok: false, error: 'MALFORMED' }
    : { ok: true, value: games, unreadable: rows.length - games.length }
}

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

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
    alerts: readCorners(row),
    knockOut,
    qualifier: knockOut && status.kind === 'finished' ? qualifierOf(row, score) : null,
    players: readPlayers(row['lineup']),
    participants: readParticipants(row),
    raw: row,
  }
}

// Counts only finals as knock-out matches. Other rounds may have two legs, and the feed does not report the aggregate
// score.
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
 * Penalties from the statistics plus video reviews from the list. Null when the row lacks either, because some plans
 * do not include them.
 */
function readIncidents(row: FeedRow): number | null {
  const penalties = counted(row, /^penalt(y|ies)$/i)
  const reviews = (['home_team', 'away_team'] as const).map((side) => field(row['vars'], side))
  if (penalties === null || !reviews.every((each) => Array.isArray(each))) return null
  return penalties + reviews.flat().length
}

/**
 * Corners so far; null when the row lacks them. The feed also counts free kicks and dangerous attacks, but without the place of a free kick, and about
 * one dangerous attack a minute (decision 0042).
 */
const readCorners = (row: FeedRow): number | null => counted(row, /^corners?$/i)

/** A statistic of both teams; null when the row lacks it. */
function counted(row: FeedRow, type: RegExp): number | null {
  const found = list(row['statistics']).find((entry) => type.test(text(field(entry, 'type'))))
  if (found === undefined) return null
  return (count(field(found, 'home')) ?? 0) + (count(field(found, 'away')) ?? 0)
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
