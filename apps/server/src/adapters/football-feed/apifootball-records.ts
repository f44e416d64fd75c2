import type { Position, ScorerRecord } from '@mupiira/domain/pricing/scorer-records.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FeedAnswer, FeedGame } from '../../modules/catalogue/ports.ts'
import { count, type FeedRow, rowsIn, text } from './feed-row.ts'

type Records = readonly ScorerRecord[]
/** Requests the rows of get_teams for a team number. */
type RequestTeam = (teamId: string) => Promise<FeedAnswer<readonly FeedRow[]>>

/** A season's figures change with a team's matches, so once a day is enough. */
const REFRESH_MS = DAY_MS
/** How long a record is used if no newer response arrives. */
const EXPIRE_MS = 3 * DAY_MS
const RETRY_MS = 10 * MINUTE_MS
/** Maximum team requests per list of matches, because each request delays the scores of the list. */
const MAX_REQUESTS = 10
const MAX_TEAMS = 2_000
const MAX_PLAYERS = 100

type Team = {
  readonly records: Records | null
  readonly receivedAtMs: number
  readonly dueMs: number
}

/**
 * The players' records of get_teams, cached by team. Teams are requested once the line-ups of an upcoming match are
 * known, the earliest kick-off first.
 */
export function createTeamRecords(request: RequestTeam, clock: Clock) {
  const teams = new Map<string, Team>()

  async function refresh(teamId: string, nowMs: number): Promise<void> {
    const answer = await request(teamId)
    if (!answer.ok && answer.error === 'QUOTA') return
    const records = answer.ok ? readRecords(answer.value, teamId) : null
    const known = teams.get(teamId)
    teams.set(
      teamId,
      records === null
        ? { records: null, receivedAtMs: nowMs, ...known, dueMs: nowMs + RETRY_MS }
        : { records, receivedAtMs: nowMs, dueMs: nowMs + REFRESH_MS },
    )
  }

  function recordsOf(teamId: string, nowMs: number): Records | null {
    const team = teams.get(teamId)
    return team !== undefined && nowMs - team.receivedAtMs < EXPIRE_MS ? team.records : null
  }

  /** Adds the records of the teams to upcoming matches with line-ups. Returns all matches. */
  return async (games: readonly FeedGame[]): Promise<readonly FeedGame[]> => {
    const nowMs = clock.now().getTime()
    const announced = games.filter(({ status, players }) => status.kind === 'upcoming' && players.length > 0)
    const teamIds = announced
      .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
      .flatMap(({ teamIds: ids }) => (ids === null ? [] : [ids.home, ids.away]))
    const due = [...new Set(teamIds)].filter((teamId) => nowMs >= (teams.get(teamId)?.dueMs ?? 0))
    if (teams.size > MAX_TEAMS) teams.clear()
    await Promise.all(due.slice(0, MAX_REQUESTS).map((teamId) => refresh(teamId, nowMs)))
    return games.map((game) => {
      if (game.teamIds === null || !announced.includes(game)) return game
      const { home, away } = game.teamIds
      return { ...game, records: { home: recordsOf(home, nowMs), away: recordsOf(away, nowMs) } }
    })
  }
}

/** The players of a team; null when the rows do not contain it. */
function readRecords(rows: readonly FeedRow[], teamId: string): Records | null {
  const team = rows.find((row) => text(row['team_key']) === teamId)
  return team === undefined ? null : rowsIn(team['players']).slice(0, MAX_PLAYERS).flatMap(readRecord)
}

const POSITION_OF: ReadonlyMap<string, Position> = new Map([
  ['Goalkeepers', 'goalkeeper'],
  ['Defenders', 'defender'],
  ['Midfielders', 'midfielder'],
  ['Forwards', 'forward'],
])

/** A player without a known position or without both figures has no record. */
function readRecord(player: FeedRow): ScorerRecord[] {
  const playerId = text(player['player_key'])
  const position = POSITION_OF.get(text(player['player_type']))
  const [matches, goals] = [count(player['player_match_played']), count(player['player_goals'])]
  if (playerId === '' || position === undefined || matches === null || goals === null) return []
  return [{ playerId, position, matches, goals }]
}
