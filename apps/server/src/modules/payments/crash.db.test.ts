import { randomUUID } from 'node:crypto'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { HOUSE } from '../wallet/index.ts'
import { openPaymentFixture, type PaymentFixture, type Player, acceptedPayment } from './testing/payment-fixture.ts'

let app: PaymentFixture
let numbers = 10
beforeAll(async () => {
  app = await openPaymentFixture()
})
afterAll(() => app.close())

const playerWith = (digit: string, balance = 200_000): Promise<Player> =>
  app.player(`+2567750${++numbers}00${digit}`, balance)
const rowOf = async (id: string) =>
  (
    await app.owner.query<Record<string, unknown>>(
      'select stage, status, reason, provider_ref from transactions where id = $1',
      [id],
    )
  )[0]

/** A payment in the state that a process leaves when it is killed after the commit of the request. */
async function leftBehind(
  player: Player,
  type: 'deposit' | 'withdrawal',
  stage: 'requested' | 'sent',
): Promise<string> {
  app.money.control({ faults: { outage: 'unreachable' } })
  const answer = type === 'deposit' ? await app.deposit(player, 50_000) : await app.withdraw(player, 50_000)
  app.money.control({ faults: { outage: 'none' } })
  const { id } = acceptedPayment(answer)
  await app.owner.query(`update transactions set stage = $2, polls = 0, sent_at = null, next_at = $3 where id = $1`, [
    id,
    stage,
    new Date(app.clock.now().getTime() + 30_000),
  ])
  return id
}
const ordersOf = (player: Player) => app.money.orders.list().filter((order) => order.msisdn === player.phone.slice(1))

describe.each(['deposit', 'withdrawal'] as const)('a process that dies with a %s', (type) => {
  it('[DEP-13][WDR-18] after a crash between commit and sending, the payment is sent once when its lease expires', async () => {
    const player = await playerWith('0')
    const id = await leftBehind(player, type, 'requested')
    await app.pass(29_999)
    expect(ordersOf(player)).toHaveLength(0)
    await app.pass(1)
    expect(ordersOf(player)).toHaveLength(1)
    app.clock.forward(3_000)
    await app.ended(await app.read(player, id))
    await app.pass(5_000)
    expect(await rowOf(id)).toMatchObject({ stage: 'done', status: 'success' })
    expect(ordersOf(player)).toHaveLength(1)
  })

  it('[DEP-27][WDR-21] after a long outage before sending, the payment is never sent, and no money stays on hold', async () => {
    const player = await playerWith('0')
    const id = await leftBehind(player, type, 'requested')
    await app.pass(121_000)
    expect(await rowOf(id)).toMatchObject({
      stage: 'done',
      status: 'failed',
      reason: 'never-sent',
      provider_ref: 'FAILED',
    })
    expect(ordersOf(player)).toHaveLength(0)
    expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
  })

  it('[DEP-23][WDR-22] after a crash between sending and storing the reply, the payment is found in the provider’s list and never sent again', async () => {
    const player = await playerWith('0')
    const answer = type === 'deposit' ? await app.deposit(player, 50_000) : await app.withdraw(player, 50_000)
    const { id } = acceptedPayment(answer)
    await app.owner.query(
      `update transactions set stage = 'sent', internal_reference = null, provider_ref = null, next_at = $2 where id = $1`,
      [id, new Date(app.clock.now().getTime() + 30_000)],
    )
    app.clock.forward(3_000)
    await app.ended(acceptedPayment(answer))
    await app.pass(30_000)
    expect(await rowOf(id)).toMatchObject({ stage: 'done', status: 'success' })
    expect(ordersOf(player)).toHaveLength(1)
  })

  it('[WDR-22] after a crash while sending an order that the provider did not receive, no second order is sent', async () => {
    const player = await playerWith('0')
    const id = await leftBehind(player, type, 'sent')
    await app.pass(30_000)
    for (let poll = 0; poll < 18; poll++) await app.pass(5_000)
    expect(await rowOf(id)).toMatchObject({ stage: 'checking', status: type === 'deposit' ? 'failed' : 'pending' })
    expect(ordersOf(player)).toHaveLength(0)
  })
})

it('[SETL-45][D21] an unsent withdrawal is released when a correction makes the balance negative', async () => {
  const player = await playerWith('0')
  const id = await leftBehind(player, 'withdrawal', 'requested')
  await app.kernel.db.transaction(async (tx) => {
    const fields = { kind: 'resettlement' as const, reference: randomUUID(), description: 'Corrected' }
    const transfer = { source: player.id, destination: HOUSE.book, amount: ugxFromShillings(160_000), ...fields }
    await app.wallet.transfers.correct(tx, [transfer], app.clock.now())
  })
  expect((await app.balances(player)).balance).toBeLessThan(0)
  await app.pass(30_000)
  expect(await rowOf(id)).toMatchObject({ stage: 'done', status: 'failed', reason: 'never-sent' })
  expect(ordersOf(player)).toHaveLength(0)
  expect(await app.balances(player)).toEqual({ balance: 40_000, held: 0 })
})

describe('an unsent payment of a player who was excluded or suspended', () => {
  const stayDown = (player: Player) =>
    app.owner.query(
      `insert into player_protection (user_id, exclusion, excluded_from, excluded_until, updated_at)
       values ($1, 'exclusion', $2, $3, $2)`,
      [player.id, app.clock.now(), new Date(app.clock.now().getTime() + 200 * 86_400_000)],
    )
  const suspend = (player: Player) =>
    app.kernel.db.transaction((tx) => app.wallet.accounts.setFrozen(tx, player.id, true))

  it.each([
    ['is self-excluded', 'deposit', stayDown, false],
    ['is self-excluded', 'withdrawal', stayDown, true],
    ['is suspended', 'deposit', suspend, false],
    ['is suspended', 'withdrawal', suspend, false],
  ] as const)(
    '[PLAY-03][DEP-32] an unsent $1 of a player who $0 is still sent: $3',
    async (_, type, concurrent, isSent) => {
      const player = await playerWith('0')
      const id = await leftBehind(player, type, 'requested')
      await concurrent(player)
      await app.pass(30_000)
      expect(ordersOf(player)).toHaveLength(isSent ? 1 : 0)
      if (isSent) return
      expect(await rowOf(id)).toMatchObject({ stage: 'done', status: 'failed', reason: 'never-sent' })
      expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
    },
  )
})

it('[DEP-32][D5] a withdrawal that waited for a lock while its account was suspended is not sent', async () => {
  const player = await playerWith('0')
  const id = await leftBehind(player, 'withdrawal', 'requested')
  app.clock.forward(30_000)
  const sent = await app.kernel.db.transaction(async (tx) => {
    await app.wallet.accounts.setFrozen(tx, player.id, true)
    const sending = app.payments.commands.processDue()
    await Promise.race([sending, untilLockWaits(app.kernel.workerDb)])
    return { sending }
  })
  await sent.sending
  expect(ordersOf(player)).toHaveLength(0)
  expect(await rowOf(id)).toMatchObject({ stage: 'done', status: 'failed', reason: 'never-sent' })
})

it('[DEP-26] when two nodes process one payment, the lease allows only one of them to query the provider', async () => {
  const player = await playerWith('3', 0)
  const { id } = acceptedPayment(await app.deposit(player, 25_000))
  app.clock.forward(5_000)
  await Promise.all([app.payments.commands.processDue(), app.payments.commands.processDue()])
  const [row] = await app.owner.query<{ polls: number }>('select polls from transactions where id = $1', [id])
  expect(row?.polls).toBe(1)
})

it('[DATA-24] the database rejects changes to a final payment status and to the requested payment', async () => {
  const player = await playerWith('0')
  const payment = acceptedPayment(await app.withdraw(player, 50_000))
  app.clock.forward(3_000)
  await app.ended(payment)
  await app.pass(5_000)
  const change = (set: string) =>
    app.kernel.db.transaction((tx) => tx.change(`update transactions set ${set} where id = $1`, [payment.id]))
  await expect(change(`status = 'failed'`)).rejects.toMatchObject({ constraint: 'transaction_decided_once' })
  await expect(change(`amount = amount + 1`)).rejects.toMatchObject({ constraint: 'transaction_request_unchanged' })
  await expect(change(`user_id = '${randomUUID()}'`)).rejects.toMatchObject({
    constraint: 'transaction_request_unchanged',
  })
  await expect(app.kernel.db.query('delete from transactions')).rejects.toThrow(/permission denied/)
  await expect(app.kernel.db.query('update provider_exchanges set failure = null')).rejects.toThrow(/permission denied/)
})

it('[WDR-26][WDR-27][DEP-29] a payment request during a database failure returns 503 with a specific message, and moves no money', async () => {
  const [first, second, third] = [await playerWith('0'), await playerWith('0'), await playerWith('0')]
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let locked = (): void => {}
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  const holding = app.owner.transaction(async (tx) => {
    await tx.query('select from accounts where id = $1 for update', [first.id])
    await tx.query('lock table transactions in share mode')
    locked()
    await released
  })
  await isLocked
  const answers = await Promise.all([
    app.withdraw(first, 50_000),
    app.withdraw(second, 50_000),
    app.deposit(third, 50_000),
  ])
  release()
  await holding
  expect(answers.map((answer) => [answer.status, answer.body['detail']])).toEqual([
    [503, 'Unable to check balance. Please try again.'],
    [503, 'Failed to create withdrawal record'],
    [503, 'Failed to create transaction record: please try again shortly'],
  ])
  for (const player of [first, second, third]) expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
})

it('[OPS-05] after all tests above, the ledger check passes and every payment posting belongs to a payment', async () => {
  expect(await app.unexplained()).toEqual([])
})
