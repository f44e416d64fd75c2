import { MINUTE_MS } from '../time/durations.ts'

/** The interval of use after which a player sees its duration and cost (PLAY-04). */
export const REALITY_CHECK = { leastMinutes: 15, mostMinutes: 60, defaultMinutes: 60 } as const

/** A longer pause starts a new session of use. */
export const PAUSE_MS = 30 * MINUTE_MS

/** Use of the app without a longer pause, as a device counts it. Times in milliseconds. */
export type Use = {
  readonly startedAtMs: number
  readonly usedMs: number
  /** Use at the last check that was answered. */
  readonly checkedMs: number
  readonly seenAtMs: number
}

/** Use that begins now. */
export const beginUse = (nowMs: number): Use => ({ startedAtMs: nowMs, usedMs: 0, checkedMs: 0, seenAtMs: nowMs })

/**
 * The use after another sighting, at most `stepMs` after the previous one while the app is visible. A longer gap was spent
 * elsewhere; after half an hour use starts again at zero. Two visible windows count once. The server's time has whole
 * seconds, so a sighting may seem slightly earlier than the previous one; it then adds nothing.
 */
export function countUse(use: Use, nowMs: number, stepMs: number): Use {
  const gapMs = nowMs - use.seenAtMs
  if (Math.abs(gapMs) > PAUSE_MS) return beginUse(nowMs)
  return { ...use, usedMs: use.usedMs + Math.max(0, Math.min(gapMs, stepMs)), seenAtMs: nowMs }
}

/** `isCheckDue({usedMs: 3_600_000, checkedMs: 0, …}, 60)` → true */
export const isCheckDue = ({ usedMs, checkedMs }: Use, everyMinutes: number): boolean =>
  usedMs - checkedMs >= everyMinutes * MINUTE_MS

/** "1 h 5 min" of so many milliseconds. */
export function durationWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
