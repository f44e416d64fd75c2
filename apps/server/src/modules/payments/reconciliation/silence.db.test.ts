import { randomUUID } from 'node:crypto'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { dayKey, startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentHouse, type PaymentHouse, takenOf } from '../testing/payment-house.ts'

let house: PaymentHouse
beforeAll(async () => {
  house = await openPaymentHouse({ direct: true })
})
afterAll(() => house.close())

async function airtelCases() {
  const { done } = await house.payments.reconciliation.run(dayKey(house.clock.now()))
  const open = done.find(({ provider }) => provider === 'airtel')?.open ?? []
  return open.map(({ id, kind }) => ({ id, kind })).toSorted((a, b) => a.kind.localeCompare(b.kind))
}

it('[WDR-21] a provider that does not answer has taken no difference back: its cases stay open, with their age', async () => {
  house.set({ payment_routes: { MTN: ['mtn'], AIRTEL: ['airtel'] } })
  expect(await airtelCases()).toEqual([])
  const player = await house.player('+256752011003', 200_000)
  const { id } = takenOf(await house.withdraw(player, 50_000))
  const reference = `WDR-${id.replaceAll('-', '')}`
  const told = { reference, internalReference: null, kind: null, phoneNumber: null, amount: null, currency: null }
  const report = { status: 'success', ...told, message: null, charge: null } as const
  await house.kernel.db.transaction((tx) => house.apply(tx, id, { kind: 'final', report }, house.clock.now()))
  // It says now that it failed, and somebody has drawn from its wallets.
  house.money.control({ decide: [{ reference, ending: 'declined' }], floatUgx: 1_000 })
  house.clock.forward(120_000)
  const found = await airtelCases()
  expect(found.map(({ kind }) => kind)).toEqual(['failed-there', 'wallet'])
  house.money.control({ faultsOf: { airtel: { outage: 'unavailable' } } })
  expect(await airtelCases()).toEqual(found)
  house.money.control({ faultsOf: { airtel: { outage: 'none' } } })
  expect(await airtelCases()).toEqual(found)
})

it('[OPS-05] money that was booked a moment ago is not missing still: nobody books it twice', async () => {
  house.set({ payment_routes: { MTN: ['mtn'], AIRTEL: ['airtel'] } })
  await airtelCases()
  const open = await house.payments.reconciliation.open()
  const wallet = open.find(({ provider, kind }) => provider === 'airtel' && kind === 'wallet')
  const seenUgx = wallet?.amountUgx ?? ZERO
  const closing = {
    caseId: wallet?.id ?? '',
    seenUgx,
    closedBy: randomUUID(),
    note: 'taken out for salaries',
    isBooked: true,
  }
  const booked = await house.kernel.db.transaction((tx) =>
    house.payments.reconciliation.close(tx, closing, house.clock.now()),
  )
  expect(booked).toMatchObject({ ok: true })
  house.clock.forward(10_000)
  expect((await airtelCases()).map(({ kind }) => kind)).not.toContain('wallet')
  house.clock.forward(120_000)
  expect((await airtelCases()).map(({ kind }) => kind)).not.toContain('wallet')
})

it('[OPS-05] a day on which a provider could not be compared until midnight is compared when it can be', async () => {
  const day = dayKey(house.clock.now())
  const compared = async () =>
    (
      await house.owner.query<{ provider: string }>(
        'select distinct provider from reconciliation_run where day = $1 and created_at > $2 order by provider',
        [day, startOfNextDay(startOfDayKey(day) ?? new Date(0))],
      )
    ).map(({ provider }) => provider)
  takenOf(await house.deposit(await house.player('+256772011010', 200_000), 50_000))
  house.set({ payment_routes: { MTN: ['relworx'], AIRTEL: ['airtel'] } })
  takenOf(await house.deposit(await house.player('+256772011020', 200_000), 50_000))
  house.money.control({ faultsOf: { relworx: { outage: 'unavailable' } } })
  house.clock.forward(24 * 3_600_000)
  await house.payments.reconciliation.night()
  expect(await compared()).toEqual(['airtel', 'mtn'])
  house.money.control({ faultsOf: { relworx: { outage: 'none' } } })
  house.clock.forward(24 * 3_600_000)
  await house.payments.reconciliation.night()
  expect(await compared()).toEqual(['airtel', 'mtn', 'relworx'])
  const before = await house.owner.query('select from reconciliation_run')
  await house.payments.reconciliation.night()
  expect(await house.owner.query('select from reconciliation_run'), 'nothing is left').toHaveLength(before.length)
})
