import { approveWithdrawal, rejectWithdrawal } from '@mupiira/contract/admin-withdrawal-reviews.ts'
import { cancelWithdrawal } from '@mupiira/contract/payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { PaymentOutcome } from '../evaluate-outcome.ts'
import { referenceOf } from '../payment.ts'
import { takeDuePayments } from '../payments.repository.ts'
import { acceptedPayment, openPaymentFixture, type PaymentFixture, type Player } from '../testing/payment-fixture.ts'

let app: PaymentFixture
let staff: Player
let numbers = 10
beforeAll(async () => {
  app = await openPaymentFixture({ cuttableDatabase: true })
  staff = await app.admin()
})
afterAll(() => app.close())

const HELD_FROM = 50_000
const DAY_MS = 86_400_000

async function held() {
  await app.set({ withdrawal_review_amount: HELD_FROM })
  const player = await app.player(`+2567760${++numbers}000`, 200_000)
  return { player, payment: acceptedPayment(await app.withdraw(player, 50_000)) }
}
const approve = (id: string) => staff.call(approveWithdrawal, { params: { id }, body: {} })
const payouts = (player: Player): number =>
  app.money.orders.list().filter((order) => order.kind === 'payout' && order.msisdn === player.phone.slice(1)).length
const rowOf = async (id: string) =>
  (await app.owner.query('select stage, status, reason from transactions where id = $1', [id]))[0]

/** A withdrawal as a process leaves it that dies after the commit of the approval, or while it sends the order. */
async function leftBehind(stage: 'released' | 'sent') {
  const { player, payment } = await held()
  app.money.control({ faults: { outage: 'unreachable' } })
  expect((await approve(payment.id)).status).toBe(200)
  await app.payments.commands.idle()
  app.money.control({ faults: { outage: 'none' } })
  await app.owner.query(`update transactions set stage = $2, polls = 0, sent_at = null, next_at = $3 where id = $1`, [
    payment.id,
    stage,
    new Date(app.clock.now().getTime() + 30_000),
  ])
  return { player, payment }
}

async function paid({ player, payment }: Awaited<ReturnType<typeof held>>): Promise<void> {
  app.clock.forward(3_000)
  await app.ended(payment)
  await app.pass(5_000)
  expect(await rowOf(payment.id)).toMatchObject({ stage: 'done', status: 'success' })
  expect(payouts(player)).toBe(1)
}

describe('[WDR-31] [WDR-33] a process that dies with a reviewed withdrawal', () => {
  it('after the approval was committed, the withdrawal is sent once when its lease expires, however late', async () => {
    for (const waitMs of [30_000, 3 * DAY_MS]) {
      const left = await leftBehind('released')
      await app.pass(waitMs)
      expect(payouts(left.player)).toBe(1)
      await paid(left)
    }
  })

  it('while it sent the order, the withdrawal is looked up and never sent again', async () => {
    const { player, payment } = await leftBehind('sent')
    await app.pass(30_000)
    for (let poll = 0; poll < 18; poll++) await app.pass(5_000)
    expect(await rowOf(payment.id)).toMatchObject({ stage: 'checking', status: 'pending' })
    expect(payouts(player)).toBe(0)
  })

  it.each(['approve', 'reject', 'cancel'] as const)(
    'with the commit of an action (%s) unconfirmed, the action has taken effect exactly once',
    async (action) => {
      const { player, payment } = await held()
      const params = { id: payment.id }
      const send = () => {
        if (action === 'approve') return approve(payment.id)
        if (action === 'cancel') return player.call(cancelWithdrawal, { params, body: {} })
        return staff.call(rejectWithdrawal, { params, body: { message: 'Not possible', note: 'a reason' } })
      }
      app.cutAnswerTo('commit')
      expect((await send()).status).toBe(503)
      // Only the player's cancellation is repeated automatically, so it succeeds again.
      expect((await send()).status).toBe(action === 'cancel' ? 200 : 409)
      await app.pass(30_000)
      expect(payouts(player)).toBe(action === 'approve' ? 1 : 0)
      if (action === 'approve') return paid({ player, payment })
      expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
    },
  )
})

describe('an approved withdrawal whose player changed while it was held', () => {
  it('[DEP-32] [D5] is returned if the account is suspended', async () => {
    const { player, payment } = await held()
    await app.kernel.db.transaction((tx) => app.wallet.accounts.setFrozen(tx, player.id, true))
    expect((await approve(payment.id)).status).toBe(200)
    await app.payments.commands.idle()
    expect(await rowOf(payment.id)).toMatchObject({ stage: 'done', status: 'failed', reason: 'never-sent' })
    expect(payouts(player)).toBe(0)
    expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
  })

  it('[PLAY-03] is sent if the player is self-excluded', async () => {
    const { player, payment } = await held()
    await app.owner.query(
      `insert into player_protection (user_id, exclusion, excluded_from, excluded_until, updated_at)
       values ($1, 'exclusion', $2, $3, $2)`,
      [player.id, app.clock.now(), new Date(app.clock.now().getTime() + 200 * DAY_MS)],
    )
    expect((await approve(payment.id)).status).toBe(200)
    await app.payments.commands.idle()
    await paid({ player, payment })
  })
})

it('[PLAY-09] an account with a held withdrawal cannot be closed', async () => {
  const { player } = await held()
  const [row] = await app.owner.query('select erasure_refusal($1) as refusal', [player.id])
  expect(row).toEqual({ refusal: 'ERASURE_OPEN_PAYMENTS' })
})

it('[WDR-31] no reply, callback or update of a row sends or ends a held withdrawal', async () => {
  const { player, payment } = await held()
  const change = (set: string) =>
    app.kernel.db.transaction((tx) => tx.change(`update transactions set ${set} where id = $1`, [payment.id]))
  const guarded = { constraint: 'withdrawal_needs_review' }
  await expect(change(`stage = 'requested', next_at = now()`)).rejects.toMatchObject(guarded)
  await expect(change(`stage = 'released', next_at = now()`)).rejects.toMatchObject(guarded)
  await expect(change(`stage = 'sent', next_at = now()`)).rejects.toMatchObject(guarded)
  await expect(change(`stage = 'done', status = 'success', completed_at = now()`)).rejects.toMatchObject(guarded)
  await expect(change(`next_at = now()`)).rejects.toMatchObject({ constraint: 'transactions_not_due' })
  const report = { reference: referenceOf('withdrawal', payment.id), status: 'success', amount: null } as const
  const nothing = {
    currency: null,
    phoneNumber: null,
    kind: null,
    internalReference: null,
    message: null,
    charge: null,
  }
  const outcomes: readonly PaymentOutcome[] = [
    { kind: 'sending' },
    { kind: 'never-sent' },
    { kind: 'decided', ending: 'success' },
    { kind: 'final', report: { ...report, ...nothing, failureCause: 'declined' } },
  ]
  for (const outcome of outcomes) {
    const applied = await app.kernel.db.transaction((tx) => app.apply(tx, payment.id, outcome, app.clock.now()))
    expect(applied.hasChanged).toBe(false)
  }
  expect(await rowOf(payment.id)).toMatchObject({ stage: 'held', status: 'pending' })
  expect(payouts(player)).toBe(0)
})

describe('[OPS-07] a node of an older release', () => {
  /** Runs in a transaction whose connection names the rules of the previous release. */
  const asOlder = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    app.kernel.db.transaction(async (tx) => {
      await tx.query(`select set_config('mupiira.release_rules', '1', true)`)
      return work(tx)
    })

  it('does not take an approved withdrawal from the queue, and a newer node sends it', async () => {
    const left = await leftBehind('released')
    app.clock.forward(30_000)
    const taken = await asOlder((tx) => takeDuePayments(tx, app.clock.now(), 64))
    expect(taken.map(({ id }) => id)).not.toContain(left.payment.id)
    const sending = asOlder((tx) => app.apply(tx, left.payment.id, { kind: 'sending' }, app.clock.now()))
    await expect(sending).rejects.toMatchObject({ constraint: 'reviewed_withdrawal_needs_newer_release' })
    expect(await rowOf(left.payment.id)).toMatchObject({ stage: 'released' })
    await app.pass(0)
    await paid(left)
  })

  it('cannot request a withdrawal that a rule may hold', async () => {
    const { player } = await held()
    const insert = (shillings: number) =>
      asOlder((tx) =>
        tx.change(
          `insert into transactions (id, user_id, type, amount, created_at, phone_number, payment_method, description,
                                     provider, reference, stage, next_at, updated_at)
           values (gen_random_uuid(), $1, 'withdrawal', $2, now(), $3, 'MTN', 'Test', 'relworx',
                   left(gen_random_uuid()::text, 20), 'requested', now() + interval '1 year', now())`,
          [player.id, shillings * 100, player.phone],
        ),
      )
    const refused = { constraint: 'withdrawal_needs_newer_release' }
    await expect(insert(HELD_FROM)).rejects.toMatchObject(refused)
    await app.set({ withdrawal_review_first: true })
    await expect(insert(HELD_FROM - 1)).rejects.toMatchObject(refused)
    await app.set({ withdrawal_review_first: false })
    expect(await insert(HELD_FROM - 1)).toBe(1)
    await app.owner.query(`delete from transactions where description = 'Test'`)
  })
})

it('[OPS-05] after all tests above, the ledger check passes and every payment posting belongs to a payment', async () => {
  expect(await app.unexplained()).toEqual([])
})
