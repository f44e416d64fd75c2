import type { MarketId, MatchResult, Player, Side, Sport } from '@mupiira/domain/markets/types.ts'
import type { GoalEvent, Score } from '@mupiira/domain/match/goals.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import type { GameStatus } from '@mupiira/domain/ticket/states.ts'

/** Market controls of staff: suspension, manual odds (hundredths) and stake limits. */
export type MarketControl = {
  readonly suspended?: boolean
  readonly odds?: { readonly [selection: string]: number }
  /** For approved manual odds: the highest odds that needed no approval at that time, in hundredths. */
  readonly agreedAt?: { readonly [selection: string]: number }
  /** The highest stake on the selection, in whole shillings. */
  readonly mostStake?: { readonly [selection: string]: number }
}
/** By how much liability lowers the price of a selection, in hundredths of a percent. */
export type PriceReaction = { readonly [market in MarketId]?: { readonly [selection: string]: number } }
/** When each market was last suspended, as ISO text. */
export type MarketSuspensions = { readonly [market in MarketId]?: string }
export type MarketControls = { readonly [market in MarketId]?: MarketControl }

/** The decision that a game's bets are settled on. */
export type Decision =
  | { readonly kind: 'result'; readonly result: MatchResult }
  | { readonly kind: 'void'; readonly reason: string }

/** A score reported by a feed. */
export type ReportedResult = Score & { readonly halfTime: Score | null }

/** The state of a match in its feed while staff runs the game. */
export type FeedReport = {
  readonly status: string
  readonly minute: number | null
  readonly startTime: string
  readonly homeTeam: string
  readonly awayTeam: string
  readonly homeScore: number | null
  readonly awayScore: number | null
}

/** A game with everything about it (DATA-09 to DATA-13). Odds are hundredths, or null without prices. */
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
  /** Earlier start times, each with the time until which it applied. A bet keeps the start at its placement (D20). */
  readonly earlierStarts: readonly { readonly startsAt: string; readonly until: string }[]
  readonly status: GameStatus
  readonly source: 'feed' | 'hand'
  readonly feedMatchId: string | null
  /** The feed's team numbers; null when not reported. */
  readonly feedTeamIds: { readonly home: string; readonly away: string } | null
  /** The last report on a feed's game that staff has taken over; null otherwise. */
  readonly feedReport: FeedReport | null
  /** True if players do not see the game, because staff deleted it while its feed still lists it. */
  readonly hidden: boolean
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
  /** When the feed quoted the odds, by its own time; null when unknown, and for manual games. */
  readonly quotedAt: Date | null
  readonly suspended: boolean
  /** When the game was last suspended, by anyone and for any reason; null if never. */
  readonly suspendedAt: Date | null
  readonly marketSuspensions: MarketSuspensions
  /** True if the game is closed to bets while a second member of staff decides on a start in the past. */
  readonly startApprovalPending: boolean
  /** True if the feed no longer reports the game. Its prices are then suspended, and its screens show a delay. */
  readonly stale: boolean
  readonly knockOut: boolean
  readonly drawPossible: boolean
  readonly players: readonly Player[]
  /** When the current line-ups were first reported; null without line-ups. */
  readonly lineUpsAt: Date | null
  readonly minutesPassed: number
  /** When this minute was first reported; null when unknown. */
  readonly minuteAt: Date | null
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
  /** Manual match: minutes added to the clock since its start; may be negative. */
  readonly clockOffset: number
  readonly controls: MarketControls
  readonly priceReaction: PriceReaction
  /** True if the league or all games are suspended. Never written with the game. */
  readonly scopeSuspended: boolean
  readonly firstLiveAt: Date | null
  readonly lastGoalAt: Date | null
  /** The last reported red card, penalty or review. */
  readonly lastIncidentAt: Date | null
  /** Penalties and reviews so far; null when the feed does not report them now. */
  readonly incidents: number | null
  /** The last known number of penalties and reviews. */
  readonly knownIncidents: number | null
  /** Reports of danger so far, such as corners. */
  readonly alerts: number
  /** True while the feed reports that bets are stopped, as during a penalty. */
  readonly playStopped: boolean
  /** The last report of danger, or the begin or end of a stop or of a dispute about the score. */
  readonly lastAlertAt: Date | null
  /** True while the pushed and the polled score of the feed differ. */
  readonly scoreDisputed: boolean
  readonly feedReportedAt: Date | null
  /** When the newest answer that included the live game was requested, by the database's clock. */
  readonly feedRequestedAt: Date | null
  readonly finishedAt: Date | null
  readonly decision: Decision | null
  /** A differing result that the feed reported too late or too often; staff decides. */
  readonly reportedResult: ReportedResult | null
  readonly resultVersion: number
  readonly settledVersion: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Increases with each change that affects bets. Set when written; 0 until the game is read. */
  readonly offerVersion: number
}
