import { MINUTE_MS } from '../time/durations.ts'

/** A previous start of a game, and the time at which the next one replaced it. */
export interface EarlierStart {
  readonly startsAt: Date
  readonly until: Date
}

/** Bets placed after `from` (null: no lower bound) and up to `until`. */
export interface VoidSpan {
  readonly from: Date | null
  readonly until: Date
}

const MIN_VOIDING_DELAY_MS = 24 * 3_600_000
const SAME_START_MS = MINUTE_MS

/** Whether bets on the start `from` are void if the game is rescheduled to `to` (D20). */
export const voidsBetsOn = (from: Date, to: Date): boolean => to.getTime() - from.getTime() >= MIN_VOIDING_DELAY_MS

/**
 * The placement times of bets that are void because the game was moved to a day or more after the start they were
 * placed with (D20). They stay void if the game is moved back to an earlier time.
 */
export function voidSpans(earlier: readonly EarlierStart[], startsAt: Date): VoidSpan[] {
  const spans: VoidSpan[] = []
  let latest = startsAt
  for (let at = earlier.length - 1; at >= 0; at--) {
    const each = earlier[at]
    if (each === undefined) continue
    if (voidsBetsOn(each.startsAt, latest)) spans.unshift({ from: earlier[at - 1]?.until ?? null, until: each.until })
    if (each.startsAt > latest) latest = each.startsAt
  }
  return spans
}

/**
 * The earlier starts after `given` was replaced by `startsAt`. A feed may move a start by seconds every day. Such a
 * move extends the last entry instead of adding one, unless it voids bets.
 */
export function withEarlierStart(
  earlier: readonly EarlierStart[],
  given: EarlierStart,
  startsAt: Date,
): readonly EarlierStart[] {
  const last = earlier.at(-1)
  const isNear = (other: Date): boolean => Math.abs(other.getTime() - given.startsAt.getTime()) < SAME_START_MS
  const voidsBets = voidSpans(earlier, startsAt).length > voidSpans(earlier, given.startsAt).length
  if (last === undefined || !isNear(last.startsAt) || !isNear(startsAt) || voidsBets) return [...earlier, given]
  return [...earlier.slice(0, -1), { startsAt: last.startsAt, until: given.until }]
}
