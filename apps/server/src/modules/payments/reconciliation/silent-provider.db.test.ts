import { randomUUID } from 'node:crypto'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { PROVIDER_NAMES } from '@mupiira/domain/payments/providers.ts'
import { dayKey, startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentFixture, type PaymentFixture, acceptedPayment } from '../testing/payment-fixture.ts'

let app: PaymentFixture
beforeAll(async () => {
  app = await openPaymentFixture({ direct: true })
})
afterAll(() => app.close())

async function airtelCases() {
  const { done } = await app.payments.administration.reconciliation.run(dayKey(app.clock.now()))
  const open = done.find(({ provider }) => provider === 'airtel')?.open ?? []
  return open.map(({ id, kind }) => ({ id, kind })).toSorted((a, b) => a.kind.localeCompare(b.kind))
}

it('[WDR-21] reconciliation cases stay open and keep their age while the provider does not answer', async () => {
  await app.set({ payment_routes: { MTN: ['mtn'], AIRTEL: ['airtel'] } })
  expect(await airtelCases()).toEqual([])
  const player = await app.player('+256752011003', 200_000)
  const { id } = acceptedPayment(await app.withdraw(player, 50_000))
  const reference = `WDR-${id.replaceAll('-', '')}`
  const reported = { reference, internalReference: null, kind: null, phoneNumber: null, amount: null, currency: null }
  const report = { status: 'success', ...reported, message: null, charge: null } as const
  await app.kernel.db.transaction((tx) => app.apply(tx, id, { kind: 'final', report }, app.clock.now()))
  // The provider now reports a failure, and its wallets were charged elsewhere.
  app.money.control({ decide: [{ reference, ending: 'declined' }], floatUgx: 1_000 })
  app.clock.forward(120_000)
  const found = await airtelCases()
  expect(found.map(({ kind }) => kind)).toEqual(['failed-there', 'wallet'])
  app.money.control({ faultsOf: { airtel: { outage: 'unavailable' } } })
  expect(await airtelCases()).toEqual(found)
  app.money.control({ faultsOf: { airtel: { outage: 'none' } } })
  expect(await airtelCases()).toEqual(found)
})

it('[OPS-05] a difference that staff has just booked is not reported again', async () => {
  await app.set({ payment_routes: { MTN: ['mtn'], AIRTEL: ['airtel'] } })
  await airtelCases()
  const open = await app.payments.administration.reconciliation.open()
  const wallet = open.find(({ provider, kind }) => provider === 'airtel' && kind === 'wallet')
  const seenUgx = wallet?.amountUgx ?? ZERO
  const closing = {
    caseId: wallet?.id ?? '',
    seenUgx,
    closedBy: randomUUID(),
    note: 'taken out for salaries',
    isBooked: true,
  }
  const booked = await app.kernel.db.transaction((tx) => app.payments.administration.reconciliation.close(tx, closing))
  expect(booked).toMatchObject({ ok: true })
  app.clock.forward(10_000)
  expect((await airtelCases()).map(({ kind }) => kind)).not.toContain('wallet')
  app.clock.forward(120_000)
  expect((await airtelCases()).map(({ kind }) => kind)).not.toContain('wallet')
})

it('[OPS-05] a day that could not be compared before midnight is compared later', async () => {
  const day = dayKey(app.clock.now())
  const compared = async () =>
    (
      await app.owner.query<{ provider: string }>(
        'select distinct provider from reconciliation_runs where day = $1 and created_at > $2 order by provider',
        [day, startOfNextDay(startOfDayKey(day) ?? new Date(0))],
      )
    ).map(({ provider }) => provider)
  acceptedPayment(await app.deposit(await app.player('+256772011010', 200_000), 50_000))
  await app.set({ payment_routes: { MTN: ['relworx'], AIRTEL: ['airtel'] } })
  acceptedPayment(await app.deposit(await app.player('+256772011020', 200_000), 50_000))
  app.money.control({ faultsOf: { relworx: { outage: 'unavailable' } } })
  app.clock.forward(24 * 3_600_000)
  await app.payments.administration.reconciliation.runNightly()
  expect(await compared()).toEqual(PROVIDER_NAMES.filter((name) => name !== 'relworx').toSorted())
  app.money.control({ faultsOf: { relworx: { outage: 'none' } } })
  app.clock.forward(24 * 3_600_000)
  await app.payments.administration.reconciliation.runNightly()
  expect(await compared()).toEqual(PROVIDER_NAMES.toSorted())
  const before = await app.owner.query('select from reconciliation_runs')
  await app.payments.administration.reconciliation.runNightly()
  expect(await app.owner.query('select from reconciliation_runs'), 'nothing is left').toHaveLength(before.length)
})
