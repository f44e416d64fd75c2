import type { MarketId, MatchResult, Player, Side, Sport } from '@mupiira/domain/markets/types.ts'
import type { GoalEvent, Score } from '@mupiira/domain/match/goals.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import type { GameStatus } from '@mupiira/domain/ticket/states.ts'

/** Market controls of staff: suspension, manual odds (hundredths) and stake limits. */
export type MarketControl = {
  readonly suspended?: boolean
  readonly odds?: { readonly [selection: string]: number }
  /** For manual odds above the fair odds: the fair odds at approval, in hundredths. */
  readonly agreedAt?: { readonly [selection: string]: number }
  /** The highest stake on the selection, in whole shillings. */
  readonly mostStake?: { readonly [selection: string]: number }
}
export type MarketControls = { readonly [market in MarketId]?: MarketControl }

/** The decision that a game's bets are settled on. */
export type Decision =
  | { readonly kind: 'result'; readonly result: MatchResult }
  | { readonly kind: 'void'; readonly reason: string }

/** A score reported by a feed. */
export type ReportedResult = Score & { readonly halfTime: Score | null }

/** A row of `games` (DATA-09 to DATA-13). Odds are hundredths, or null without prices. */
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
  /** Earlier start times, each with its end. Bets count with the start at their placement (D20). */
  readonly earlierStarts: readonly { readonly startsAt: string; readonly until: string }[]
  readonly status: GameStatus
  readonly source: 'feed' | 'hand'
  readonly feedMatchId: string | null
  /** The feed's team numbers; null when not reported. */
  readonly feedTeamIds: { readonly home: string; readonly away: string } | null
  readonly held: boolean
  readonly homeOdds: number | null
  readonly drawOdds: number | null
  readonly awayOdds: number | null
  readonly over25Odds: number | null
  readonly under25Odds: number | null
  readonly model: ModelParams | null
  readonly priceVersion: number
  /** Start of the current price version; null when unknown. */
  readonly pricedAt: Date | null
  readonly suspended: boolean
  /** Closed to bets while a second member of staff decides on a start in the past. */
  readonly heldForStart: boolean
  /** The feed no longer reports the game: its prices are suspended and its screens show a delay. */
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
  /** Manual match: minutes added to the clock since its start; may be negative. */
  readonly clockOffset: number
  readonly controls: MarketControls
  /** Suspended with its league or with all games. Never written with the row. */
  readonly barred: boolean
  readonly firstLiveAt: Date | null
  readonly lastGoalAt: Date | null
  /** The last reported red card, penalty or review. */
  readonly lastIncidentAt: Date | null
  readonly feedSeenAt: Date | null
  readonly finishedAt: Date | null
  readonly verdict: Decision | null
  /** A differing result that the feed reported too late or too often; staff decides. */
  readonly toldResult: ReportedResult | null
  readonly resultVersion: number
  readonly settledVersion: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Increases with each change that bets depend on. Maintained by the database; 0 until the row is read. */
  readonly offerVersion: number
}

/** Written columns with their SQL types. Column names are the field names in snake case. */
const TYPES: {
  readonly [name in Exclude<keyof GameRow, 'offerVersion'>]:
    | 'uuid'
    | 'text'
    | 'int'
    | 'boolean'
    | 'timestamptz'
    | 'jsonb'
} = {
  id: 'uuid',
  shortId: 'text',
  name: 'text',
  homeTeam: 'text',
  awayTeam: 'text',
  league: 'text',
  country: 'text',
  sport: 'text',
  startTime: 'timestamptz',
  firstScheduledAt: 'timestamptz',
  earlierStarts: 'jsonb',
  status: 'text',
  source: 'text',
  feedMatchId: 'text',
  feedTeamIds: 'jsonb',
  held: 'boolean',
  homeOdds: 'int',
  drawOdds: 'int',
  awayOdds: 'int',
  over25Odds: 'int',
  under25Odds: 'int',
  model: 'jsonb',
  priceVersion: 'int',
  pricedAt: 'timestamptz',
  suspended: 'boolean',
  heldForStart: 'boolean',
  silent: 'boolean',
  knockOut: 'boolean',
  drawPossible: 'boolean',
  players: 'jsonb',
  minutesPassed: 'int',
  atHalfTime: 'boolean',
  breakDuration: 'int',
  matchDuration: 'int',
  halfTimeDuration: 'int',
  period: 'text',
  homeScore: 'int',
  awayScore: 'int',
  halfTimeHomeScore: 'int',
  halfTimeAwayScore: 'int',
  winner: 'text',
  goalEvents: 'jsonb',
  goalsComplete: 'boolean',
  redCards: 'jsonb',
  participants: 'jsonb',
  qualifier: 'text',
  retired: 'boolean',
  resultConfirmed: 'boolean',
  viewers: 'int',
  clockOffset: 'int',
  controls: 'jsonb',
  barred: 'boolean',
  firstLiveAt: 'timestamptz',
  lastGoalAt: 'timestamptz',
  lastIncidentAt: 'timestamptz',
  feedSeenAt: 'timestamptz',
  finishedAt: 'timestamptz',
  verdict: 'jsonb',
  toldResult: 'jsonb',
  resultVersion: 'int',
  settledVersion: 'int',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
}

const NAMES = Object.keys(TYPES) as readonly (keyof typeof TYPES)[]
const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `select` list that names the columns as GameRow does. */
export const GAME_COLUMNS = [
  ...NAMES.map((name) => `${columnOf(name)} as "${name}"`),
  'offer_version as "offerVersion"',
].join(', ')

/** Upserts complete rows from a JSON list in `$1`. */
export const UPSERT_GAMES = `
  insert into games (${NAMES.map(columnOf).join(', ')})
  select ${NAMES.map((name) => `r."${name}"`).join(', ')}
  from jsonb_to_recordset($1::jsonb) as r(${NAMES.map((name) => `"${name}" ${TYPES[name]}`).join(', ')})
  on conflict (id) do update set ${NAMES.filter(
    (name) => name !== 'id' && name !== 'createdAt' && name !== 'settledVersion' && name !== 'barred',
  )
    .map((name) => `${columnOf(name)} = excluded.${columnOf(name)}`)
    .join(', ')}, offer_version = games.offer_version + 1`
