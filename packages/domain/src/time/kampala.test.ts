import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  agoLabel,
  clockTime,
  dayKey,
  dayLabel,
  formatDateTime,
  momentLabel,
  sortableDateTime,
  startLabel,
  startOfDay,
  startOfDayKey,
  startOfMonth,
  startOfNextDay,
  startOfWeek,
} from './kampala.ts'

const at = (text: string): Date => new Date(text)

describe('time in Kampala', () => {
  it.each([
    ['2026-11-21T20:59:59Z', '2026-11-20T21:00:00.000Z', '2026-11-21'],
    ['2026-11-21T21:00:00Z', '2026-11-21T21:00:00.000Z', '2026-11-22'],
  ])('[DATA-46] the day in Kampala that contains %s starts at %s', (moment, start, key) => {
    expect(startOfDay(at(moment)).toISOString()).toBe(start)
    expect(startOfNextDay(at(moment)).getTime() - startOfDay(at(moment)).getTime()).toBe(86_400_000)
    expect(dayKey(at(moment))).toBe(key)
  })

  it.each([
    ['2026-11-21T12:00:00Z', '2026-11-15T21:00:00.000Z'],
    ['2026-11-15T20:59:59Z', '2026-11-08T21:00:00.000Z'],
    ['2026-11-15T21:00:00Z', '2026-11-15T21:00:00.000Z'],
  ])('[CAS-10] the week in Kampala that contains %s starts on Monday at %s', (moment, start) => {
    expect(startOfWeek(at(moment)).toISOString()).toBe(start)
  })

  it('[CAS-10] the week computed for any time starts on a Monday and contains that time', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('1960-01-01T00:00:00Z'), max: at('2200-01-01T00:00:00Z'), noInvalidDate: true }),
        (moment) => {
          const start = startOfWeek(moment)
          expect(new Date(start.getTime() + 3 * 3_600_000).getUTCDay()).toBe(1)
          const age = moment.getTime() - start.getTime()
          expect(age >= 0 && age < 7 * 86_400_000).toBe(true)
        },
      ),
    )
  })

  it('[DATA-46] a month starts at midnight in Kampala on its first day', () => {
    expect(startOfMonth(at('2026-11-30T21:00:00Z')).toISOString()).toBe('2026-11-30T21:00:00.000Z')
  })

  it.each([
    ['2026-08-30T21:30:00Z', 6, '2027-02-27T21:30:00.000Z'],
    ['2026-08-31T20:59:59Z', 6, '2027-02-28T20:59:59.000Z'],
    ['2027-08-31T12:00:00Z', 6, '2028-02-29T12:00:00.000Z'],
    ['2026-11-15T12:00:00Z', 1, '2026-12-15T12:00:00.000Z'],
    ['2026-11-15T12:00:00Z', 60, '2031-11-15T12:00:00.000Z'],
  ])('[PLAY-03] %s and %d months are %s, or the last day of that month', (moment, months, later) => {
    expect(addMonths(at(moment), months).toISOString()).toBe(later)
  })

  it.each([
    ['2026-11-21', '2026-11-20T21:00:00.000Z'],
    ['2028-02-29', '2028-02-28T21:00:00.000Z'],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['0999-01-01', undefined],
    ['3000-01-01', undefined],
    ['26-11-21', undefined],
    ['x2026-11-21', undefined],
    ['2026-11-21T00', undefined],
  ])('[DATA-46] the day %s starts at %s', (key, start) => {
    expect(startOfDayKey(key)?.toISOString()).toBe(start)
  })

  it.each([
    ['2026-11-21T20:59:00Z', 'Today'],
    ['2026-11-21T21:00:00Z', 'Tomorrow'],
    ['2026-11-20T20:59:00Z', 'Yesterday'],
    ['2026-11-22T21:00:00Z', 'Mon 23 Nov'],
    ['2027-01-02T21:00:00Z', 'Sun 3 Jan'],
  ])('[HOME-28] the day of %s is shown as "%s"', (moment, label) => {
    expect(dayLabel(at(moment), at('2026-11-21T12:00:00Z'))).toBe(label)
  })

  it('[DATA-46] the time of day has two digits for hours and minutes', () => {
    expect(clockTime(at('2026-11-21T03:05:59Z'))).toBe('06:05')
  })

  it.each([
    ['2026-11-21T12:24:30Z', 'in 25 min'],
    ['2026-11-21T12:59:00Z', 'in 59 min'],
    ['2026-11-21T12:59:01Z', 'Today 15:59'],
    ['2026-11-21T12:00:01Z', 'in 1 min'],
    ['2026-11-21T12:00:00Z', 'Today 15:00'],
    ['2026-11-21T16:00:00Z', 'Today 19:00'],
    ['2026-11-22T15:00:00Z', 'Tomorrow 18:00'],
    ['2026-11-25T15:42:00Z', '25 Nov 2026, 18:42'],
    ['2026-11-21T11:00:00Z', 'Today 14:00'],
  ])('[HOME-16] a kick-off at %s is shown as "%s"', (start, label) => {
    expect(startLabel(at(start), at('2026-11-21T12:00:00Z'))).toBe(label)
  })

  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 min ago'],
    ['2026-11-21T11:55:00Z', '5 min ago'],
    ['2026-11-21T11:00:01Z', '59 min ago'],
    ['2026-11-21T11:00:00Z', '1 h ago'],
    ['2026-11-21T09:00:01Z', '2 h ago'],
    ['2026-11-21T09:00:00Z', '3 h ago'],
    ['2026-11-20T15:42:00Z', 'Yesterday 18:42'],
    ['2026-11-18T15:42:00Z', '18 Nov 2026, 18:42'],
  ])('[TICK-15] a past time of %s is shown as "%s"', (moment, label) => {
    expect(agoLabel(at(moment), at('2026-11-21T12:00:00Z'))).toBe(label)
    expect(formatDateTime(at('2026-11-21T15:42:00Z'))).toBe('21 Nov 2026, 18:42')
  })

  it.each([
    ['2026-11-21T03:26:00Z', 'Today 06:26'],
    ['2026-11-20T21:00:00Z', 'Today 00:00'],
    ['2026-11-20T20:59:00Z', 'Yesterday 23:59'],
    ['2026-11-21T21:00:00Z', 'Tomorrow 00:00'],
    ['2026-11-19T20:59:00Z', '19 Nov 2026, 23:59'],
    ['2025-11-21T12:00:00Z', '21 Nov 2025, 15:00'],
  ])('[DATA-46] the time %s is shown as "%s"', (moment, label) => {
    expect(momentLabel(at(moment), at('2026-11-21T12:00:00Z'))).toBe(label)
  })

  it('[DATA-46] times in exported files have a sortable form', () => {
    expect(sortableDateTime(at('2026-11-21T21:04:31.999Z'))).toBe('2026-11-22 00:04:31')
  })
})
