import { approveWithdrawal, listHeldWithdrawals, rejectWithdrawal } from '@mupiira/contract/admin-withdrawal-reviews.ts'
import { getTransactionFile } from '@mupiira/contract/admin-transactions.ts'
import { resolveTransaction } from '@mupiira/contract/admin.ts'
import { cancelWithdrawal } from '@mupiira/contract/payments.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { acceptedPayment, openPaymentFixture, type PaymentFixture, type Player } from '../testing/payment-fixture.ts'

let app: PaymentFixture
let staff: Player
let other: Player
let numbers = 10
beforeAll(async () => {
  app = await openPaymentFixture({ failuresToOpen: 3 })
  staff = await app.admin()
  other = await app.admin()
  await app.set({ withdrawal_review_amount: 50_000, withdrawal_review_target: 4 })
})
afterAll(() => app.close())

const playerWith = (digit = '0'): Promise<Player> => app.player(`+2567740${++numbers}00${digit}`, 200_000)
const payouts = (player: Player): number =>
  app.money.orders.list().filter((order) => order.kind === 'payout' && order.msisdn === player.phone.slice(1)).length
const approve = (id: string, by = staff, note?: string) =>
  by.call(approveWithdrawal, { params: { id }, body: note === undefined ? {} : { note } })
const REJECTION = { message: 'Please send us a copy of your ID first.', note: 'name differs from the network' }
const reject = (id: string, by = staff) => by.call(rejectWithdrawal, { params: { id }, body: REJECTION })
const cancel = (player: Player, id: string) => player.call(cancelWithdrawal, { params: { id }, body: {} })
const HOLD = { kind: 'withdrawal-hold', amount: 52_000 }
const RELEASED = [HOLD, { kind: 'withdrawal-release', amount: 52_000 }]
const PAID = [
  HOLD,
  { kind: 'hold-taken', amount: 52_000 },
  { kind: 'withdrawal', amount: 50_000 },
  { kind: 'withdrawal-fee', amount: 2_000 },
]

async function held(digit?: string) {
  const player = await playerWith(digit)
  return { player, payment: acceptedPayment(await app.withdraw(player, 50_000)) }
}
const auditOf = (id: string) =>
  app.kernel.db.query<{ action: string; reason: string; after: Record<string, unknown> }>(
    `select action, reason, after from audit_log where subject = $1 order by id`,
    [`payment:${id}`],
  )
const notificationsOf = async (player: Player) =>
  (await app.changes(player)).map(({ data }) => [data['status'], data['review'] ?? null])

it('[WDR-31] [WDR-32] a held withdrawal keeps its money on hold and is never sent, and its player sees when staff decide', async () => {
  const { player, payment } = await held()
  expect(payment).toMatchObject({
    status: 'pending',
    beingChecked: true,
    pollingEndsAt: null,
    review: { state: 'waiting', dueAt: new Date(app.clock.now().getTime() + 4 * 3_600_000).toISOString() },
    message: 'We are checking your withdrawal before we send it. The money stays on hold until we decide.',
  })
  expect(await app.balances(player)).toEqual({ balance: 148_000, held: 52_000 })
  for (let hour = 0; hour < 100; hour += 10) await app.pass(10 * 3_600_000)
  expect(await app.read(player, payment.id)).toMatchObject({ status: 'pending', review: { state: 'waiting' } })
  expect(await app.postings(payment.id)).toEqual([HOLD])
  expect(payouts(player)).toBe(0)
  const below = acceptedPayment(await app.withdraw(player, 49_999))
  expect(below.review).toBeNull()
  expect(payouts(player)).toBe(1)
})

it('[WDR-33] an approved withdrawal is sent once and paid, its player is notified, and the audit log has its amount', async () => {
  const { player, payment } = await held()
  const approved = await approve(payment.id, staff, 'known customer')
  expect([approved.status, approved.body.transaction]).toMatchObject([200, { review: { state: 'approved' } }])
  await app.payments.commands.idle()
  app.clock.forward(3_000)
  await app.ended(payment)
  await app.pass(5_000)
  expect(await app.read(player, payment.id)).toMatchObject({ status: 'success', review: { state: 'approved' } })
  expect(await app.postings(payment.id)).toEqual(PAID)
  expect(payouts(player)).toBe(1)
  expect(await notificationsOf(player)).toEqual([
    ['pending', null],
    ['pending', 'approved'],
    ['success', null],
  ])
  expect(await auditOf(payment.id)).toMatchObject([
    { action: 'payment.approve', reason: 'known customer', after: { userId: player.id, amount: 50_000, fee: 2_000 } },
  ])
})

it('[WDR-33] a rejected withdrawal returns amount and fee, and its player reads the reason but not the internal note', async () => {
  const { player, payment } = await held()
  expect((await reject(payment.id)).status).toBe(200)
  const read = await app.read(player, payment.id)
  expect(read).toMatchObject({ status: 'failed', beingChecked: false, review: { state: 'rejected' } })
  expect(read.message).toBe(
    `We did not approve this withdrawal. UGX 52,000.00 is back in your balance. Reason: ${REJECTION.message}`,
  )
  expect(JSON.stringify(read)).not.toContain(REJECTION.note)
  expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
  expect(await app.postings(payment.id)).toEqual(RELEASED)
  expect(payouts(player)).toBe(0)
  expect(await notificationsOf(player)).toContainEqual(['failed', 'rejected'])
  const file = await staff.call(getTransactionFile, { params: { id: payment.id } })
  expect(file.body.review).toMatchObject({ reasons: ['amount'], decision: 'rejected', note: REJECTION.note })
  expect(await auditOf(payment.id)).toMatchObject([
    { action: 'payment.reject', reason: REJECTION.note, after: { amount: 50_000, message: REJECTION.message } },
  ])
})

it('[WDR-32] a player cancels a held withdrawal, repeats it without effect, and cannot cancel one that was approved', async () => {
  const { player, payment } = await held()
  const stranger = await playerWith()
  expect(await cancel(stranger, payment.id)).toMatchObject({ status: 404, body: { code: 'PAYMENT_NOT_FOUND' } })
  for (let time = 0; time < 2; time++) {
    const cancelled = await cancel(player, payment.id)
    expect([cancelled.status, cancelled.body.transaction]).toMatchObject([
      200,
      { status: 'failed', review: { state: 'cancelled' }, message: expect.stringMatching(/^You cancelled/) },
    ])
  }
  expect(await app.balances(player)).toEqual({ balance: 200_000, held: 0 })
  expect(await app.postings(payment.id)).toEqual(RELEASED)
  expect(await approve(payment.id)).toMatchObject({ status: 409, body: { code: 'REVIEW_DECIDED' } })

  const sent = await held()
  expect((await approve(sent.payment.id)).status).toBe(200)
  expect(await cancel(sent.player, sent.payment.id)).toMatchObject({
    status: 409,
    body: { code: 'WITHDRAWAL_NOT_HELD' },
  })
  const notHeld = acceptedPayment(await app.withdraw(await playerWith(), 30_000))
  expect(await approve(notHeld.id)).toMatchObject({ status: 404 })
})

it('[WDR-33] of several decisions at once exactly one takes effect, and the others are refused', async () => {
  for (let round = 0; round < 4; round++) {
    const { player, payment } = await held()
    const answers = await Promise.all([
      approve(payment.id),
      reject(payment.id, other),
      cancel(player, payment.id),
      approve(payment.id, other),
    ])
    await app.payments.commands.idle()
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 200) expect(body.code).toMatch(/^(REVIEW_DECIDED|WITHDRAWAL_NOT_HELD)$/)
    }
    const isApproved = winners[0]?.body.transaction.review?.state === 'approved'
    expect(payouts(player)).toBe(isApproved ? 1 : 0)
  }
})

it('[WDR-33] staff cannot decide about their own withdrawal or that of an account with the same payment number', async () => {
  const insert = (id: string, userId: string, type: string, stage: string, phone: string) =>
    app.owner.query(
      `insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number,
                                 payment_method, description, provider, reference, stage, review_due_at, updated_at)
       values ($1, $2, $3, 100, case $4::text when 'held' then 'pending' else 'failed' end, now(),
               case $4::text when 'held' then null else now() end, $5, 'MTN', 'Test', 'relworx', left($6, 20), $4,
               case $4::text when 'held' then now() end, now())`,
      [id, userId, type, stage, phone, id],
    )
  const own = newId()
  await insert(own, staff.id, 'withdrawal', 'held', '+256774000000')
  expect(await approve(own)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } })
  await app.owner.query('delete from transactions where id = $1', [own])

  const shared = await held()
  const promoted = await app.admin()
  await insert(newId(), promoted.id, 'deposit', 'done', shared.player.phone)
  for (const answer of [await approve(shared.payment.id, promoted), await reject(shared.payment.id, promoted)]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } })
  }
  expect(await app.read(shared.player, shared.payment.id)).toMatchObject({ review: { state: 'waiting' } })
  expect((await approve(shared.payment.id)).status).toBe(200)
})

it('[WDR-33] a withdrawal stays held while its provider is down, and cannot be resolved as an uncertain payment', async () => {
  const { player, payment } = await held()
  const resolved = await staff.call(resolveTransaction, {
    params: { id: payment.id },
    body: { ending: 'success', note: 'wrong button' },
  })
  expect(resolved).toMatchObject({ status: 409, body: { code: 'DECISION_IMPOSSIBLE' } })
  app.money.control({ faults: { outage: 'unreachable' } })
  for (let failure = 0; failure < 3; failure++) await app.withdraw(await playerWith(), 30_000)
  expect(await approve(payment.id)).toMatchObject({ status: 503, body: { code: 'PAYMENT_SERVICE_UNAVAILABLE' } })
  expect(await app.read(player, payment.id)).toMatchObject({ status: 'pending', review: { state: 'waiting' } })
  app.money.control({ faults: { outage: 'none' } })
  await app.pass(10 * 60_000)
  expect((await approve(payment.id)).status).toBe(200)
})

it('[WDR-33] the queue lists held withdrawals oldest first, with the rules that hold them', async () => {
  for (const { id } of (await staff.call(listHeldWithdrawals, { query: { pageSize: 50 } })).body.items) await reject(id)
  const first = await held()
  app.clock.forward(60_000)
  const second = await held()
  const { body } = await staff.call(listHeldWithdrawals, { query: { pageSize: 1 } })
  expect(body).toMatchObject({ total: 2, items: [{ id: first.payment.id, reasons: ['amount'], stage: 'held' }] })
  const next = await staff.call(listHeldWithdrawals, { query: { pageSize: 1, cursor: body.nextCursor ?? '' } })
  expect(next.body.items).toMatchObject([{ id: second.payment.id, user: { id: second.player.id } }])
})

it('[OPS-05] after all tests above, the ledger check passes and every payment posting belongs to a payment', async () => {
  expect(await app.unexplained()).toEqual([])
})

it('[WDR-33] [ADMT-30] staff who topped up a player leave the approval of the withdrawal to a colleague who has not', async () => {
  const { player, payment } = await held()
  await app.kernel.db.change(
    `insert into staff_adjustments (id, user_id, kind, amount, made_by, created_at) values ($1, $2, 'top-up', 100, $3, $4)`,
    [newId(), player.id, staff.id, app.clock.now()],
  )
  expect((await approve(payment.id)).body).toMatchObject({ code: 'OWN_TOP_UP' })
  expect((await approve(payment.id, other)).status).toBe(200)
})

it('[WDR-33] [ADMT-30] a withdrawal can be approved with a flag when every reviewer has topped up its player', async () => {
  const { player, payment } = await held()
  const reviewers = await app.kernel.db.query<{ id: string }>('select distinct user_id as id from staff_roles')
  for (const { id } of reviewers)
    await app.kernel.db.change(
      `insert into staff_adjustments (id, user_id, kind, amount, made_by, created_at) values ($1, $2, 'top-up', 100, $3, $4)`,
      [newId(), player.id, id, app.clock.now()],
    )
  expect((await approve(payment.id)).status).toBe(200)
  expect(await auditOf(payment.id)).toMatchObject([{ after: { flag: expect.stringContaining('own top-up') } }])
})
