import type { GoalEvent, Score } from '@mupiira/domain/match/goals.ts'
import type { Player, Side } from '@mupiira/domain/markets/types.ts'
import type { FeedGame, FeedStatus } from '../../modules/catalogue/ports.ts'
import { count, type FeedRow, field, plausibleTime, rowIn, rowsIn, teamIdsOf, text } from './feed-row.ts'

/** Prefix of match ids, because feeds may use the same numbers. */
export const MARK = 'api-football:'
export const matchIdOf = (fixtureId: string): string => `${MARK}${fixtureId}`
/** The provider's number of a match; null for matches of other feeds. */
export const fixtureIdOf = (matchId: string): string | null =>
  matchId.startsWith(MARK) ? matchId.slice(MARK.length) : null

/** Reads a row of /fixtures; null when a required field is missing. */
export function readFixture(row: FeedRow): FeedGame | null {
  const fixture = rowIn(row['fixture'])
  const id = text(fixture?.['id'])
  const homeTeam = text(field(field(row['teams'], 'home'), 'name'))
  const awayTeam = text(field(field(row['teams'], 'away'), 'name'))
  const startsAt = startOf(fixture)
  if (!/^\d{1,18}$/.test(id) || homeTeam === '' || awayTeam === '' || startsAt === null) return null

  const statusRow = rowIn(fixture?.['status'])
  const status = readStatus(text(statusRow?.['short']), count(statusRow?.['elapsed'], 999), count(statusRow?.['extra']))
  const regular = scoreAt(row, 'fulltime')
  // `goals` includes extra time. A finished match counts its 90 minutes only.
  const score = regular ?? (isOvertime(row) ? null : sidesOf(row['goals']))
  const goals = readGoals(row, score)
  const knockOut = /^final$/i.test(text(field(row['league'], 'round')))
  return {
    matchId: matchIdOf(id),
    league: text(field(row['league'], 'name')),
    country: text(field(row['league'], 'country')) || null,
    homeTeam,
    awayTeam,
    teamIds: teamIdsOf(field(field(row['teams'], 'home'), 'id'), field(field(row['teams'], 'away'), 'id')),
    startsAt,
    status,
    score,
    halfTime: scoreAt(row, 'halftime'),
    goals,
    goalsComplete:
      score !== null && goals.length === score.home + score.away && goals.every((goal) => goal.scorer !== null),
    redCards: Array.isArray(row['events']) ? redCardsOf(row) : null,
    knockOut,
    qualifier: knockOut && status.kind === 'finished' ? qualifierOf(row, regular) : null,
    players: startersOf(row),
    participants: participantsOf(row),
    raw: row,
  }
}

/** Whether the row includes goals and cards. Rows of a day's list do not. */
export const hasDetail = (row: FeedRow): boolean => Array.isArray(row['events'])

function startOf(fixture: FeedRow | null): Date | null {
  const seconds = fixture?.['timestamp']
  const at =
    typeof seconds === 'number' && Number.isSafeInteger(seconds)
      ? new Date(seconds * 1000)
      : new Date(text(fixture?.['date']))
  return plausibleTime(at)
}

/** Accepts documented statuses only. Everything else is held and settles nothing. */
export function readStatus(short: string, elapsed: number | null, extra: number | null): FeedStatus {
  switch (short) {
    case 'TBD':
    case 'NS':
      return { kind: 'upcoming' }
    case 'HT':
      return { kind: 'live', minute: 45, halfTime: true }
    case '1H':
    case '2H':
    case 'LIVE':
    case 'ET':
    case 'BT':
    case 'P':
      // Stoppage time of the second half is shown as 90+ (LIVE-25), stored as minute 91.
      return { kind: 'live', minute: elapsed === 90 && extra !== null && extra > 0 ? 91 : elapsed, halfTime: false }
    case 'FT':
    case 'AET':
    case 'PEN':
      return { kind: 'finished' }
    case 'PST':
      return { kind: 'postponed' }
    case 'CANC':
      return { kind: 'cancelled' }
    case 'ABD':
      return { kind: 'abandoned' }
    default:
      return { kind: 'held', text: short }
  }
}

const isOvertime = (row: FeedRow): boolean =>
  ['ET', 'BT', 'P', 'AET', 'PEN'].includes(text(field(field(row['fixture'], 'status'), 'short')))

function sidesOf(value: unknown): Score | null {
  const home = count(field(value, 'home'))
  const away = count(field(value, 'away'))
  return home === null || away === null ? null : { home, away }
}

const scoreAt = (row: FeedRow, part: 'halftime' | 'fulltime' | 'extratime' | 'penalty'): Score | null =>
  sidesOf(field(row['score'], part))

function qualifierOf(row: FeedRow, regular: Score | null): Side | null {
  for (const score of [scoreAt(row, 'penalty'), scoreAt(row, 'extratime'), regular]) {
    if (score !== null && score.home !== score.away) return score.home > score.away ? 'home' : 'away'
  }
  return null
}

function sideOf(row: FeedRow, team: unknown): Side | null {
  const id = text(field(team, 'id'))
  if (id === '') return null
  if (id === text(field(field(row['teams'], 'home'), 'id'))) return 'home'
  return id === text(field(field(row['teams'], 'away'), 'id')) ? 'away' : null
}

const personOf = (event: FeedRow, as: 'player' | 'assist'): { readonly id: string | null; readonly name: string } => ({
  id: text(field(event[as], 'id')) || null,
  name: text(field(event[as], 'name')),
})

/** Goals of the 90 minutes. Bets exclude extra time and shoot-outs (D54). */
function readGoals(row: FeedRow, score: Score | null): readonly GoalEvent[] {
  const goals = rowsIn(row['events']).flatMap((event): GoalEvent[] => {
    const detail = text(event['detail'])
    const team = sideOf(row, event['team'])
    const minute = count(field(event['time'], 'elapsed'), 999)
    if (text(event['type']) !== 'Goal' || /missed/i.test(detail) || team === null || minute === null) return []
    if (minute > 90) return []
    const { id, name } = personOf(event, 'player')
    return [
      {
        team,
        minute: Math.max(1, minute),
        scorer: name === '' ? null : name,
        playerId: id,
        ownGoal: /own/i.test(detail),
      },
    ]
  })
  const turned = goals.map((goal) => (goal.ownGoal === true ? { ...goal, team: otherOf(goal.team) } : goal))
  // The documentation does not say which team an own goal is listed under. The score decides.
  return score !== null && !isTally(goals, score) && isTally(turned, score) ? turned : goals
}

const otherOf = (side: Side): Side => (side === 'home' ? 'away' : 'home')

const isTally = (goals: readonly GoalEvent[], { home, away }: Score): boolean =>
  goals.filter(({ team }) => team === 'home').length === home &&
  goals.filter(({ team }) => team === 'away').length === away

/** Players sent off. A second yellow card may be reported twice. */
function redCardsOf(row: FeedRow): Score {
  const off = { home: new Set<string>(), away: new Set<string>() }
  for (const event of rowsIn(row['events'])) {
    const team = sideOf(row, event['team'])
    if (team === null || text(event['type']) !== 'Card' || !/^(red|second yellow)/i.test(text(event['detail'])))
      continue
    const { id, name } = personOf(event, 'player')
    off[team].add(id ?? name)
  }
  return { home: off.home.size, away: off.away.size }
}

function startersOf(row: FeedRow): Player[] {
  return rowsIn(row['lineups']).flatMap((lineup) => {
    const side = sideOf(row, lineup['team'])
    if (side === null) return []
    return rowsIn(lineup['startXI']).flatMap((entry) => {
      const id = text(field(entry['player'], 'id'))
      const name = text(field(entry['player'], 'name'))
      return id === '' || name === '' ? [] : [{ id, name, side }]
    })
  })
}

/** The starters, and both players of each substitution: the one leaving has played as well. */
function participantsOf(row: FeedRow): string[] | null {
  const began = startersOf(row)
  if (began.length === 0) return null
  const changed = rowsIn(row['events'])
    .filter((event) => /^subst$/i.test(text(event['type'])))
    .flatMap((event) => [personOf(event, 'player').id ?? [], personOf(event, 'assist').id ?? []].flat())
  return [...new Set([...began.map(({ id }) => id), ...changed])]
}
