import { expect, it } from 'vitest'
import { createLog } from '../../kernel/log.ts'
import { testClock } from '../../kernel/test-kernel.ts'
import { createNightlyCheck } from './nightly-check.ts'

const RIGHT = { ok: true, postings: 1, accounts: 1, sealedBlocks: 1, differences: [], unexplainedKinds: [] }

it('[OPS-05] proves the ledger once a night, between 03:00 and 06:00 in Kampala, and raises an alarm on a difference', async () => {
  const clock = testClock()
  const alarm = { read: (): number => Number.NaN }
  const gauge = (_name: string, _help: string, read: () => number): void => void (alarm.read = read)
  let found: { rule: 'balance'; subject: string; detail: string }[] = []
  let checks = 0
  const look = createNightlyCheck({ clock, log: createLog('silent'), metrics: { gauge } as never }, async () => {
    checks++
    return { ...RIGHT, ok: found.length === 0, differences: found }
  })
  // The clock of tests begins at 15:00 in Kampala.
  await look()
  expect(checks).toBe(0)
  clock.forward(12.5 * 3_600_000)
  await look()
  await look()
  expect([checks, alarm.read()]).toEqual([1, 0])
  found = [{ rule: 'balance', subject: 'account', detail: 'differs' }]
  clock.forward(24 * 3_600_000)
  await look()
  expect([checks, alarm.read()]).toEqual([2, 1])
})
