import { describe, expect, it } from 'vitest'
import { type EarlierStart, voidSpans, withEarlierStart } from './rescheduled.ts'

const at = (hours: number): Date => new Date(Date.UTC(2026, 10, 21, hours))
/** Successive starts. Each one is replaced an hour after the previous one. */
const moved = (...starts: readonly number[]): (readonly [number | null, number])[] => {
  const earlier = starts.slice(0, -1).map((start, index) => ({ startsAt: at(start), until: at(index - 50) }))
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
  ])('[SETL-40] [D20] a game rescheduled $0 voids the bets placed in the hour ranges $2', (_, starts, spans) => {
    expect(moved(...starts)).toEqual(spans)
  })
})

const DAY = 24 * 3600
const MINUTE = 60

describe('the earlier starts of a game', () => {
  it.each<[string, readonly number[], readonly (readonly [number, number])[]]>([
    [
      'an hour, twice',
      [0, 3600, 7200],
      [
        [0, 1],
        [3600, 2],
      ],
    ],
    ['a few seconds each day', [0, 5, 10, 5, 0, 5], [[0, 5]]],
    [
      'seconds that add up to minutes',
      [0, 40, 80, 120, 160],
      [
        [0, 2],
        [80, 4],
      ],
    ],
    [
      'seconds, then a day',
      [0, 5, 5 + DAY],
      [
        [0, 1],
        [5, 2],
      ],
    ],
    [
      'a minute',
      [0, 5, 5 + MINUTE],
      [
        [0, 1],
        [5, 2],
      ],
    ],
    [
      'seconds that complete a day',
      [0, DAY - 30, DAY - 10, DAY + 10],
      [
        [0, 1],
        [DAY - 30, 2],
        [DAY - 10, 3],
      ],
    ],
  ])('[D20] the stored earlier kick-offs of a game that the feed reschedules by $0 are $2', (_, starts, expected) => {
    const time = (seconds: number): Date => new Date(at(0).getTime() + seconds * 1000)
    let earlier: readonly EarlierStart[] = []
    for (const [move, start] of starts.slice(1).entries())
      earlier = withEarlierStart(earlier, { startsAt: time(starts[move] ?? 0), until: at(move + 1) }, time(start))
    expect(earlier).toEqual(expected.map(([start, until]) => ({ startsAt: time(start), until: at(until) })))
  })
})
