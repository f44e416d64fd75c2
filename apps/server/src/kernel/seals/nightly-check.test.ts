import { expect, it } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createCheckAlarm } from './nightly-check.ts'

const EXPECTED = { block: 1n, hash: 'ab'.repeat(32) }
const NONE_PUBLISHED = 'THE DATABASE CONTAINS SEALS, BUT NONE IS PUBLISHED'
const NOT_COMPARED = 'the ledger is correct, but it was not compared with a published seal'
type Found = { differences: number; blocks: number; expected: typeof EXPECTED | null }

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
])('[OPS-05] log, gauge and outcome if a nightly check %s', (_, sealsFolder, found, outcome, alarms, logged) => {
  let read = (): number => Number.NaN
  const gauge = (_name: string, _help: string, value: () => number): void => void (read = value)
  const lines: { level: number; msg: string }[] = []
  const log = createLog('info', (line) => void lines.push(JSON.parse(line)))
  const alarm = createCheckAlarm({ config: { sealsFolder }, log, metrics: { gauge } } as never, {
    name: 'ledger',
    gauge: 'ledger_differences',
  })
  const report = { differences: 0, blocks: 1, expected: EXPECTED, counts: { postings: 1 }, details: {}, ...found }
  expect([alarm(report), read()]).toEqual([outcome, alarms])
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual(logged)
})
