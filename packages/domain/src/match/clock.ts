import type { GameStatus } from '../ticket/states.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { minuteLabel } from './published-minute.ts'

/** A manual game counts elapsed minutes including the break; a feed reports the match minute. */
export type ClockReading =
  | {
      readonly source: 'hand'
      readonly status: GameStatus
      readonly minutesPassed: number
      readonly breakDuration: number | null
    }
  | { readonly source: 'feed'; readonly status: GameStatus; readonly minute: number | null; readonly halfTime: boolean }

export type MatchPhase = 'not-started' | 'first-half' | 'half-time' | 'second-half' | 'full-time'

export interface MatchClock {
  /** 0 to 90, without the break (D9). */
  readonly minute: number
  readonly phase: MatchPhase
  /** True for a live feed game past 90. It shows 90+' and is not over (D43). */
  readonly overtime: boolean
  /** For screens: "HalfTime", "Full Time", "Live 37'", "Minute 0'" (LIVE-25..28). */
  readonly label: string
}

/** The default break is 10 minutes (LIVE-21). */
export const DEFAULT_BREAK_MINUTES = 10
export const DEFAULT_MATCH_MINUTES = 100
export const HALF_MINUTES = 45
export const FULL_MINUTES = 90

const SECOND_STEPS = 6

/**
 * The part of the current minute that is over, in steps of ten seconds: 0 to 5/6. A minute that a feed repeats, as in
 * stoppage time, does not end by itself. `minuteAt`: when the minute began.
 */
export function partOfMinute(minuteAt: Date | null, now: Date): number {
  if (minuteAt === null) return 0
  const steps = Math.floor(((now.getTime() - minuteAt.getTime()) * SECOND_STEPS) / MINUTE_MS)
  return Math.min(SECOND_STEPS - 1, Math.max(0, steps)) / SECOND_STEPS
}

const FINISHED_STATUSES: ReadonlySet<GameStatus> = new Set(['finished', 'completed', 'settled'])

/** Returns whether the match was played to its end. Cancelled and abandoned matches were not. */
export const isOver = (status: GameStatus): boolean => FINISHED_STATUSES.has(status)

/** Computes the match clock for display, score and settlement (LIVE-17..21, 25..28, D9, D43). */
export function matchClock(reading: ClockReading): MatchClock {
  const { minute, halfTime, overtime } = reading.source === 'hand' ? manualMinute(reading) : feedMinute(reading)
  const phase = phaseOf(reading, minute, halfTime)
  return {
    minute,
    phase,
    overtime: overtime && phase !== 'full-time',
    label: labelOf(reading.status, phase, minute, overtime),
  }
}

function manualMinute(reading: Extract<ClockReading, { source: 'hand' }>): {
  minute: number
  halfTime: boolean
  overtime: boolean
} {
  const passed = Math.max(0, Math.floor(reading.minutesPassed))
  const pause = reading.breakDuration ?? DEFAULT_BREAK_MINUTES
  if (passed < HALF_MINUTES) return { minute: passed, halfTime: false, overtime: false }
  if (passed < HALF_MINUTES + pause) return { minute: HALF_MINUTES, halfTime: true, overtime: false }
  return { minute: Math.min(passed - pause, FULL_MINUTES), halfTime: false, overtime: false }
}

function feedMinute(reading: Extract<ClockReading, { source: 'feed' }>): {
  minute: number
  halfTime: boolean
  overtime: boolean
} {
  if (reading.halfTime) return { minute: HALF_MINUTES, halfTime: true, overtime: false }
  const minute = Math.max(0, Math.floor(reading.minute ?? 0))
  return { minute: Math.min(minute, FULL_MINUTES), halfTime: false, overtime: minute > FULL_MINUTES }
}

function phaseOf(reading: ClockReading, minute: number, halfTime: boolean): MatchPhase {
  if (isOver(reading.status)) return 'full-time'
  if (reading.status !== 'live') return 'not-started'
  if (halfTime) return 'half-time'
  if (reading.source === 'hand' && minute >= FULL_MINUTES) return 'full-time'
  return secondHalf(reading, minute) ? 'second-half' : 'first-half'
}

// In a manual game, minute 45 after the break belongs to the second half. A feed's minute 45 is first-half stoppage
// time.
const secondHalf = (reading: ClockReading, minute: number): boolean =>
  reading.source === 'hand' ? minute >= HALF_MINUTES : minute > HALF_MINUTES

function labelOf(status: GameStatus, phase: MatchPhase, minute: number, overtime: boolean): string {
  if (phase === 'full-time') return 'Full Time'
  if (phase === 'half-time') return 'HalfTime'
  if (status !== 'live') return `Minute ${minute}'`
  return overtime ? `Live ${FULL_MINUTES}+'` : minuteLabel(minute)
}
