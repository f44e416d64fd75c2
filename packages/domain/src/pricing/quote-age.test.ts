import { expect, it } from 'vitest'
import { HOUR_MS } from '../time/durations.ts'
import { isQuoteFresh } from './quote-age.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const hours = (count: number): Date => new Date(NOW.getTime() + count * HOUR_MS)

it.each([
  ['a month ahead is fresh for 24 hours', 720, 24],
  ['a week ahead is fresh for a twelfth of the time to the start', 168, 14],
  ['shortly before its start is fresh for 4 hours', 1, 4],
  ['after its start is fresh for 4 hours', -1, 4],
])('[D22b] a quote of a game %s', (_title, untilStart, limit) => {
  expect(isQuoteFresh(hours(-limit), hours(untilStart), NOW)).toBe(true)
  expect(isQuoteFresh(new Date(hours(-limit).getTime() - 1), hours(untilStart), NOW)).toBe(false)
})

it('[D22b] a quote without a time is not fresh', () => {
  expect(isQuoteFresh(null, hours(1), NOW)).toBe(false)
})
