/** The multiplier grows by this factor every sixtieth of a second (AVI-21). */
const GROWTH_PER_STEP = 1.006
const STEPS_PER_SECOND = 60
/** The range of crash points, in hundredths (AVI-22). */
export const LOWEST_CRASH = 110
export const HIGHEST_CRASH = 1_000
/** A bet may be cashed out strictly above 1.10 (AVI-28), so this is also the lowest auto target. */
export const LOWEST_CASH_OUT = 111

const START = 100
const MS_PER_LOG = 1000 / STEPS_PER_SECOND / Math.log(GROWTH_PER_STEP)

/**
 * When each hundredth from 1.00 to 10.00 is reached. Moments are whole milliseconds, so that clocks, receipts and
 * proofs agree to the last digit; the table is the rule, and the curve between its rows is only drawn.
 */
const REACHED_MS: readonly number[] = Array.from({ length: HIGHEST_CRASH - START + 1 }, (_, at) =>
  Math.ceil(MS_PER_LOG * Math.log((START + at) / 100)),
)

/** The multiplier to draw at a moment of the flight, unrounded. `multiplierAt(0)` → 1 */
export const multiplierAt = (elapsedMs: number): number =>
  elapsedMs <= 0 ? 1 : GROWTH_PER_STEP ** ((elapsedMs * STEPS_PER_SECOND) / 1000)

/** Milliseconds from the start of the flight until a multiplier, in hundredths from 100 to 1000, is reached. `reachedAfterMs(200)` → 1932 */
export function reachedAfterMs(hundredths: number): number {
  const ms = REACHED_MS[hundredths - START]
  if (ms === undefined) throw new RangeError(`no flight reaches ${hundredths} hundredths`)
  return ms
}

/** The multiplier at a moment, in hundredths, rounded down; 100 before the start, at most 1000. `hundredthsAt(1932)` → 200 */
export function hundredthsAt(elapsedMs: number): number {
  let low = 0
  let high = REACHED_MS.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((REACHED_MS[middle] ?? 0) <= elapsedMs) low = middle
    else high = middle - 1
  }
  return START + low
}
