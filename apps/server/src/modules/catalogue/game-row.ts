import type { MarketId, MatchResult, Player, Side, Sport } from '@mupiira/domain/markets/types.ts'
import type { GoalEvent, Score } from '@mupiira/domain/match/goals.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import type { GameStatus } from '@mupiira/domain/ticket/states.ts'

/** What staff has set of a market: nobody bets on it, or the odds of selections, in hundredths, instead of the model's. */
export type MarketControl = {
  readonly suspended?: boolean
  readonly odds?: { readonly [selection: string]: number }
  /** Of odds that give something away: in hundredths the highest that would not have, as they were read. */
  readonly agreedAt?: { readonly [selection: string]: number }
  /** The highest stake of a bet with the selection, in whole shillings. */
  readonly mostStake?: { readonly [selection: string]: number }
}
export type MarketControls = { readonly [market in MarketId]?: MarketControl }

/** What the bets on a game are settled on. */
export type Verdict =
  | { readonly kind: 'result'; readonly result: MatchResult }
  | { readonly kind: 'void'; readonly reason: string }

/** A score that a feed tells. */
export type ToldResult = Score & { readonly halfTime: Score | null }

/** A row of `games` in the server's own names (DATA-09 to DATA-13). Odds are hundredths, or null where there are none. */
export type GameRow = {
  readonly id: string
  readonly shortId: string
  readonly name: string
  readonly homeTeam: string
  readonly awayTeam: string
  readonly league: string
  readonly country: string | null
  readonly sport: Sport
  readonly startTime: Date
  readonly firstScheduledAt: Date
  /** The starts that it had before, and until when; bets count with the start that they were taken with (D20). */
  readonly earlierStarts: readonly { readonly startsAt: string; readonly until: string }[]
  readonly status: GameStatus
  readonly source: 'feed' | 'hand'
  readonly feedMatchId: string | null
  /** How its feed numbers the teams; null where it has not told. */
  readonly feedTeamIds: { readonly home: string; readonly away: string } | null
  readonly held: boolean
  readonly homeOdds: number | null
  readonly drawOdds: number | null
  readonly awayOdds: number | null
  readonly over25Odds: number | null
  readonly under25Odds: number | null
  readonly model: ModelParams | null
  readonly priceVersion: number
  /** When that version began; null where nobody noted it. */
  readonly pricedAt: Date | null
  readonly suspended: boolean
  /** What closes it to bets only for as long as it lasts, each by a mark of its own. */
  readonly closedFor: readonly string[]
  /** Its feed tells of it no more: no price stands, and what is shown is late. */
  readonly silent: boolean
  readonly knockOut: boolean
  readonly drawPossible: boolean
  readonly players: readonly Player[]
  readonly minutesPassed: number
  readonly atHalfTime: boolean
  readonly breakDuration: number
  readonly matchDuration: number
  readonly halfTimeDuration: number
  readonly period: string | null
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly halfTimeHomeScore: number | null
  readonly halfTimeAwayScore: number | null
  readonly winner: Side | 'draw' | null
  readonly goalEvents: readonly GoalEvent[]
  readonly goalsComplete: boolean
  readonly redCards: Score
  readonly participants: readonly string[] | null
  readonly qualifier: Side | 'nobody' | null
  readonly retired: boolean
  readonly resultConfirmed: boolean
  readonly viewers: number
  /** A match by hand: minutes that its clock stands before or behind the time since its start. */
  readonly clockOffset: number
  readonly controls: MarketControls
  /** Suspended with its league or with everything; never written with the row. */
  readonly barred: boolean
  readonly firstLiveAt: Date | null
  readonly lastGoalAt: Date | null
  /** The last red card, penalty or review that was told of. */
  readonly lastIncidentAt: Date | null
  readonly feedSeenAt: Date | null
  readonly finishedAt: Date | null
  readonly verdict: Verdict | null
  /** Another result than the verdict's that its feed tells too late, or too often, to be believed: staff looks at it. */
  readonly toldResult: ToldResult | null
  readonly resultVersion: number
  readonly settledVersion: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** The transaction that wrote the row as it is; empty where it has not been read from the database. Never written with the row. */
  readonly writtenBy: string
}

const COLUMNS: { readonly [name in Exclude<keyof GameRow, 'writtenBy'>]: string } = {
  id: 'id',
  shortId: 'short_id',
  name: 'name',
  homeTeam: 'home_team',
  awayTeam: 'away_team',
  league: 'league',
  country: 'country',
  sport: 'sport',
  startTime: 'start_time',
  firstScheduledAt: 'first_scheduled_at',
  earlierStarts: 'earlier_starts',
  status: 'status',
  source: 'source',
  feedMatchId: 'feed_match_id',
  feedTeamIds: 'feed_team_ids',
  held: 'held',
  homeOdds: 'home_odds',
  drawOdds: 'draw_odds',
  awayOdds: 'away_odds',
  over25Odds: 'over25_odds',
  under25Odds: 'under25_odds',
  model: 'model',
  priceVersion: 'price_version',
  pricedAt: 'priced_at',
  suspended: 'suspended',
  closedFor: 'closed_for',
  silent: 'silent',
  knockOut: 'knock_out',
  drawPossible: 'draw_possible',
  players: 'players',
  minutesPassed: 'minutes_passed',
  atHalfTime: 'at_half_time',
  breakDuration: 'break_duration',
  matchDuration: 'match_duration',
  halfTimeDuration: 'half_time_duration',
  period: 'period',
  homeScore: 'home_score',
  awayScore: 'away_score',
  halfTimeHomeScore: 'half_time_home_score',
  halfTimeAwayScore: 'half_time_away_score',
  winner: 'winner',
  goalEvents: 'goal_events',
  goalsComplete: 'goals_complete',
  redCards: 'red_cards',
  participants: 'participants',
  qualifier: 'qualifier',
  retired: 'retired',
  resultConfirmed: 'result_confirmed',
  viewers: 'viewers',
  clockOffset: 'clock_offset',
  controls: 'controls',
  barred: 'barred',
  firstLiveAt: 'first_live_at',
  lastGoalAt: 'last_goal_at',
  lastIncidentAt: 'last_incident_at',
  feedSeenAt: 'feed_seen_at',
  finishedAt: 'finished_at',
  verdict: 'verdict',
  toldResult: 'told_result',
  resultVersion: 'result_version',
  settledVersion: 'settled_version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

const NAMES = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[]

/** `select` list that gives rows the names of GameRow. */
export const GAME_COLUMNS = [...NAMES.map((name) => `${COLUMNS[name]} as "${name}"`), 'xmin as "writtenBy"'].join(', ')

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'earlierStarts',
  'feedTeamIds',
  'model',
  'players',
  'goalEvents',
  'redCards',
  'participants',
  'verdict',
  'toldResult',
  'controls',
  'closedFor',
])

/** Writes whole rows from a JSON list in `$1`: new ones are inserted, known ones become what the list says. */
export const UPSERT_GAMES = `
  insert into games (${NAMES.map((name) => COLUMNS[name]).join(', ')})
  select ${NAMES.map((name) => `r."${name}"`).join(', ')}
  from jsonb_to_recordset($1::jsonb) as r(${NAMES.map((name) => `"${name}" ${typeOf(name)}`).join(', ')})
  on conflict (id) do update set ${NAMES.filter(
    (name) => name !== 'id' && name !== 'createdAt' && name !== 'settledVersion' && name !== 'barred',
  )
    .map((name) => `${COLUMNS[name]} = excluded.${COLUMNS[name]}`)
    .join(', ')}`

function typeOf(name: keyof GameRow): string {
  if (name === 'id') return 'uuid'
  if (JSON_COLUMNS.has(name)) return 'jsonb'
  if (/(At|Time)$/.test(name) && name !== 'atHalfTime') return 'timestamptz'
  if (
    /^(held|suspended|barred|silent|knockOut|drawPossible|atHalfTime|goalsComplete|retired|resultConfirmed)$/.test(name)
  )
    return 'boolean'
  if (/(Odds|Version|Score|Passed|Duration|Offset)$/.test(name) || name === 'viewers') return 'int'
  return 'text'
}
