import { create } from 'zustand'
import type { AviatorRound } from '@mupiira/contract/aviator.ts'
import { createPlayout } from './playout.ts'
import { roundNowMs } from './round-clock.ts'

/** When the drawing has waited this long for an overdue report, the screen shows a note. */
export const HELD_AFTER_MS = 500

/** `isHeld`: the round is running, and the drawing waits for an overdue report of the server. */
export const useDrawing = create<{ readonly isHeld: boolean }>(() => ({ isHeld: false }))

const playout = createPlayout()
let overdue: ReturnType<typeof setTimeout> | undefined

/** Milliseconds of the round to draw now; negative before its start. Null unless the round is running. */
export function drawnMs(round: AviatorRound | null): number | null {
  if (round?.state !== 'flying' || round.fliesAt === null) return null
  const drawnUpTo = playout.at(round.id, performance.now())
  return drawnUpTo === null ? 0 : drawnUpTo - Date.parse(round.fliesAt)
}

export function reportElapsed(round: AviatorRound, flownMs: number): void {
  if (round.fliesAt === null) return
  playout.report(round.id, Date.parse(round.fliesAt) + flownMs, performance.now())
  expectReport(Math.max(0, playout.waitsFromMs() - performance.now()))
}

/** Holds the drawing unless the next report arrives in time. */
export function expectReport(dueInMs = 0): void {
  expectNoReport()
  overdue = setTimeout(() => useDrawing.setState({ isHeld: true }), dueInMs + HELD_AFTER_MS)
}

export function expectNoReport(): void {
  clearTimeout(overdue)
  if (useDrawing.getState().isHeld) useDrawing.setState({ isHeld: false })
}

/** How far the drawing runs behind the server, in milliseconds; null before the first report. */
export function drawingLagMs(): number | null {
  const lagMs = playout.lagMs()
  return lagMs === null ? null : Math.max(0, lagMs + roundNowMs() - performance.now())
}
