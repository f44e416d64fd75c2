import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../time/durations.ts'
import { endOf, EXCLUSION_LENGTH_IDS, exclude, type Exclusion, isExcluded } from './exclusion.ts'

/** A Saturday, 15:00 in Kampala. */
const SATURDAY = new Date('2026-11-21T12:00:00Z')
const later = (hours: number, from = SATURDAY): Date => new Date(from.getTime() + hours * HOUR_MS)

describe('exclusion', () => {
  it.each([
    ['24h', '2026-11-22T12:00:00.000Z'],
    ['7d', '2026-11-28T12:00:00.000Z'],
    ['30d', '2026-12-21T12:00:00.000Z'],
    ['6m', '2027-05-21T12:00:00.000Z'],
    ['1y', '2027-11-21T12:00:00.000Z'],
    ['2y', '2028-11-21T12:00:00.000Z'],
    ['5y', '2031-11-21T12:00:00.000Z'],
  ] as const)('[PLAY-03] a self-exclusion of %s ends at %s', (length, until) => {
    expect(endOf(length, SATURDAY).toISOString()).toBe(until)
  })

  it('[PLAY-03] a six-month self-exclusion from 31 August ends on the last day of February', () => {
    expect(endOf('6m', new Date('2026-08-31T09:00:00Z')).toISOString()).toBe('2027-02-28T09:00:00.000Z')
  })

  it('[PLAY-03] a time-out becomes longer or a self-exclusion, from its first day, and never ends earlier', () => {
    const first = exclude(null, '7d', SATURDAY)
    if (!first.ok) throw new Error('it starts')
    expect(first.value).toEqual({ kind: 'time-out', from: SATURDAY, until: later(7 * 24) })
    expect(exclude(first.value, '7d', SATURDAY)).toEqual({ ok: false, error: 'ENDS_EARLIER' })
    expect(exclude(first.value, '24h', later(24))).toEqual({ ok: false, error: 'ENDS_EARLIER' })
    expect(exclude(first.value, '24h', later(6 * 24 + 1))).toEqual({
      ok: true,
      value: { kind: 'time-out', from: SATURDAY, until: later(7 * 24 + 1) },
    })
    const excluded = exclude(first.value, '1y', later(24))
    expect(excluded.ok && excluded.value).toMatchObject({ kind: 'exclusion', from: SATURDAY })
  })

  it('[PLAY-03] a self-exclusion that is extended by a time-out stays a self-exclusion, and a new break starts after its end', () => {
    const running: Exclusion = { kind: 'exclusion', from: SATURDAY, until: later(48) }
    expect(exclude(running, '7d', later(47))).toMatchObject({ ok: true, value: { kind: 'exclusion', from: SATURDAY } })
    expect(exclude(running, '24h', later(48))).toEqual({
      ok: true,
      value: { kind: 'time-out', from: later(48), until: later(72) },
    })
    expect([later(47.9), later(48)].map((now) => isExcluded(running, now))).toEqual([true, false])
  })

  it('[PLAY-03] no further request shortens an active self-exclusion', () => {
    const asks = fc.array(fc.tuple(fc.constantFrom(...EXCLUSION_LENGTH_IDS), fc.integer({ min: 0, max: 400 })))
    fc.assert(
      fc.property(asks, (asked) => {
        let running: Exclusion | null = null
        let now = SATURDAY
        for (const [length, hours] of asked) {
          now = later(hours, now)
          const before: Exclusion | null = running
          const outcome = exclude(running, length, now)
          if (outcome.ok) running = outcome.value
          if (before !== null && isExcluded(before, now)) {
            expect(running !== null && running.until >= before.until).toBe(true)
            if (before.kind === 'exclusion') expect(running?.kind).toBe('exclusion')
          } else expect(outcome.ok).toBe(true)
        }
      }),
    )
  })
})
