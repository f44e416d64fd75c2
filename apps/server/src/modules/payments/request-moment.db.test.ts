import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfDayKey } from '@mupiira/domain/time/kampala.ts'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { acrossMidnight, MIDNIGHTS, momentAfter } from '../../testing/test-midnights.ts'
import { referenceOf } from './payment.ts'
import { acceptedPayment, openPaymentFixture, type PaymentFixture, type Player } from './testing/payment-fixture.ts'

let app: PaymentFixture
let numbers = 100
beforeAll(async () => {
  app = await openPaymentFixture()
})
afterAll(() => app.close())

const newPlayer = (balance = 0): Promise<Player> => app.player(`+25677290${++numbers}3`, balance)

const kampala = (day: string): Date => startOfDayKey(day) ?? new Date(0)

describe.each([
  ['day', kampala('2027-03-03')],
  ['week', kampala('2027-03-08')],
  ['month', kampala('2027-04-01')],
] as const)('a request that waits for a lock across the end of a %s', (period, midnight) => {
  it('[PLAY-02] a deposit that waits for a lock counts towards the limit of the period in which it is stored', async () => {
    const player = await newPlayer()
    await app.owner.query(
      `insert into player_protection (user_id, deposit_${period}, updated_at) values ($1, 3000000, $2)`,
      [player.id, midnight],
    )
    app.clock.set(new Date(midnight.getTime() - 5_000))
    await player.signIn()
    acceptedPayment(await app.deposit(player, 25_000))
    const deposit = acceptedPayment(await acrossMidnight(app, midnight, [player.id], () => app.deposit(player, 26_000)))
    expect(new Date(deposit.createdAt).getTime()).toBe(momentAfter(midnight).getTime())
    // The new period's limit leaves 4,000 for further deposits.
    expect((await app.deposit(player, 25_000)).body['code']).toBe('LIMIT_REACHED')
  })

  it('[WDR-17] a withdrawal that waits for a lock is stored with the time at which it got the lock', async () => {
    const player = await newPlayer(100_000)
    app.clock.set(new Date(midnight.getTime() - 5_000))
    await player.signIn()
    const withdrawal = acceptedPayment(
      await acrossMidnight(app, midnight, [player.id], () => app.withdraw(player, 30_000)),
    )
    expect(new Date(withdrawal.createdAt).getTime()).toBe(momentAfter(midnight).getTime())
  })
})

it('[PLAY-02] [WDR-17] deposits and withdrawals that wait for locks across midnight belong to the new day', async () => {
  for (const midnight of MIDNIGHTS) {
    app.clock.set(new Date(midnight.getTime() - 5_000))
    const [depositor, withdrawer] = [await newPlayer(), await newPlayer(100_000)]
    await app.owner.query(`insert into player_protection (user_id, deposit_day, updated_at) values ($1, 3000000, $2)`, [
      depositor.id,
      app.clock.now(),
    ])
    acceptedPayment(await app.deposit(depositor, 25_000))
    const answers = await acrossMidnight(app, midnight, [depositor.id, withdrawer.id], () =>
      Promise.all([app.deposit(depositor, 26_000), app.withdraw(withdrawer, 30_000)]),
    )
    for (const answer of answers) expect(acceptedPayment(answer).createdAt).toBe(momentAfter(midnight).toISOString())
  }
  expect(await app.unexplained()).toEqual([])
}, 300_000)

it('[PLAY-02] [DEP-21] a provider’s result that waits for locks across midnight belongs to the new day', async () => {
  for (const midnight of MIDNIGHTS) {
    app.clock.set(new Date(midnight.getTime() - 60_000))
    const player = await newPlayer()
    const deposit = acceptedPayment(await app.deposit(player, 25_000))
    const reference = referenceOf('deposit', deposit.id)
    app.money.control({ decide: [{ reference, ending: 'success' }] })
    app.clock.set(new Date(midnight.getTime() - 5_000))
    await acrossMidnight(app, midnight, [player.id], () => app.payments.commands.processDue())
    const [times] = await app.owner.query(
      `select t.completed_at as completed, p.created_at as posted, max(e.created_at) as stored
         from transactions t join postings p on p.reference = t.id join provider_exchanges e on e.transaction_id = t.id
        where t.id = $1 group by t.completed_at, p.created_at`,
      [deposit.id],
    )
    const now = momentAfter(midnight)
    expect(times).toEqual({ completed: now, posted: now, stored: now })
  }
  expect(await app.unexplained()).toEqual([])
}, 300_000)

it('[DEP-21] only a final status reply waits for the player’s account lock', async () => {
  app.clock.set(new Date('2027-05-04T09:00:00Z'))
  const player = await newPlayer()
  const deposit = acceptedPayment(await app.deposit(player, 25_000))
  const reference = referenceOf('deposit', deposit.id)
  const account = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = app.kernel.db.transaction(async (tx) => {
    await app.wallet.accounts.lock(tx, [player.id])
    locked.resolve()
    await account.promise
  })
  await locked.promise

  const polls = async () =>
    (await app.owner.query<{ polls: number }>('select polls from transactions where id = $1', [deposit.id]))[0]?.polls
  const before = (await polls()) ?? 0
  await app.pass(5_000)
  expect(await polls()).toBe(before + 1)

  app.money.control({ decide: [{ reference, ending: 'success' }] })
  const credited = app.pass(5_000)
  await untilLockWaits(app.owner)
  expect(await app.balances(player)).toEqual({ balance: 0, held: 0 })
  account.resolve()
  await Promise.all([holder, credited])
  expect(await app.balances(player)).toEqual({ balance: 25_000, held: 0 })
})

it('[DEP-11] a deposit request returns before the provider answers', async () => {
  app.clock.set(new Date('2027-05-05T09:00:00Z'))
  const player = await newPlayer()
  app.money.control({ faults: { latencyMs: 1_500 } })
  const answer = await player.post('/api/payments/deposits', {
    amount: 25_000,
    phoneNumber: player.phone,
    method: 'MTN',
  })
  expect(answer.status).toBe(202)
  const answered = app.payments.commands.idle().then(() => 'answered')
  expect(await Promise.race([answered, setImmediate('waiting')])).toBe('waiting')
  await answered
  app.money.control({ faults: { latencyMs: 0 } })
  expect((await app.changes(player)).map(({ data }) => data['message'])).toEqual([
    'Sending the payment request to your phone.',
    'Please check your phone and enter your mobile money PIN to approve the payment.',
  ])
})
