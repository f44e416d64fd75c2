import { randomUUID } from 'node:crypto'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../../simulators/mobile-money/testing/till.ts'
import { HOUSE } from '../wallet/index.ts'
import { openPaymentHouse, type PaymentHouse, type Player, takenOf } from './testing/payment-house.ts'

let house: PaymentHouse
let numbers = 10
beforeAll(async () => {
  house = await openPaymentHouse({ callbacks: true, direct: true })
})
afterEach(() => {
  house.money.control({ reset: true })
  house.set({ payment_routes: { MTN: ['relworx', 'mtn'], AIRTEL: ['relworx', 'airtel'] } })
})
afterAll(() => house.close())

const playerWith = (digit: string, balance = 200_000): Promise<Player> =>
  house.player(`+2567720${++numbers}00${digit}`, balance)
const referenceOf = ({ id }: Transaction): string => `WDR-${id.replaceAll('-', '')}`
const rowOf = async ({ id }: Transaction) =>
  (await house.owner.query('select status, stage, reason, next_at from transactions where id = $1', [id]))[0]

/** A withdrawal that no provider has answered for 72 hours. */
async function leftToOperator(): Promise<{ player: Player; taken: Transaction }> {
  const player = await playerWith('3')
  const taken = takenOf(await house.withdraw(player, 50_000))
  for (let poll = 0; poll < 18; poll++) await house.pass(5_000)
  await house.pass(73 * 3_600_000)
  expect(await rowOf(taken)).toMatchObject({ status: 'pending', stage: 'review', reason: 'expired', next_at: null })
  return { player, taken }
}

describe('a provider that calls back after a withdrawal was left to an operator', () => {
  it.each([
    ['success', 'success', { balance: 148_000, held: 0 }],
    ['declined', 'failed', { balance: 200_000, held: 0 }],
  ] as const)('[WDR-23][WDR-22] is asked: %s', async (ending, status, balance) => {
    const { player, taken } = await leftToOperator()
    house.money.control({ decide: [{ reference: referenceOf(taken), ending }] })
    house.clock.forward(1_000)
    await until(async () => (await house.read(player, taken.id)).status !== 'pending')
    expect(await rowOf(taken)).toMatchObject({ status, stage: 'done', next_at: null })
    expect(await house.balance(player)).toEqual(balance)
    const decision = { paymentId: taken.id, ending: 'failed', decidedBy: randomUUID(), note: 'no answer' } as const
    const late = await house.kernel.db.transaction((tx) => house.payments.decide(tx, decision, house.clock.now()))
    expect(late).toMatchObject({ error: 'DECISION_IMPOSSIBLE' })
  })

  it('[WDR-23] and is asked now and then where it says nothing new: it waits for the operator still', async () => {
    const { taken } = await leftToOperator()
    const reference = referenceOf(taken)
    const before = await house.callbacks('taken')
    const claimed = { reference, status: 'success', amountUgx: null, seal: 'good', copies: 1 } as const
    house.money.control({ callbacks: [claimed] })
    await until(async () => (await house.callbacks('taken')) > before)
    await house.pass(40_000)
    expect(await rowOf(taken)).toMatchObject({ status: 'pending', stage: 'review', reason: 'expired' })
  })
})

it('[D21] a payout that never arrived is not sent again while a correction has left the player in debt', async () => {
  house.set({ payment_routes: { MTN: ['mtn'], AIRTEL: ['airtel'] } })
  // The token is there by now: the order itself is what is lost.
  takenOf(await house.withdraw(await playerWith('0'), 50_000))
  const player = await playerWith('0', 100_000)
  house.money.control({ faults: { errorRate: 1 } })
  const lost = takenOf(await house.withdraw(player, 50_000))
  await house.kernel.db.transaction((tx) => {
    const words = { kind: 'resettlement', reference: randomUUID(), description: 'Corrected' }
    const amount = ugxFromShillings(60_000)
    return house.wallet.correct(
      tx,
      [{ source: player.id, destination: HOUSE.book, amount, ...words }],
      house.clock.now(),
    )
  })
  house.money.control({ faults: { errorRate: 0 } })
  for (let poll = 0; poll < 8; poll++) await house.pass(5_000)
  expect(house.money.orders.find(referenceOf(lost))).toBeUndefined()
  expect(await house.balance(player)).toEqual({ balance: -12_000, held: 52_000 })
})
