import type { Quotes, Score, Side } from '../season/match.ts'
import type { Card, Goal } from './timeline.ts'

/** Overrides that a test sets for one match. An empty ruling leaves the match as generated. */
export interface Ruling {
  readonly kickoffMs?: number
  /** Stops the clock at `atMs` with this status. `scored`: whether the score until then counts. */
  readonly stopped?: { readonly status: string; readonly atMs: number; readonly scored: boolean }
  /** Ends the match at once. */
  readonly ended?: boolean
  /** Indexes of withdrawn goals in `goals`. */
  readonly takenBack?: readonly number[]
  readonly addedGoals?: readonly Goal[]
  readonly addedCards?: readonly Card[]
  /** Penalties awarded and video reviews, beside those of the generated goals. */
  readonly incidents?: readonly { readonly kind: 'penalty' | 'review'; readonly side: Side }[]
  /** The final score that the feed reports, even if it contradicts the goals. */
  readonly stated?: { readonly fullTime: Score; readonly halfTime?: Score }
  readonly overtime?: { readonly extra: Score; readonly penalties?: Score }
  /** `null`: no bookmaker quotes the match. */
  readonly quotes?: Quotes | null
  readonly quotedMs?: number
  /** Leaves the match out of all responses. */
  readonly hidden?: boolean
}
