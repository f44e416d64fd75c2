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
export type FeedFailure = 'UNREACHABLE' | 'NOT_JSON' | 'REFUSED' | 'MALFORMED'

export type FeedAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: FeedFailure }

export type FootballFeed = {
  /** Matches that are being played now. */
  liveGames(now: Date): Promise<FeedAnswer<readonly FeedGame[]>>
  /** Matches with a kick-off from the day of `from` to the day of `to`. Rows that cannot be read are left out. */
  games(from: Date, to: Date): Promise<FeedAnswer<readonly FeedGame[]>>
  /** Odds by match id, the median of the bookmakers. */
  odds(from: Date, to: Date): Promise<FeedAnswer<ReadonlyMap<string, MatchOdds>>>
}
