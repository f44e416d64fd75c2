import { expect, it } from 'vitest'
import { isLate, stretchesOf, walkFromNewest } from './late-page.ts'

const page = 101
const pageSize = 10

it('passes over the first fifty rows as they come', () => {
  expect([isLate({ page: 6, pageSize }), isLate({ page: 7, pageSize }), isLate({ page: 3, pageSize: 50 })]).toEqual([
    false,
    true,
    true,
  ])
  expect(walkFromNewest({ page, pageSize })).toEqual({ order: 'desc', skipped: 1_000, taken: 10 })
})

const days = { first: new Date('2026-03-06T21:00:00Z'), last: new Date('2026-03-06T21:00:00Z'), newest: 0 }
const until = new Date('2026-03-07T21:00:00Z')

it.each([
  ['from the newest row of its day', { before: 990, held: 400 }, { order: 'desc', skipped: 10, taken: 10 }],
  ['from the oldest one, where that is nearer', { before: 620, held: 400 }, { order: 'asc', skipped: 10, taken: 10 }],
  ['where the day ends with the page', { before: 900, held: 110 }, { order: 'asc', skipped: 0, taken: 10 }],
  ['where the list ends before the page', { before: 900, held: 104 }, { order: 'asc', skipped: 0, taken: 4 }],
  ['where it begins with the day', { before: 1_000, held: 10 }, { order: 'desc', skipped: 0, taken: 10 }],
] as const)('a page is walked to %s', (_where, counts, walk) => {
  expect(stretchesOf({ ...days, ...counts, newest: counts.held }, { page, pageSize })).toEqual([
    { from: days.first, until, walk },
  ])
})

it.each([
  ['one day meets the next', { before: 600, held: 900, newest: 403 }, [3, 7]],
  ['the list ends', { before: 600, held: 408, newest: 403 }, [3, 5]],
])('a page on which %s is walked from between the days', (_what, counts, [newer = 0, older = 0]) => {
  const first = new Date('2026-03-03T21:00:00Z')
  expect(stretchesOf({ ...days, first, ...counts }, { page, pageSize })).toEqual([
    { from: days.last, until, walk: { order: 'asc', skipped: 0, taken: newer } },
    { from: first, until: days.last, walk: { order: 'desc', skipped: 0, taken: older } },
  ])
})
