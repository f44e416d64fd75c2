import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { expect, it } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createCheckAlarm } from './nightly-check.ts'

const EXPECTED = { block: 1n, hash: 'ab'.repeat(32) }
const NONE_PUBLISHED = 'THE DATABASE CONTAINS SEALS, BUT NONE IS PUBLISHED'
const NOT_COMPARED = 'the ledger is correct, but it was not compared with a published seal'
type Found = { differences: number; blocks: number; expected: typeof EXPECTED | null }

/** The alarm of a process, with its gauge, its log and what the table of checks contains. */
function alarmOf(sealsFolder: string | null, stored: () => Promise<Found | null>) {
  const lines: { level: number; msg: string }[] = []
  const clock = { at: Date.parse('2027-05-01T00:00:00Z'), now: () => new Date(clock.at) }
  let read = (): number | Promise<number> => Number.NaN
  const gauge = (_name: string, _help: string, value: typeof read): void => void (read = value)
  const log = createLog('info', (line) => void lines.push(JSON.parse(line)))
  const kernel = { clock, config: { sealsFolder }, log, metrics: { gauge } }
  const alarm = createCheckAlarm(kernel as never, { name: 'ledger', gauge: 'ledger_differences' }, stored)
  const check = (found: Partial<Found>) =>
    alarm({ differences: 0, blocks: 1, expected: EXPECTED, counts: { postings: 1 }, details: {}, ...found })
  return { check, clock, lines, shown: async () => read() }
}

it.each<[string, string | null, Partial<Found>, string, number, [number, string][]]>([
  ['finds nothing', '/seals', {}, 'correct', 0, [[30, 'the ledger is correct']]],
  ['finds a difference', '/seals', { differences: 1 }, 'different', 1, [[50, 'THE LEDGER DIFFERS']]],
  ['finds seals but no published one', '/seals', { expected: null }, 'seal lost', 1, [[50, NONE_PUBLISHED]]],
  [
    'finds a difference and no published seal',
    '/seals',
    { differences: 1, expected: null },
    'different',
    2,
    [
      [50, 'THE LEDGER DIFFERS'],
      [50, NONE_PUBLISHED],
    ],
  ],
  ['runs before the first seal', '/seals', { expected: null, blocks: 0 }, 'not compared', 0, [[30, NOT_COMPARED]]],
  ['runs without SEALS_DIR', null, { expected: null }, 'not compared', 0, [[30, NOT_COMPARED]]],
])('[OPS-05] log, gauge and outcome if a nightly check %s', async (_, sealsFolder, found, outcome, alarms, logged) => {
  const { check, lines, shown } = alarmOf(sealsFolder, () => Promise.reject(new Error('not to be read')))
  expect([check(found), await shown()]).toEqual([outcome, alarms])
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual(logged)
})

it.each<[number, string, Partial<Found>]>([
  [2, 'two differences', { differences: 2 }],
  [1, 'a lost seal', { expected: null }],
  [0, 'nothing', {}],
])('[OPS-05] the gauge of a new process shows %s after a stored check that found %s', async (alarms, _, found) => {
  const { shown } = alarmOf('/seals', async () => ({ differences: 0, blocks: 1, expected: EXPECTED, ...found }))
  expect(await shown()).toBe(alarms)
})

it('[OPS-05] the gauge shows 0 before the first check', async () => {
  expect(await alarmOf('/seals', async () => null).shown()).toBe(0)
})

it('[OPS-05] the gauge shows the check of its own process for 25 hours, then the stored check of another node', async () => {
  const { check, clock, shown } = alarmOf('/seals', async () => ({ differences: 0, blocks: 1, expected: EXPECTED }))
  check({ differences: 3 })
  clock.at += 25 * HOUR_MS - 1
  expect(await shown()).toBe(3)
  clock.at += 1
  expect(await shown()).toBe(0)
})

it('[OPS-05] the gauge keeps the check of its own process while the stored one cannot be read', async () => {
  const { check, clock, shown } = alarmOf('/seals', () => Promise.reject(new Error('database unavailable')))
  expect(await shown()).toBeNaN()
  check({ differences: 3 })
  clock.at += 26 * HOUR_MS
  expect(await shown()).toBe(3)
})
