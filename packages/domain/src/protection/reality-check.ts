import { MINUTE_MS } from '../time/durations.ts'

/** After how much use a player is told how long it was and what it cost (PLAY-04). */
export const REALITY_CHECK = { leastMinutes: 15, mostMinutes: 60, defaultMinutes: 60 } as const

/** Whoever was away for longer begins anew. */
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
 * The use after another look that is at most `stepMs` after the last one while the app is looked at: a longer gap was
 * spent elsewhere, and after half an hour of it use begins anew. Two windows that look in turn count once. Each answer of
 * the server tells its time to the second: a look may seem to come a little before the last one, and counts nothing.
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
