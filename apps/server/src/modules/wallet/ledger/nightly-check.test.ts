import { expect, it } from 'vitest'
import { createLog } from '../../../kernel/log.ts'
import { createNightlyCheck } from './nightly-check.ts'

const SOUND = {
  ok: true,
  postings: 1,
  accounts: 1,
  newestSeal: null,
  expectedSeal: null,
  sealedBlocks: 1,
  differences: [],
  unexplainedKinds: [],
}

it('[OPS-05] the nightly ledger check raises an alarm if it finds a difference', async () => {
  const alarm = { read: (): number => Number.NaN }
  const gauge = (_name: string, _help: string, read: () => number): void => void (alarm.read = read)
  let found: { rule: 'balance'; subject: string; detail: string }[] = []
  const lines: string[] = []
  const log = createLog('info', (line) => void lines.push(line))
  const check = createNightlyCheck({ log, metrics: { gauge } as never }, async () => ({
    ...SOUND,
    ok: found.length === 0,
    differences: found,
  }))
  await check()
  expect(alarm.read()).toBe(0)
  found = [{ rule: 'balance', subject: 'account', detail: 'differs' }]
  await check()
  expect(alarm.read()).toBe(1)
  expect(lines.at(-1)).toContain('THE LEDGER DIFFERS')
})
