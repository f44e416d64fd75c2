import { expect, it } from 'vitest'
import { readDate, readDateTime, readTime, writtenDate, writtenDateTime } from './typed-date.ts'

it.each([
  ['30 Nov 2026', '2026-11-30'],
  ['30 november 2026', '2026-11-30'],
  ['3/11/2026', '2026-11-03'],
  ['03.11.2026', '2026-11-03'],
  ['3-11-2026', '2026-11-03'],
  [' 2026-11-03 ', '2026-11-03'],
  ['29 Feb 2028', '2028-02-29'],
  ['29 Feb 2027', null],
  ['11/30/2026', null],
  ['31/11/2026', null],
  ['3/11/26', null],
  ['3/11', null],
  ['30 Nvo 2026', null],
  ['', null],
])('a typed date is read with the day first: “%s” → %s', (typed, day) => {
  expect(readDate(typed)).toBe(day)
})

it.each([
  ['16:00', '16:00'],
  ['7.05', '07:05'],
  ['0730', '07:30'],
  ['24:00', null],
  ['12:60', null],
  ['4 pm', null],
  ['', null],
])('a typed time has 24 hours: “%s” → %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})

it.each([
  ['30 Nov 2026, 16:00', '2026-11-30T16:00'],
  ['30/11/2026 7:05', '2026-11-30T07:05'],
  ['2026-11-30T16:00', '2026-11-30T16:00'],
  ['30 Nov 2026', null],
  ['16:00', null],
  ['', null],
])('a typed date with a time is read: “%s” → %s', (typed, local) => {
  expect(readDateTime(typed)).toBe(local)
})

it('dates are written day, month, year, and read back unchanged', () => {
  expect(writtenDate('2026-11-03')).toBe('3 Nov 2026')
  expect(writtenDateTime('2026-11-03T16:05')).toBe('3 Nov 2026, 16:05')
  expect(readDate(writtenDate('2026-11-03'))).toBe('2026-11-03')
  expect(readDateTime(writtenDateTime('2026-11-03T16:05'))).toBe('2026-11-03T16:05')
  expect([writtenDate(''), writtenDateTime('')]).toEqual(['', ''])
})
