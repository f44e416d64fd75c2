import { expect, it } from 'vitest'
import { turnsWithinTime } from './turns.ts'

it.each([
  ['all turns without a time limit', Number.POSITIVE_INFINITY, [10, 10, 10, 10], 4],
  ['the turns that end within the time limit', 35, [10, 10, 10, 10], 3],
  ['no turn that is longer than the time left', 35, [5, 20, 5, 5], 2],
  ['at least the minimum number of turns', 1, [10, 10, 10, 10], 2],
])('a benchmark runs %s', (_, budgetSeconds, durations, expected) => {
  let nowMs = 0
  const taken: number[] = []
  for (const turn of turnsWithinTime(durations.length, 2, { budgetSeconds, nowMs: () => nowMs })) {
    taken.push(turn)
    nowMs += (durations[turn] ?? 0) * 1_000
  }
  expect(taken).toHaveLength(expected)
})
