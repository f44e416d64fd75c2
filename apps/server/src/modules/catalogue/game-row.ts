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
export type Decision =
  | { readonly kind: 'result'; readonly result: MatchResult }
  | { readonly kind: 'void'; readonly reason: string }

/** A score that a feed tells. */
export type ReportedResult = Score & { readonly halfTime: Score | null }

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
  /** Closed to bets while a second member of staff decides on a start that has passed. */
  readonly heldForStart: boolean
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
  readonly verdict: Decision | null
  /** Another result than the verdict's that its feed tells too late, or too often, to be believed: staff looks at it. */
  readonly toldResult: ReportedResult | null
  readonly resultVersion: number
  readonly settledVersion: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Grows with every change of what a bet depends on. The database counts it; 0 until the row is read. */
  readonly offerVersion: number
}

/** What is written of a row, with its type in SQL. A column has the name of its field in snake case. */
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

/** `select` list that gives rows the names of GameRow. */
export const GAME_COLUMNS = [
  ...NAMES.map((name) => `${columnOf(name)} as "${name}"`),
  'offer_version as "offerVersion"',
].join(', ')

/** Writes whole rows from a JSON list in `$1`: new ones are inserted, known ones become what the list says. */
export const UPSERT_GAMES = `
  insert into games (${NAMES.map(columnOf).join(', ')})
  select ${NAMES.map((name) => `r."${name}"`).join(', ')}
  from jsonb_to_recordset($1::jsonb) as r(${NAMES.map((name) => `"${name}" ${TYPES[name]}`).join(', ')})
  on conflict (id) do update set ${NAMES.filter(
    (name) => name !== 'id' && name !== 'createdAt' && name !== 'settledVersion' && name !== 'barred',
  )
    .map((name) => `${columnOf(name)} = excluded.${columnOf(name)}`)
    .join(', ')}, offer_version = games.offer_version + 1`
