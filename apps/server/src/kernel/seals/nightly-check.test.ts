import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { expect, it } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createCheckAlarm } from './nightly-check.ts'

const EXPECTED = { block: 1n, hash: 'ab'.repeat(32) }
const NONE_PUBLISHED = 'THE DATABASE CONTAINS SEALS, BUT NONE IS PUBLISHED'
const NOT_COMPARED = 'the ledger is correct, but it was not compared with a published seal'
const CHECKED_AT = new Date('2027-05-01T00:00:00Z')
type Found = { differences: number; blocks: number; expected: typeof EXPECTED | null; checkedAt: Date }
const STORED: Found = { differences: 0, blocks: 1, expected: EXPECTED, checkedAt: CHECKED_AT }

/** Creates the alarm of one process with its gauges and log. `stored` replaces the table of stored checks. */
function alarmOf(sealsFolder: string | null, stored: () => Promise<Found | null>) {
  const lines: { level: number; msg: string }[] = []
  const clock = { at: CHECKED_AT.getTime(), now: () => new Date(clock.at) }
  const gauges = new Map<string, () => number | Promise<number>>()
  const gauge = (name: string, _help: string, read: () => number | Promise<number>): void => void gauges.set(name, read)
  const log = createLog('info', (line) => void lines.push(JSON.parse(line)))
  const kernel = { clock, config: { sealsFolder }, log, metrics: { gauge } }
  const alarm = createCheckAlarm(kernel as never, { name: 'ledger', metric: 'ledger' }, stored)
  const check = (found: Partial<Found>) =>
    alarm({ differences: 0, blocks: 1, expected: EXPECTED, counts: { postings: 1 }, details: {}, ...found })
  const shown = async (name: 'differences' | 'check_age_seconds' = 'differences') => gauges.get(`ledger_${name}`)?.()
  return { check, clock, lines, shown }
}

it.each<[string, string | null, Partial<Found>, string, number, [number, string][]]>([
  ['finds nothing', '/seals', {}, 'correct', 0, [[30, 'the ledger is correct']]],
  ['finds a difference', '/seals', { differences: 1 }, 'different', 1, [[50, 'THE LEDGER HAS DIFFERENCES']]],
  ['finds seals but no published one', '/seals', { expected: null }, 'seal lost', 1, [[50, NONE_PUBLISHED]]],
  [
    'finds a difference and no published seal',
    '/seals',
    { differences: 1, expected: null },
    'different',
    2,
    [
      [50, 'THE LEDGER HAS DIFFERENCES'],
      [50, NONE_PUBLISHED],
    ],
  ],
  ['runs before the first seal', '/seals', { expected: null, blocks: 0 }, 'not compared', 0, [[30, NOT_COMPARED]]],
  ['runs without SEALS_DIR', null, { expected: null }, 'not compared', 0, [[30, NOT_COMPARED]]],
])(
  '[OPS-05] a nightly check that %s sets log, gauge and outcome',
  async (_, sealsFolder, found, outcome, alarms, logged) => {
    const { check, lines, shown } = alarmOf(sealsFolder, () => Promise.reject(new Error('not to be read')))
    expect([check(found), await shown()]).toEqual([outcome, alarms])
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual(logged)
  },
)

it.each<[number, string, Partial<Found>]>([
  [2, 'two differences', { differences: 2 }],
  [1, 'a lost seal', { expected: null }],
  [0, 'nothing', {}],
])('[OPS-05] the gauge of a new process shows %s after a stored check that found %s', async (alarms, _, found) => {
  const { shown } = alarmOf('/seals', async () => ({ ...STORED, ...found }))
  expect(await shown()).toBe(alarms)
})

it('[OPS-05] the gauge shows 0 before the first check', async () => {
  expect(await alarmOf('/seals', async () => null).shown()).toBe(0)
})

it('[OPS-05] the gauge shows the process’s own check for 25 hours, and afterwards the stored check of another node', async () => {
  const { check, clock, shown } = alarmOf('/seals', async () => STORED)
  check({ differences: 3 })
  clock.at += 25 * HOUR_MS - 1
  expect(await shown()).toBe(3)
  clock.at += 1
  expect(await shown()).toBe(0)
})

it('[OPS-05] the gauge shows the process’s own last check if the stored check cannot be read', async () => {
  const { check, clock, shown } = alarmOf('/seals', () => Promise.reject(new Error('database unavailable')))
  expect(await shown()).toBeNaN()
  check({ differences: 3 })
  clock.at += 26 * HOUR_MS
  expect(await shown()).toBe(3)
})

it.each<[string, number, Found | null, number]>([
  ['the stored check of another node', 26, STORED, 26],
  ['the start of the process before the first check', 26, null, 26],
])('[OPS-05] a gauge shows the time since %s', async (_, hours, stored, age) => {
  const { clock, shown } = alarmOf('/seals', async () => stored)
  clock.at += hours * HOUR_MS
  expect(await shown('check_age_seconds')).toBe(age * 3_600)
})

it('[OPS-05] the age of the last check is measured from the newest check on any node', async () => {
  let stored = STORED
  const { check, clock, shown } = alarmOf('/seals', async () => stored)
  clock.at += 2 * HOUR_MS
  check({})
  expect(await shown('check_age_seconds')).toBe(0)
  clock.at += 24 * HOUR_MS
  stored = { ...STORED, checkedAt: new Date(clock.at - 60_000) }
  expect(await shown('check_age_seconds')).toBe(60)
})

it('[OPS-05] the age of the last check is measured from the process’s own check while the stored check cannot be read', async () => {
  const { check, clock, shown } = alarmOf('/seals', () => Promise.reject(new Error('database unavailable')))
  expect(await shown('check_age_seconds')).toBeNaN()
  check({})
  clock.at += HOUR_MS
  expect(await shown('check_age_seconds')).toBe(3_600)
})
