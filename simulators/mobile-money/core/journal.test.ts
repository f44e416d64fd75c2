import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSimulatorFixture, type SimulatorFixture, until } from '../testing/simulator-fixture.ts'

let folder: string
let fixture: SimulatorFixture | undefined
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'journal-'))))
afterEach(async () => {
  await fixture?.close()
  rmSync(folder, { recursive: true, force: true })
})

const journal = (): string => join(folder, 'orders.jsonl')
async function restart(): Promise<SimulatorFixture> {
  await fixture?.close()
  return (fixture = await openSimulatorFixture({ journal: journal() }))
}
const statusOf = (reference: string): string | undefined => fixture?.money.orders.find(reference)?.status

it('after a restart the simulator has the same orders and balance, and completes pending orders', async () => {
  let running = await restart()
  await running.collect('256772000110', { reference: 'PAID-0001' })
  await running.collect('256772000111', { reference: 'DECLINED-1' })
  running.pass(3_000)
  await until(() => statusOf('PAID-0001') === 'success' && statusOf('DECLINED-1') === 'failed')
  await running.payOut('256772000120', { reference: 'PENDING-1' })
  const [before, balance] = [running.money.orders.list(), await running.balance()]

  // The end of a line that a killed process did not finish.
  appendFileSync(journal(), '{"wire":"relw')
  running = await restart()
  expect(running.money.orders.list().map(({ reference }) => reference)).toEqual(
    before.map(({ reference }) => reference),
  )
  expect(await running.balance()).toBe(balance)
  expect([statusOf('PAID-0001'), statusOf('DECLINED-1'), statusOf('PENDING-1')]).toEqual([
    'success',
    'failed',
    'pending',
  ])
  running.pass(60_000)
  await until(() => statusOf('PENDING-1') === 'success')
  expect(await running.balance()).toBe(balance)
})

it('recorded orders of the past are listed and answered by the references of both sides until a reset', async () => {
  let running = await restart()
  const past = {
    kind: 'collection',
    reference: 'DEP-PAST-01',
    internalReference: 'past-1',
    msisdn: '+256772000100',
    amountUgx: 40_000,
    failure: null,
    createdAtMs: running.now() - 86_400_000,
  }
  const others = [
    { ...past, kind: 'payout', reference: 'WDR-PAST-01', internalReference: 'past-2', amountUgx: 15_000 },
    { ...past, reference: 'DEP-PAST-02', internalReference: 'past-3', failure: 'declined' },
  ]
  const before = Number(await running.balance())
  expect((await running.call('POST', '/control', { record: [past, ...others] })).status).toBe(200)
  const unknownCarrier = { ...past, reference: 'DEP-PAST-03', internalReference: 'past-4', msisdn: '+256312000100' }
  expect((await running.call('POST', '/control', { record: [unknownCarrier] })).body['undone']).toEqual([
    '+256312000100 is not a number of MTN or Airtel',
  ])

  running = await restart()
  expect((await running.status('past-1')).body).toMatchObject({
    status: 'success',
    customer_reference: 'DEP-PAST-01',
    amount: 40_000,
  })
  expect(statusOf('DEP-PAST-02')).toBe('failed')
  expect(await running.balance()).toBe(before + 40_000 - 15_000)

  await running.call('POST', '/control', { reset: true })
  running = await restart()
  expect(running.money.orders.list()).toEqual([])
})
