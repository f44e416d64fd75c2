import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentFixture, type PaymentFixture, acceptedPayment } from './testing/payment-fixture.ts'

let app: PaymentFixture
beforeAll(async () => {
  app = await openPaymentFixture({ cuttableDatabase: true })
})
afterAll(() => app.close())

it.each(['deposit', 'withdrawal'] as const)(
  '[OPS-06][WDR-27][DEP-29] a %s with an unconfirmed commit is not reported as failed, and repeating its idempotency key returns the same payment',
  async (type) => {
    const player = await app.player(type === 'deposit' ? '+256773101000' : '+256773102000', 200_000)
    const key = randomUUID()
    const request = () =>
      type === 'deposit' ? app.deposit(player, 50_000, { key }) : app.withdraw(player, 50_000, key)
    app.cutAnswerTo('commit')
    const lost = await request()
    expect([lost.status, lost.body['code']]).toEqual([503, 'UNAVAILABLE'])
    const { id } = acceptedPayment(await request())
    const rows = await app.owner.query('select id from transactions where user_id = $1', [player.id])
    expect(rows).toEqual([{ id }])
    await app.pass(30_000)
    expect(app.money.orders.list().filter(({ msisdn }) => msisdn === player.phone.slice(1))).toHaveLength(1)
  },
)
