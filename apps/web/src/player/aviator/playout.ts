import { AVIATOR_TICK_MS } from '@mupiira/domain/time/stream-times.ts'

/** The number of recent reports that determine the delay of the drawing: about two seconds of a round. */
const WINDOW = 20
/** This share of reports arrives before the drawing would have to wait for them. */
const IN_TIME = 0.9
/** The assumed time between the first and the second report. */
const FIRST_WAIT_MS = 1.5 * AVIATOR_TICK_MS
/** The drawing corrects its distance from the server gradually, at these multiples of the real speed. */
const MIN_SPEED = 0.5
const MAX_SPEED = 2

export type Playout = ReturnType<typeof createPlayout>

/**
 * Decides up to which server time a round is drawn (decision 0033), like the playout buffer of a video call. The
 * drawing is delayed by the time that recent reports took to arrive, and never passes the last report. So it never
 * shows a multiplier that the round did not reach. The local clock can be wrong, because only differences of its times
 * are used.
 */
export function createPlayout() {
  let roundId: number | null = null
  /** How old the last report was when the next one arrived, for recent reports. */
  let agesMs: readonly number[] = []
  let lagMs: number | null = null
  let reportedMs = 0
  let drawn: { readonly serverMs: number; readonly atMs: number } | null = null

  function start(id: number, serverMs: number, nowMs: number): void {
    roundId = id
    drawn = null
    lagMs ??= nowMs - serverMs + FIRST_WAIT_MS
  }

  return {
    /** The server reports that the round is still running at `serverMs`. */
    report(id: number, serverMs: number, nowMs: number): void {
      if (id !== roundId) start(id, serverMs, nowMs)
      else if (serverMs <= reportedMs) return
      else {
        agesMs = [...agesMs, nowMs - reportedMs].slice(-WINDOW)
        lagMs = [...agesMs].sort((a, b) => a - b)[Math.ceil(agesMs.length * IN_TIME) - 1] ?? lagMs
      }
      reportedMs = serverMs
    },

    /** The server time up to which the round is drawn now; null before its first report. Never decreases. */
    at(id: number, nowMs: number): number | null {
      if (id !== roundId || lagMs === null) return null
      const wantedMs = nowMs - lagMs
      const passedMs = nowMs - (drawn?.atMs ?? nowMs)
      const from = drawn?.serverMs ?? wantedMs
      const advanceMs = Math.min(Math.max(wantedMs - from, MIN_SPEED * passedMs), MAX_SPEED * passedMs)
      drawn = { serverMs: Math.min(from + advanceMs, reportedMs), atMs: nowMs }
      return drawn.serverMs
    },

    /** Local time minus the server time that is drawn; null before the first report. */
    lagMs: () => lagMs,
    /** The local time at which the drawing reaches the last report. */
    waitsFromMs: () => reportedMs + (lagMs ?? 0),
  }
}
