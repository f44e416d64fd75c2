import { afterAll, beforeAll, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerStaff } from '../support/staff.ts'
import { expectCleanLedger } from './ledger-proof.ts'
import { confirmOwnNumber, queryDatabase } from '../support/query-database.ts'

const ABOVE_UGX = 1_500_000

let product: Product
let first: Player
let second: Player

beforeAll(async () => {
  product = await startProduct({ matches: recordedLines(1), kickoffInSeconds: 7_200 })
  first = await registerStaff(product, '772960010')
})
afterAll(() => product?.close())

/** Marks the session as recently confirmed, so that moving money needs no second factor. */
const confirmSession = ({ userId }: Player) =>
  queryDatabase(product, 'update sessions set confirmed_at = $2 where user_id = $1', [userId, product.clock.now()])

/** A withdrawal without any reply from the network, after polling has given up. */
async function stuckWithdrawal(
  phone: string,
  amount: number,
): Promise<{ readonly player: Player; readonly id: string }> {
  // The last digit makes the simulated network silent.
  const player = await registerPlayer(product, phone)
  await confirmOwnNumber(product, player)
  await deposit(player, 2_000_000, '256772960200')
  const { transaction } = await player.client.must('POST /api/payments/withdrawals', { body: { amount } })
  await until('the payment waits for an admin', async () => {
    await queryDatabase(
      product,
      `update transactions set stage = 'review', next_at = null where id = $1 and stage = 'polling'`,
      [transaction.id],
    )
    const { items } = await first.client.must('GET /api/admin/transactions', { query: { review: true } })
    return items.some(({ id }) => id === transaction.id)
  })
  return { player, id: transaction.id }
}
const decide = ({ client }: Player, id: string) =>
  client.must('POST /api/admin/transactions/{id}/resolve', {
    params: { id },
    body: { ending: 'failed', note: 'the network never had it' },
  })
const heldOf = async ({ client }: Player) => (await client.must('GET /api/wallet', {})).held
const lastStaffAction = async (id: string) => {
  const rows = await queryDatabase(
    product,
    `select after from audit_log where subject = $1 and action = 'payment.resolve' order by id desc limit 1`,
    [`payment:${id}`],
  )
  return rows[0]?.['after']
}

it('[ADMX-27] [ADMT-30] the only admin can decide a payment above the threshold alone, and the decision is flagged', async () => {
  const { player, id } = await stuckWithdrawal('772960113', ABOVE_UGX)
  await confirmSession(first)
  expect(await decide(first, id)).toMatchObject({ approvalId: null, transaction: { status: 'failed' } })
  expect(await heldOf(player)).toBe(0)
  expect(await lastStaffAction(id)).toMatchObject({
    ending: 'failed',
    flag: expect.stringContaining('without approval'),
  })
})

it('[ADMX-27] [ADMT-30] with a second admin a payment decision above the threshold requires that admin’s approval', async () => {
  second = await registerStaff(product, '772960020')
  const small = await stuckWithdrawal('772960123', 1_000_000)
  const { player, id } = await stuckWithdrawal('772960133', ABOVE_UGX)
  for (const staff of [first, second]) await confirmSession(staff)
  // The first admin has already moved more than that today.
  expect(await decide(second, small.id)).toMatchObject({ approvalId: null, transaction: { status: 'failed' } })

  const held = await heldOf(player)
  const { approvalId, transaction } = await decide(first, id)
  expect(transaction).toMatchObject({ status: 'pending' })
  // A repeated request returns the same approval.
  expect((await decide(first, id)).approvalId).toBe(approvalId)
  expect(await heldOf(player)).toBe(held)
  const { items } = await second.client.must('GET /api/admin/approvals', {})
  expect(items).toMatchObject([
    {
      id: approvalId,
      kind: 'resolve-payment',
      amount: ABOVE_UGX,
      subjectName: expect.stringMatching(/^Withdrawal W[A-Z2-9]{7} failed, Amina Nakato$/),
      isOwn: false,
    },
  ])
  const answer = (staff: Player) =>
    staff.client.call('POST /api/admin/approvals/{id}', {
      params: { id: String(approvalId) },
      body: { decision: 'approve' },
    })
  expect(await answer(first)).toMatchObject({ problem: { code: 'APPROVAL_OWN' } })
  expect(await answer(second)).toMatchObject({ ok: true })
  expect(await heldOf(player)).toBe(0)
  expect(await lastStaffAction(id)).toMatchObject({ ending: 'failed', requestedBy: first.userId })
  await expectCleanLedger(product)
})
