import type { GoalEvent, Score } from '@mupiira/domain/match/goals.ts'
import type { SideRecords } from '@mupiira/domain/pricing/scorer-records.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Player, Side } from '@mupiira/domain/markets/types.ts'

/** The current status of a match. An undocumented status is `held` and settles nothing. */
export type FeedStatus =
  | { readonly kind: 'upcoming' }
  | { readonly kind: 'live'; readonly minute: number | null; readonly halfTime: boolean }
  | { readonly kind: 'finished' }
  | { readonly kind: 'postponed' | 'cancelled' | 'abandoned' }
  | { readonly kind: 'held'; readonly text: string }

/** A match as reported by any feed. Scores are those of 90 minutes; null while unknown. */
export type FeedGame = {
  readonly matchId: string
  readonly league: string
  readonly country: string | null
  readonly homeTeam: string
  readonly awayTeam: string
  /** The feed's team numbers; null when not reported. */
  readonly teamIds: { readonly home: string; readonly away: string } | null
  readonly startsAt: Date
  readonly status: FeedStatus
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly GoalEvent[]
  readonly goalsComplete: boolean
  /** Red cards so far per side; null when not reported. */
  readonly redCards: Score | null
  /** Penalties and reviews so far; null when the report does not contain them. */
  readonly incidents: number | null
  /**
   * Reports of danger so far: moments after which a goal is likelier than the model assumes. Absent or null: unknown.
   */
  readonly alerts?: number | null
  /** Whether the feed reports that bets are stopped now, as during a penalty. */
  readonly isStopped?: boolean
  /** True if another report of the feed has a different score, and neither is known to be newer. */
  readonly isScoreDisputed?: boolean
  readonly knockOut: boolean
  readonly qualifier: Side | 'nobody' | null
  readonly players: readonly Player[]
  /** Goals of the players so far this season; absent when the feed has no records. */
  readonly records?: SideRecords
  /** Ids of all participants so far; null when the feed has no line-ups. */
  readonly participants: readonly string[] | null
  /** Milliseconds from the provider's last update of the report to its request. Absent: the report was up to date. */
  readonly ageMs?: number
  /** The original row, stored for disputes. */
  readonly raw: unknown
}

/** Why a response was unusable. Nothing changes, and the next poll repeats the request. */
export type FeedFailure = 'UNREACHABLE' | 'NOT_JSON' | 'REFUSED' | 'MALFORMED' | 'QUOTA'

export type FeedAnswer<T> =
  /** `unreadable`: rows that were skipped. */
  | { readonly ok: true; readonly value: T; readonly unreadable?: number }
  | { readonly ok: false; readonly error: FeedFailure }

/** How a request for live odds ended. `LATE`: it has no response yet, and the last live odds are too old. */
export type LiveOddsOutcome = 'RECEIVED' | 'LATE' | FeedFailure

/**
 * Matches, and the outcomes of the requests for live odds that ended since the last poll. Live odds show whether bets
 * are stopped. Absent: the feed needs no live odds, or live games take no bets.
 */
export type FeedScores = FeedAnswer<readonly FeedGame[]> & { readonly liveOdds?: readonly LiveOddsOutcome[] }

/** Median odds by match id: all quoted matches with a kick-off before `until`, and possibly later matches. */
export type FeedOdds = { readonly quotes: ReadonlyMap<string, MatchOdds>; readonly until: Date }

export type FootballFeed = {
  /** Prefix of the feed's match ids, ending with a colon, or "". Games of another feed may still be on offer. */
  readonly idPrefix: string
  /**
   * Requests the matches in play. `takesBets`: live games take bets, so a feed makes further requests for incidents if
   * it needs them.
   */
  liveGames(now: Date, takesBets?: boolean): Promise<FeedScores>
  /** The state of matches that should be live but are not listed as live. May include other matches. */
  matches(matchIds: readonly string[], now: Date): Promise<FeedAnswer<readonly FeedGame[]>>
  /**
   * Matches with a kick-off from the day of `from` to the day of `to`. Matches without changes since the last request
   * may be missing. Unreadable rows are skipped.
   */
  games(from: Date, to: Date): Promise<FeedScores>
  /** A match without odds in one response is included in the next request, even where odds are requested rarely. */
  odds(from: Date, to: Date): Promise<FeedAnswer<FeedOdds>>
  /** Polling interval for the week ahead. */
  readonly weekPollMs: number
}

/** A feed that pushes live scores. */
export type FeedPush = {
  /** Keeps a connection until it is closed. Reconnects when it is lost. */
  open(receive: (games: readonly FeedGame[]) => void): { close(): void }
}

/** Statistics of a side; possession in per cent. */
export type FeedStatistic = 'possession' | 'shots' | 'corners' | 'fouls' | 'yellowCards' | 'redCards'
export type FeedStatistics = { readonly [name in FeedStatistic]?: Score }

export type FeedPlayer = { readonly number: number | null; readonly name: string }
export type FeedLineup = {
  readonly starting: readonly FeedPlayer[]
  readonly substitutes: readonly FeedPlayer[]
  readonly coach: string | null
}

export type FeedPlayedGame = {
  /** The kick-off in ISO 8601, UTC. */
  readonly startTime: string
  readonly league: string
  readonly homeTeam: string
  readonly awayTeam: string
  readonly homeScore: number
  readonly awayScore: number
}
export type FeedMeetings = {
  readonly meetings: readonly FeedPlayedGame[]
  readonly home: readonly FeedPlayedGame[]
  readonly away: readonly FeedPlayedGame[]
}

export type FeedStanding = {
  readonly position: number
  readonly team: string
  readonly played: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
  readonly goalsFor: number
  readonly goalsAgainst: number
  readonly points: number
}

/** Facts about a match besides its score. Requested on demand and cached. */
export type MatchFacts = {
  statistics(matchId: string): Promise<FeedAnswer<FeedStatistics>>
  lineups(matchId: string): Promise<FeedAnswer<{ readonly home: FeedLineup | null; readonly away: FeedLineup | null }>>
  /** Found by the feed's team ids, or by the names of the teams. */
  meetings(match: {
    readonly matchId: string
    readonly homeTeam: string
    readonly awayTeam: string
  }): Promise<FeedAnswer<FeedMeetings>>
  /** Requests the table of the match's league. */
  standings(match: { readonly matchId: string; readonly startsAt: Date }): Promise<FeedAnswer<readonly FeedStanding[]>>
}
