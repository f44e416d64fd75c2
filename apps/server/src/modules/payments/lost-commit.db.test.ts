import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentHouse, type PaymentHouse, takenOf } from './testing/payment-house.ts'

let house: PaymentHouse
beforeAll(async () => {
  house = await openPaymentHouse({ cuttable: true })
})
afterAll(() => house.close())

it.each(['deposit', 'withdrawal'] as const)(
  '[OPS-06][WDR-27][DEP-29] a %s whose commit nobody answers is not said to have failed: asked again under its key it is the same one',
  async (type) => {
    const player = await house.player(type === 'deposit' ? '+256773101000' : '+256773102000', 200_000)
    const key = randomUUID()
    const ask = () =>
      type === 'deposit' ? house.deposit(player, 50_000, { key }) : house.withdraw(player, 50_000, key)
    house.cutAnswerTo('commit')
    const lost = await ask()
    expect([lost.status, lost.body['code']]).toEqual([503, 'UNAVAILABLE'])
    const { id } = takenOf(await ask())
    const rows = await house.owner.query('select id from transactions where user_id = $1', [player.id])
    expect(rows).toEqual([{ id }])
    await house.pass(30_000)
    expect(house.money.orders.list().filter(({ msisdn }) => msisdn === player.phone.slice(1))).toHaveLength(1)
  },
)
