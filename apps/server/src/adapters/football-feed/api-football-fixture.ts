import type { Score } from '@mupiira/domain/match/goals.ts'
import type { Player, Side } from '@mupiira/domain/markets/types.ts'
import type { FeedGame, FeedStatus } from '../../modules/catalogue/ports.ts'
import { count, type FeedRow, field, plausibleTime, rowIn, rowsIn, teamIdsOf, text } from './feed-row.ts'
import { type ListedGoal, readGoalList } from './goal-list.ts'

/** Prefix of match ids, because feeds may use the same numbers. */
export const ID_PREFIX = 'api-football:'
export const matchIdOf = (fixtureId: string): string => `${ID_PREFIX}${fixtureId}`
/** The provider's number of a match; null for matches of other feeds. */
export const fixtureIdOf = (matchId: string): string | null =>
  matchId.startsWith(ID_PREFIX) ? matchId.slice(ID_PREFIX.length) : null

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
  // `goals` includes extra time, so it is not used once extra time has begun.
  const score = regular ?? (isOvertime(row) ? null : sidesOf(row['goals']))
  const halfTime = scoreAt(row, 'halftime')
  const goals = readGoalList(listGoals(row), score, halfTime)
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
    halfTime,
    goals,
    goalsComplete:
      score !== null && goals.length === score.home + score.away && goals.every((goal) => goal.scorer !== null),
    redCards: Array.isArray(row['events']) ? redCardsOf(row) : null,
    incidents: Array.isArray(row['events']) ? incidentsIn(row) : null,
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

/** Accepts documented statuses only. Any other status puts the match on hold, and nothing is settled. */
export function readStatus(short: string, elapsed: number | null, extra: number | null): FeedStatus {
  switch (short) {
    case 'TBD':
    case 'NS':
      // A status "not started" with a minute is a contradiction.
      return (elapsed ?? 0) > 0 ? { kind: 'held', text: `${short} ${elapsed}'` } : { kind: 'upcoming' }
    case 'HT':
      return { kind: 'live', minute: 45, halfTime: true }
    case '1H':
    case '2H':
    case 'LIVE':
    case 'ET':
    case 'BT':
    case 'P':
      // Stoppage time of the second half is shown as 90+, stored as minute 91.
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

const minuteOf = (event: FeedRow): number | null => count(field(event['time'], 'elapsed'), 999)

/** Goals of normal play. The feed also lists missed penalties and shoot-out kicks as goal events, which are skipped. */
function listGoals(row: FeedRow): ListedGoal[] {
  const events = rowsIn(row['events'])
  const cancelled = cancelledGoals(row, events)
  return events.flatMap((event): ListedGoal[] => {
    const detail = text(event['detail'])
    const team = sideOf(row, event['team'])
    const minute = minuteOf(event)
    if (text(event['type']) !== 'Goal' || /missed/i.test(detail) || team === null || minute === null) return []
    if (/shoot-?out/i.test(text(event['comments']))) return []
    const { id, name } = personOf(event, 'player')
    return [
      {
        team,
        minute: Math.max(1, minute),
        scorer: name === '' ? null : name,
        playerId: id,
        ownGoal: /own/i.test(detail),
        identity: JSON.stringify([team, event['time'], id ?? name, detail]),
        cancelled: cancelled.has(event),
      },
    ]
  })
}

const REVIEW_MINUTES = 6

/** Goals that a video review cancelled: the latest goal before the review, of the same player or else the same team. */
function cancelledGoals(row: FeedRow, events: readonly FeedRow[]): ReadonlySet<FeedRow> {
  const cancelled = new Set<FeedRow>()
  for (const review of events) {
    if (text(review['type']) !== 'Var' || !/goal.*(cancel|disallow)/i.test(text(review['detail']))) continue
    const [side, minute] = [sideOf(row, review['team']), minuteOf(review)]
    if (minute === null) continue
    const before = events.filter((event) => {
      const at = minuteOf(event) ?? Number.POSITIVE_INFINITY
      return text(event['type']) === 'Goal' && !cancelled.has(event) && at <= minute && minute - at <= REVIEW_MINUTES
    })
    const player = personOf(review, 'player').id
    const goal =
      before.findLast((event) => player !== null && personOf(event, 'player').id === player) ??
      before.findLast((event) => side !== null && sideOf(row, event['team']) === side)
    if (goal !== undefined) cancelled.add(goal)
  }
  return cancelled
}

/** Players sent off. A second yellow card may be reported twice. */
function redCardsOf(row: FeedRow): Score {
  const sentOff = { home: new Set<string>(), away: new Set<string>() }
  for (const event of rowsIn(row['events'])) {
    const team = sideOf(row, event['team'])
    if (team === null || text(event['type']) !== 'Card' || !/^(red|second yellow)/i.test(text(event['detail'])))
      continue
    const { id, name } = personOf(event, 'player')
    sentOff[team].add(id ?? name)
  }
  return { home: sentOff.home.size, away: sentOff.away.size }
}

/** Taken penalties and decided video reviews. Kicks of a shoot-out do not count. */
const incidentsIn = (row: FeedRow): number =>
  rowsIn(row['events']).filter((event) => {
    const isPenalty = /penalty/i.test(text(event['detail'])) && !/shoot-?out/i.test(text(event['comments']))
    return text(event['type']) === 'Var' || (text(event['type']) === 'Goal' && isPenalty)
  }).length

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

/** The starters and both players of each substitution, because the player who leaves has also played. */
function participantsOf(row: FeedRow): string[] | null {
  const starters = startersOf(row)
  if (starters.length === 0) return null
  const changed = rowsIn(row['events'])
    .filter((event) => /^subst$/i.test(text(event['type'])))
    .flatMap((event) => [personOf(event, 'player').id ?? [], personOf(event, 'assist').id ?? []].flat())
  return [...new Set([...starters.map(({ id }) => id), ...changed])]
}
