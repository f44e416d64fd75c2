/** The multiplier grows by this factor every sixtieth of a second. */
const GROWTH_PER_STEP = 1.006
const STEPS_PER_SECOND = 60
/** The range of crash points, in hundredths (AVI-22). */
export const LOWEST_CRASH = 110
export const HIGHEST_CRASH = 1_000
/** Cash-outs are accepted above 1.10 (AVI-28), so this is also the lowest auto target. */
export const LOWEST_CASH_OUT = 111

const START = 100
const MS_PER_LOG = 1000 / STEPS_PER_SECOND / Math.log(GROWTH_PER_STEP)

/**
 * The time at which each hundredth from 1.00 to 10.00 is reached. Whole milliseconds make clocks, receipts and proofs
 * agree exactly. This table is the rule; the drawn curve is only an interpolation.
 */
const REACHED_MS: readonly number[] = Array.from({ length: HIGHEST_CRASH - START + 1 }, (_, at) =>
  Math.ceil(MS_PER_LOG * Math.log((START + at) / 100)),
)

/** The unrounded multiplier for drawing. `multiplierAt(0)` → 1 */
export const multiplierAt = (elapsedMs: number): number =>
  elapsedMs <= 0 ? 1 : GROWTH_PER_STEP ** ((elapsedMs * STEPS_PER_SECOND) / 1000)

/** Milliseconds from the start until a multiplier of 100 to 1000 hundredths is reached. `reachedAfterMs(200)` → 1932 */
export function reachedAfterMs(hundredths: number): number {
  const ms = REACHED_MS[hundredths - START]
  if (ms === undefined) throw new RangeError(`no round reaches ${hundredths} hundredths`)
  return ms
}

/** The multiplier in hundredths, rounded down: 100 before the start, at most 1000. `hundredthsAt(1932)` → 200 */
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
