import { MINUTE_MS, SECOND_MS } from '@mupiira/domain/time/durations.ts'

/** Shorter times are shown with seconds. */
const WITH_SECONDS_MS = 10 * MINUTE_MS

/**
 * The remaining time in words, never below zero: `timeLeftText(76_000)` → "1 min 16 s", `timeLeftText(5_012_000)` → "1
 * h 24 min".
 */
export function timeLeftText(leftMs: number): string {
  if (leftMs < WITH_SECONDS_MS) {
    const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS))
    return seconds < 60 ? `${seconds} s` : joined(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  }
  const minutes = Math.ceil(leftMs / MINUTE_MS)
  return minutes < 60 ? `${minutes} min` : joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

const joined = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
