import { describe, expect, it } from 'vitest'
import { AVIATOR_TICK_MS } from '@mupiira/domain/time/stream-times.ts'
import { createPlayout, type Playout } from './playout.ts'

/** The error of this device's clock. */
const CLOCK_ERROR_MS = 7 * 60_000
const FRAME_MS = 16
/** The time from the announcement of a round to its start. */
const ANNOUNCED_MS = 300
/** The time from the crash to its event. */
const CRASH_EVENT_MS = 20
const ROUND_MS = 5_000

type Frame = { readonly atMs: number; readonly drawnMs: number }
/** The delay of a message that is sent at this time of the round. Messages arrive in order. */
type Network = (sentMs: number) => number

/** Plays rounds of `ROUND_MS` and returns the frames of the last one, until its crash event arrives. */
function play(network: Network, { rounds = 1, playout = createPlayout() } = {}): Frame[] {
  let frames: Frame[] = []
  for (let id = 1; id <= rounds; id++) frames = playRound(playout, id, network)
  return frames
}

function playRound(playout: Playout, id: number, network: Network): Frame[] {
  const startMs = id * 20_000
  const sent: { readonly flownMs: number; readonly atMs: number }[] = []
  let arrivedMs = -Infinity
  const arrival = (sentMs: number): number => (arrivedMs = Math.max(arrivedMs, sentMs + network(sentMs)))
  for (let flownMs = -ANNOUNCED_MS; flownMs < ROUND_MS; flownMs += AVIATOR_TICK_MS)
    sent.push({ flownMs, atMs: arrival(flownMs) })
  const endMs = arrival(ROUND_MS + CRASH_EVENT_MS)
  const frames: Frame[] = []
  for (let atMs = -ANNOUNCED_MS; atMs < endMs; atMs += FRAME_MS) {
    const nowMs = startMs + atMs + CLOCK_ERROR_MS
    for (const { flownMs } of sent.splice(0, sent.filter((tick) => tick.atMs <= atMs).length))
      playout.report(id, startMs + flownMs, nowMs)
    const serverMs = playout.at(id, nowMs)
    if (serverMs !== null) frames.push({ atMs, drawnMs: serverMs - startMs })
  }
  return frames
}

/** A repeatable jitter between two delays. */
function jitter(fromMs: number, toMs: number): Network {
  let state = 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return fromMs + ((toMs - fromMs) * state) / 2 ** 31
  }
}

const worst = (frames: readonly Frame[], of: (frame: Frame, before: Frame) => number): number =>
  Math.max(...frames.slice(1).map((frame, at) => of(frame, frames[at] as Frame)))
const lag = ({ atMs, drawnMs }: Frame): number => atMs - drawnMs

const stalled: Network = (sentMs) => (sentMs >= 1_000 && sentMs < 3_000 ? 3_005 - sentMs : 5)

describe('the animation of a round', () => {
  it.each([
    ['5 ms', (): number => 5, 5 + AVIATOR_TICK_MS],
    ['400 ms', (): number => 400, 400 + AVIATOR_TICK_MS],
    ['40 to 120 ms', jitter(40, 120), 120 + 2 * AVIATOR_TICK_MS],
    ['50 to 1,500 ms', jitter(50, 1_500), 1_500 + 2 * AVIATOR_TICK_MS],
    ['5 ms with a stall of two seconds', stalled, 2_005 + AVIATOR_TICK_MS],
  ] as const)(
    '[AVI-09] [AVI-32] with a network delay of $0 the animation never passes the crash, never runs backwards, and is at most $2 ms late',
    (_, network, maxLagMs) => {
      for (const rounds of [1, 2, 5]) {
        const frames = play(network, { rounds })
        expect(worst(frames, ({ drawnMs }) => drawnMs)).toBeLessThan(ROUND_MS)
        expect(worst(frames, (frame, before) => before.drawnMs - frame.drawnMs)).toBeLessThanOrEqual(0)
        expect(worst(frames, lag)).toBeLessThanOrEqual(maxLagMs + FRAME_MS + AVIATOR_TICK_MS)
      }
    },
  )

  it.each([
    ['5 ms', (): number => 5],
    ['400 ms', (): number => 400],
  ] as const)(
    '[AVI-09] with a constant network delay of $0 the animation runs at the speed of the round',
    (_, network) => {
      const frames = play(network, { rounds: 2 }).filter(({ atMs }) => atMs > 500)
      expect(worst(frames, (frame, before) => frame.drawnMs - before.drawnMs)).toBeCloseTo(FRAME_MS, 6)
      expect(worst(frames, (frame, before) => before.drawnMs - frame.drawnMs)).toBeCloseTo(-FRAME_MS, 6)
    },
  )

  it('[AVI-09] the animation stops at the last report of a stalled stream, and continues without a jump', () => {
    const playout = createPlayout()
    const frames = play(stalled, { playout })
    const during = frames.filter(({ atMs }) => atMs >= 1_500 && atMs < 3_000)
    expect(new Set(during.map(({ drawnMs }) => drawnMs))).toEqual(new Set([900]))
    expect(worst(frames, (frame, before) => frame.drawnMs - before.drawnMs)).toBeLessThanOrEqual(2 * FRAME_MS + 1e-6)
    // After two seconds of reports in time, the drawing is close to the server again.
    expect(lag(frames.at(-1) as Frame)).toBeLessThanOrEqual(5 + 2 * AVIATOR_TICK_MS)
  })

  it('the animation of a round starts with the first report of the round', () => {
    const playout = createPlayout()
    expect(playout.at(1, 0)).toBeNull()
    playout.report(1, 1_000, 0)
    expect(playout.at(2, 0)).toBeNull()
  })

  it('a late duplicate of an earlier report is ignored', () => {
    const playout = createPlayout()
    playout.report(1, 1_000, 0)
    playout.report(1, 1_100, 100)
    const before = [playout.lagMs(), playout.waitsFromMs()]
    playout.report(1, 1_050, 2_000)
    expect([playout.lagMs(), playout.waitsFromMs()]).toEqual(before)
  })
})
