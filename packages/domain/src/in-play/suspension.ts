import { type ClosedTimes, LIVE_STATE_REASONS, liveState, type StartedGame } from '../cashout/live-state.ts'
import type { InPlayState } from '../pricing/in-play.ts'

/**
 * Why a live game takes no bets (INP-08): staff suspended it, its reports contradict each other, or the state has no
 * price.
 */
export const SUSPENSION_CAUSES = ['SUSPENDED_BY_STAFF', 'CONTRADICTION', ...LIVE_STATE_REASONS] as const
export type SuspensionCause = (typeof SUSPENSION_CAUSES)[number]

export interface Suspension {
  readonly cause: SuspensionCause
  /** When the game reopens if nothing else happens; null if only news or staff can reopen it. */
  readonly reopensAt: Date | null
}

/** A live game that takes bets has a state to price; any other has a suspension. */
export type InPlayStatus =
  | { readonly suspension: null; readonly state: InPlayState }
  | { readonly suspension: Suspension; readonly state: null }

export interface LiveGame {
  readonly game: StartedGame
  readonly isSuspendedByStaff: boolean
  /** True if the feed reports facts that contradict each other, or two feeds disagree. */
  readonly isContradictory: boolean
}

/** The settings of suspensions, in seconds. */
export interface SuspensionRules {
  readonly reopen_delay_seconds: number
  readonly in_play_silence_seconds: number
}

// A penalty or a video review takes about a minute to be decided, and feeds report only its beginning.
const SHORTEST_INCIDENT_MS = 60_000

export const closedTimes = (rules: SuspensionRules): ClosedTimes => ({
  afterGoalMs: rules.reopen_delay_seconds * 1_000,
  afterIncidentMs: Math.max(rules.reopen_delay_seconds * 1_000, SHORTEST_INCIDENT_MS),
  silenceMs: rules.in_play_silence_seconds * 1_000,
})

/**
 * Whether a live game takes bets at `now`, derived from its facts alone, so that a restart or another node comes to the
 * same result. If several causes apply, the first of this order is named: staff, contradiction, silence, goal,
 * incident, possible goal, no price. The latest event decides when the game reopens.
 */
export function inPlayStatus(live: LiveGame, now: Date, rules: SuspensionRules): InPlayStatus {
  if (live.isSuspendedByStaff) return suspended('SUSPENDED_BY_STAFF')
  if (live.isContradictory) return suspended('CONTRADICTION')
  const times = closedTimes(rules)
  const state = liveState(live.game, now, times)
  if (state.ok) return { suspension: null, state: state.value }
  return suspended(state.error, EVENTS.has(state.error) ? reopensAt(live.game, times) : null)
}

const EVENTS: ReadonlySet<SuspensionCause> = new Set(['GOAL', 'INCIDENT', 'POSSIBLE_GOAL'])

const suspended = (cause: SuspensionCause, at: Date | null = null): InPlayStatus => ({
  suspension: { cause, reopensAt: at },
  state: null,
})

function reopensAt(
  { lastGoalAt, lastIncidentAt, lastAlertAt, isStopped }: StartedGame,
  { afterGoalMs, afterIncidentMs }: ClosedTimes,
): Date | null {
  if (isStopped) return null
  const after = (at: Date | null, ms: number): number => (at === null ? 0 : at.getTime() + ms)
  const times = [
    after(lastGoalAt, afterGoalMs),
    after(lastIncidentAt, afterIncidentMs),
    after(lastAlertAt, afterGoalMs),
  ]
  return new Date(Math.max(...times))
}
