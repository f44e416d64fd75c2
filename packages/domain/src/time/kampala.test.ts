import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  agoLabel,
  dayKey,
  formatDateTime,
  momentLabel,
  sortableDateTime,
  startLabel,
  startOfDay,
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
    ['2026-11-21T12:24:30Z', 'in 25 min'],
    ['2026-11-21T16:00:00Z', 'Today 19:00'],
    ['2026-11-22T15:00:00Z', 'Tomorrow 18:00'],
    ['2026-11-25T15:42:00Z', '25 Nov 2026, 18:42'],
    ['2026-11-21T11:00:00Z', 'Today 14:00'],
  ])('[HOME-16] a kick-off at %s is shown as "%s"', (start, label) => {
    expect(startLabel(at(start), at('2026-11-21T12:00:00Z'))).toBe(label)
  })

  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:55:00Z', '5 min ago'],
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
