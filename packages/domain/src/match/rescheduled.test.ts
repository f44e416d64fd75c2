import { describe, expect, it } from 'vitest'
import { voidSpans } from './rescheduled.ts'

const at = (hours: number): Date => new Date(Date.UTC(2026, 10, 21, hours))
/** Successive starts. Each one is replaced an hour after the previous one. */
const moved = (...starts: readonly number[]): (readonly [number | null, number])[] => {
  const earlier = starts.slice(0, -1).map((start, place) => ({ startsAt: at(start), until: at(place - 50) }))
  const hourOf = (time: Date): number => (time.getTime() - at(0).getTime()) / 3_600_000
  return voidSpans(earlier, at(starts.at(-1) ?? 0)).map(({ from, until }) => [from && hourOf(from), hourOf(until)])
}

describe('bets on a rescheduled game', () => {
  it.each([
    ['by less than a day', [0, 23], []],
    ['by a day', [0, 24], [[null, -50]]],
    ['twice by less than a day, by more in total', [0, 13, 26], [[null, -50]]],
    [
      'by half a day, back, and by a day',
      [0, 13, 0, 25],
      [
        [null, -50],
        [-49, -48],
      ],
    ],
    ['by a day and back', [0, 13, 26, 12], [[null, -50]]],
    ['to an earlier start', [30, 2], []],
  ])('[SETL-40] [D20] which bets become void when a game is moved: %s', (_, starts, spans) => {
    expect(moved(...starts)).toEqual(spans)
  })
})
