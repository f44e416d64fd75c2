import { MINUTE_MS } from '../time/durations.ts'

/** The interval after which a player sees the time and cost of usage (PLAY-04). */
export const REALITY_CHECK = { leastMinutes: 15, mostMinutes: 60, defaultMinutes: 60 } as const

/** A longer pause starts a new session. */
export const PAUSE_MS = 30 * MINUTE_MS

/** Usage of the app without a longer pause, counted per device, in milliseconds. */
export type Usage = {
  readonly startedAtMs: number
  readonly usedMs: number
  /** Usage at the last acknowledged check. */
  readonly checkedMs: number
  readonly seenAtMs: number
}

/** Starts a session. */
export const startUsage = (nowMs: number): Usage => ({ startedAtMs: nowMs, usedMs: 0, checkedMs: 0, seenAtMs: nowMs })

/**
 * Adds a usage sample, which arrives at least every `stepMs` while the app is visible. Longer gaps do not count; after
 * half an hour a new session starts. Two visible windows count once. Server time has whole seconds, so a sample
 * may seem earlier than the previous one and then adds nothing.
 */
export function addUsage(usage: Usage, nowMs: number, stepMs: number): Usage {
  const gapMs = nowMs - usage.seenAtMs
  if (Math.abs(gapMs) > PAUSE_MS) return startUsage(nowMs)
  return { ...usage, usedMs: usage.usedMs + Math.max(0, Math.min(gapMs, stepMs)), seenAtMs: nowMs }
}

/** Returns whether a reality check is due. `isCheckDue({usedMs: 3_600_000, checkedMs: 0, …}, 60)` → true */
export const isCheckDue = ({ usedMs, checkedMs }: Usage, everyMinutes: number): boolean =>
  usedMs - checkedMs >= everyMinutes * MINUTE_MS

/** Formats a duration, for example "1 h 5 min". */
export function durationText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
