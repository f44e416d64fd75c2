import type { Quotes, Score, Side } from '../season/match.ts'
import type { Card, Goal } from './timeline.ts'

export const INCIDENT_KINDS = ['penalty', 'review', 'corner', 'attack'] as const
export interface AddedIncident {
  readonly kind: (typeof INCIDENT_KINDS)[number]
  readonly side: Side
  readonly elapsed: number
}

/** The overrides of a test for one match. Without overrides the match stays as generated. */
export interface MatchOverrides {
  readonly kickoffMs?: number
  /** Stops the clock at `atMs` with this status. `scored`: the score at that moment is reported. */
  readonly stopped?: { readonly status: string; readonly atMs: number; readonly scored: boolean }
  /** Ends the match at once. */
  readonly ended?: boolean
  /** Indexes of withdrawn goals in `goals`. */
  readonly withdrawnGoals?: readonly number[]
  readonly addedGoals?: readonly Goal[]
  readonly addedCards?: readonly Card[]
  /** Incidents in addition to those of the match (`alerts.ts`), at a time in match minutes after the kick-off. */
  readonly incidents?: readonly AddedIncident[]
  /** By how many milliseconds the reports of a channel are late. */
  readonly delays?: { readonly push?: number; readonly poll?: number }
  /** The final score that the feed reports, even if it contradicts the goals. */
  readonly stated?: { readonly fullTime: Score; readonly halfTime?: Score }
  readonly overtime?: { readonly extra: Score; readonly penalties?: Score }
  /** The odds of the match. Null: no bookmaker has odds. */
  readonly quotes?: Quotes | null
  readonly quotedMs?: number
  /** The names of vendors' scenarios (`scenario.ts`) that change how the match is reported. */
  readonly scenarios?: readonly string[]
  /** Leaves the match out of all responses. */
  readonly hidden?: boolean
}
