import { expect, it } from 'vitest'
import { daysOfMonth, endedMonths, monthKey, monthName, monthOf } from './months.ts'

it('[FIN-04] months begin at midnight in Kampala', () => {
  expect(monthOf('2026-10')).toEqual({
    key: '2026-10',
    from: new Date('2026-09-30T21:00:00Z'),
    until: new Date('2026-10-31T21:00:00Z'),
  })
  expect([monthKey(new Date('2026-10-31T20:59:59Z')), monthKey(new Date('2026-10-31T21:00:00Z'))]).toEqual([
    '2026-10',
    '2026-11',
  ])
  expect(['2026-13', '2026-1', '2026-10-01', ''].map(monthOf)).toEqual([null, null, null, null])
  expect(endedMonths(new Date('2027-01-31T21:00:00Z'), 3)).toEqual(['2027-01', '2026-12', '2026-11'])
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthName('2026-10')).toBe('October 2026')
})
