import type { Quotes, Score } from '../season/match.ts'
import type { Card, Goal } from './timeline.ts'

/** What a test has ordered about one match; an empty ruling leaves it as it is drawn. */
export interface Ruling {
  readonly kickoffMs?: number
  /** The clock stands still from `atMs` on, under this status; `scored` tells whether what was played until then counts. */
  readonly stopped?: { readonly status: string; readonly atMs: number; readonly scored: boolean }
  /** The last whistle has gone, whatever the clock says. */
  readonly ended?: boolean
  /** Places of goals, in the order of `goals`, that were given and taken back. */
  readonly takenBack?: readonly number[]
  readonly addedGoals?: readonly Goal[]
  readonly addedCards?: readonly Card[]
  /** The score that the feed states at the end, whether or not its goals agree. */
  readonly stated?: { readonly fullTime: Score; readonly halfTime?: Score }
  readonly overtime?: { readonly extra: Score; readonly penalties?: Score }
  /** `null`: no bookmaker quotes the match. */
  readonly quotes?: Quotes | null
  readonly quotedMs?: number
  /** No answer mentions the match. */
  readonly hidden?: boolean
}
