import { randomUUID } from 'node:crypto'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../../simulators/mobile-money/testing/simulator-fixture.ts'
import { HOUSE } from '../wallet/index.ts'
import { openPaymentFixture, type PaymentFixture, type Player, acceptedPayment } from './testing/payment-fixture.ts'

let app: PaymentFixture
let numbers = 10
beforeAll(async () => {
  app = await openPaymentFixture({ callbacks: true, direct: true })
})
afterEach(async () => {
  app.money.control({ reset: true })
  await app.set({ payment_routes: { MTN: ['relworx', 'mtn'], AIRTEL: ['relworx', 'airtel'] } })
})
afterAll(() => app.close())

const playerWith = (digit: string, balance = 200_000): Promise<Player> =>
  app.player(`+2567720${++numbers}00${digit}`, balance)
const referenceOf = ({ id }: Transaction): string => `WDR-${id.replaceAll('-', '')}`
const rowOf = async ({ id }: Transaction) =>
  (await app.owner.query('select status, stage, reason, next_at from transactions where id = $1', [id]))[0]

/** A withdrawal that no provider has answered for 72 hours. */
async function leftToOperator(): Promise<{ player: Player; payment: Transaction }> {
  const player = await playerWith('3')
  const payment = acceptedPayment(await app.withdraw(player, 50_000))
  for (let poll = 0; poll < 18; poll++) await app.pass(5_000)
  await app.pass(73 * 3_600_000)
  expect(await rowOf(payment)).toMatchObject({ status: 'pending', stage: 'review', reason: 'expired', next_at: null })
  return { player, payment }
}

describe('a callback for a withdrawal that waits for an operator', () => {
  it.each([
    ['success', 'success', { balance: 148_000, held: 0 }],
    ['declined', 'failed', { balance: 200_000, held: 0 }],
  ] as const)(
    '[WDR-23][WDR-22] a callback with $0 for a withdrawal in review triggers a query, and the withdrawal becomes $1',
    async (ending, status, balance) => {
      const { player, payment } = await leftToOperator()
      app.money.control({ decide: [{ reference: referenceOf(payment), ending }] })
      app.clock.forward(1_000)
      await until(async () => (await app.read(player, payment.id)).status !== 'pending')
      expect(await rowOf(payment)).toMatchObject({ status, stage: 'done', next_at: null })
      expect(await app.balances(player)).toEqual(balance)
      const decision = { paymentId: payment.id, ending: 'failed', decidedBy: randomUUID(), note: 'no answer' } as const
      const late = await app.decide(decision)
      expect(late).toMatchObject({ error: 'DECISION_IMPOSSIBLE' })
    },
  )

  it('[WDR-23] after a callback for a withdrawal in review, the provider is queried occasionally, and the withdrawal stays in review', async () => {
    const { payment } = await leftToOperator()
    const reference = referenceOf(payment)
    const before = await app.callbackCount('stored')
    const claimed = { reference, status: 'success', amountUgx: null, seal: 'good', copies: 1 } as const
    app.money.control({ callbacks: [claimed] })
    await until(async () => (await app.callbackCount('stored')) > before)
    await app.pass(40_000)
    expect(await rowOf(payment)).toMatchObject({ status: 'pending', stage: 'review', reason: 'expired' })
  })
})

it('[D21] a payout that never reached the provider is not sent again while the player’s balance is negative after a correction', async () => {
  await app.set({ payment_routes: { MTN: ['mtn'], AIRTEL: ['airtel'] } })
  // The access token is already cached, so the next lost request is the order itself.
  acceptedPayment(await app.withdraw(await playerWith('0'), 50_000))
  const player = await playerWith('0', 100_000)
  app.money.control({ faults: { errorRate: 1 } })
  const lost = acceptedPayment(await app.withdraw(player, 50_000))
  await app.kernel.db.transaction((tx) => {
    const fields = { kind: 'resettlement' as const, reference: randomUUID(), description: 'Corrected' }
    const amount = ugxFromShillings(60_000)
    return app.wallet.transfers.correct(
      tx,
      [{ source: player.id, destination: HOUSE.book, amount, ...fields }],
      app.clock.now(),
    )
  })
  app.money.control({ faults: { errorRate: 0 } })
  for (let poll = 0; poll < 8; poll++) await app.pass(5_000)
  expect(app.money.orders.find(referenceOf(lost))).toBeUndefined()
  expect(await app.balances(player)).toEqual({ balance: -12_000, held: 52_000 })
})
