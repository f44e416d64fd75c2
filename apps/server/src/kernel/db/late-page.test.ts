import { expect, it } from 'vitest'
import { isLate, walkFromNewest, walkWithin } from './late-page.ts'

const page = 101
const pageSize = 10

it('passes over the first five hundred rows as they come', () => {
  expect([isLate({ page: 51, pageSize }), isLate({ page: 52, pageSize }), isLate({ page: 12, pageSize: 50 })]).toEqual([
    false,
    true,
    true,
  ])
  expect(walkFromNewest({ page, pageSize })).toEqual({ order: 'desc', skipped: 1_000, taken: 10 })
})

it.each([
  ['from the newest row of its days', { before: 990, held: 400 }, { order: 'desc', skipped: 10, taken: 10 }],
  ['from the oldest one, where that is nearer', { before: 620, held: 400 }, { order: 'asc', skipped: 10, taken: 10 }],
  ['where the days end with the page', { before: 900, held: 110 }, { order: 'asc', skipped: 0, taken: 10 }],
  ['where the list ends before the page', { before: 900, held: 104 }, { order: 'asc', skipped: 0, taken: 4 }],
  ['where it begins with the day', { before: 1_000, held: 10 }, { order: 'desc', skipped: 0, taken: 10 }],
] as const)('a page is walked to %s', (_where, days, walk) => {
  expect(walkWithin(days, { page, pageSize })).toEqual(walk)
})
