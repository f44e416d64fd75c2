import type { GoalEvent, Score } from '@mupiira/domain/match/goals.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Player, Side } from '@mupiira/domain/markets/types.ts'

/** What a feed says of a match now. A status that it does not document is `held`: nothing settles on it. */
export type FeedStatus =
  | { readonly kind: 'upcoming' }
  | { readonly kind: 'live'; readonly minute: number | null; readonly halfTime: boolean }
  | { readonly kind: 'finished' }
  | { readonly kind: 'postponed' | 'cancelled' | 'abandoned' }
  | { readonly kind: 'held'; readonly text: string }

/** A match as any feed tells it, in our words. A score is that of 90 minutes; null while unknown. */
export type FeedGame = {
  readonly matchId: string
  readonly league: string
  readonly country: string | null
  readonly homeTeam: string
  readonly awayTeam: string
  /** How the feed numbers them; null where it does not tell. */
  readonly teamIds: { readonly home: string; readonly away: string } | null
  readonly startsAt: Date
  readonly status: FeedStatus
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly GoalEvent[]
  readonly goalsComplete: boolean
  /** So far, of each side; null where the feed does not tell. */
  readonly redCards: Score | null
  readonly knockOut: boolean
  readonly qualifier: Side | 'nobody' | null
  readonly players: readonly Player[]
  /** Ids of all who took part, so far; null where the feed has no line-ups. */
  readonly participants: readonly string[] | null
  /** The row as it came, kept for disputes. */
  readonly raw: unknown
}

/** Why a feed had nothing usable this time: nothing is changed, the next turn asks again. */
export type FeedFailure = 'UNREACHABLE' | 'NOT_JSON' | 'REFUSED' | 'MALFORMED' | 'QUOTA'

export type FeedAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: FeedFailure }

/** Odds by match id, the median of the bookmakers: of every match quoted with a kick-off before `until`, maybe of later ones. */
export type FeedOdds = { readonly quotes: ReadonlyMap<string, MatchOdds>; readonly until: Date }

export type FootballFeed = {
  /** How its match ids begin, with a colon at the end; "": ids without any. Games of another feed may be on offer still. */
  readonly mark: string
  /** Matches that are being played now. */
  liveGames(now: Date): Promise<FeedAnswer<readonly FeedGame[]>>
  /** What became of matches that should be played and are not told as live; maybe others beside them. */
  matches(matchIds: readonly string[], now: Date): Promise<FeedAnswer<readonly FeedGame[]>>
  /**
   * Matches with a kick-off from the day of `from` to the day of `to`, at least those with news since it was last asked.
   * Rows that cannot be read are left out.
   */
  games(from: Date, to: Date): Promise<FeedAnswer<readonly FeedGame[]>>
  /** A match that an answer leaves out is asked for anew by the next question, also where odds are asked for seldom. */
  odds(from: Date, to: Date): Promise<FeedAnswer<FeedOdds>>
  /** How often the week ahead is worth its requests. */
  readonly weekEveryMs: number
}

/** A feed that tells live scores by itself. */
export type FeedPush = {
  /** Keeps a connection until it is told to close; one that is lost is opened anew. */
  open(receive: (games: readonly FeedGame[]) => void): { close(): void }
}

/** What a feed counts of a side; possession in per cent. */
export type FeedStatistic = 'possession' | 'shots' | 'corners' | 'fouls' | 'yellowCards' | 'redCards'
export type FeedStatistics = { readonly [name in FeedStatistic]?: Score }

export type FeedPlayer = { readonly number: number | null; readonly name: string }
export type FeedLineup = {
  readonly starting: readonly FeedPlayer[]
  readonly substitutes: readonly FeedPlayer[]
  readonly coach: string | null
}

export type FeedPlayedGame = {
  /** ISO 8601, UTC. */
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

/** What a feed knows about a match beside its score. It is asked only when somebody looks, and what it said is kept. */
export type MatchFacts = {
  statistics(matchId: string): Promise<FeedAnswer<FeedStatistics>>
  lineups(matchId: string): Promise<FeedAnswer<{ readonly home: FeedLineup | null; readonly away: FeedLineup | null }>>
  /** By the names that the feed gives its teams, or by what it knows of the match. */
  meetings(match: {
    readonly matchId: string
    readonly homeTeam: string
    readonly awayTeam: string
  }): Promise<FeedAnswer<FeedMeetings>>
  /** The table of the league that a match belongs to. */
  standings(match: { readonly matchId: string; readonly startsAt: Date }): Promise<FeedAnswer<readonly FeedStanding[]>>
}
