import { expect, it } from 'vitest'
import { createLog } from '../../../kernel/telemetry/log.ts'
import type { LedgerReport } from './check-ledger.ts'
import { createNightlyCheck } from './nightly-check.ts'

const SOUND: LedgerReport = {
  ok: true,
  postings: 1,
  accounts: 1,
  newestSeal: null,
  expectedSeal: { block: 1n, hash: 'ab'.repeat(32) },
  sealedBlocks: 1,
  differences: [],
  unexplainedKinds: [],
}
const DIFFERENCE = { rule: 'balance', subject: 'account', detail: 'differs' } as const

it.each<[string, string | null, Partial<LedgerReport>, number, [number, string][]]>([
  ['finds nothing', '/seals', {}, 0, [[30, 'the ledger is correct']]],
  ['finds a difference', '/seals', { ok: false, differences: [DIFFERENCE] }, 1, [[50, 'THE LEDGER DIFFERS']]],
  [
    'finds seals but no published one',
    '/seals',
    { expectedSeal: null },
    1,
    [[50, 'THE DATABASE CONTAINS SEALS, BUT NONE IS PUBLISHED']],
  ],
  [
    'finds a difference and no published seal',
    '/seals',
    { ok: false, differences: [DIFFERENCE], expectedSeal: null },
    2,
    [
      [50, 'THE LEDGER DIFFERS'],
      [50, 'THE DATABASE CONTAINS SEALS, BUT NONE IS PUBLISHED'],
    ],
  ],
  [
    'runs before the first seal',
    '/seals',
    { expectedSeal: null, sealedBlocks: 0 },
    0,
    [[30, 'the ledger is correct, but it was not compared with a published seal']],
  ],
  [
    'runs without SEALS_DIR',
    null,
    { expectedSeal: null },
    0,
    [[30, 'the ledger is correct, but it was not compared with a published seal']],
  ],
])('[OPS-05] log and gauge if the nightly ledger check %s', async (_, sealsFolder, found, alarm, logged) => {
  let read = (): number => Number.NaN
  const gauge = (_name: string, _help: string, value: () => number): void => void (read = value)
  const lines: { level: number; msg: string }[] = []
  const log = createLog('info', (line) => void lines.push(JSON.parse(line)))
  const check = createNightlyCheck({ config: { sealsFolder }, log, metrics: { gauge } } as never, async () => ({
    ...SOUND,
    ...found,
  }))
  await check()
  expect(read()).toBe(alarm)
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual(logged)
})
