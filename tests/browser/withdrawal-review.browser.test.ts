import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { confirmOwnNumber } from '../support/query-database.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  dismissToast,
  DESKTOP,
  link,
  open,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'

let fixture: BrowserFixture
let staff: Player
let page: Page
let players = 0

beforeAll(async () => {
  fixture = await browserFixture()
  fixture.product.money.control({ settings: { approveAfterMs: 50 } })
  staff = await registerConfirmedStaff(fixture.product, '772710118')
  const second = await registerConfirmedStaff(fixture.product, '772710128')
  const change = await staff.client.must('PUT /api/admin/settings', {
    body: { changes: [{ key: 'withdrawal_review_amount', value: '50000' }], reason: 'the test holds withdrawals' },
  })
  if ('approvalId' in change) {
    const params = { id: change.approvalId }
    await second.client.must('POST /api/admin/approvals/{id}', { params, body: { decision: 'approve' } })
  }
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

/** A player with 200,000 who asks for 50,000 on the screen, which is held. */
async function heldOnScreen(): Promise<{ readonly player: Player; readonly reference: string; readonly screen: Page }> {
  const player = await registerPlayer(fixture.product, `77271${String(++players).padStart(3, '0')}0`)
  await confirmOwnNumber(fixture.product, player)
  await deposit(player, 200_000)
  const visit = await fixture.visit({ player, size: PHONE })
  const screen = (page = visit.page)
  await open(screen, '/withdraw')
  await screen.getByLabel('Amount (UGX)').fill('50000')
  await button(screen, 'WITHDRAW').click()
  await button(screen, 'Confirm withdrawal').click()
  await screen.getByRole('heading', { name: 'Being checked' }).waitFor()
  const { items } = await player.client.must('GET /api/payments', { query: {} })
  return { player, reference: items[0]?.shortReference ?? '', screen }
}

const openQueue = async (): Promise<Page> => {
  const visit = await fixture.visit({ player: staff, size: DESKTOP })
  page = visit.page
  await open(page, '/admin/transactions/withdrawals')
  return page
}
const balanceOf = async ({ client }: Player): Promise<number> => (await client.must('GET /api/wallet', {})).balance
const row = (queue: Page, reference: string) => queue.getByRole('row').filter({ hasText: reference })

it('[WDR-31] [WDR-32] [WDR-33] a player sees when staff decide, staff approve from the queue, and the player sees the withdrawal sent without reloading', async () => {
  const { player, reference, screen } = await heldOnScreen()
  await screen
    .getByRole('region', { name: 'What happens next' })
    .getByText(/^tomorrow /)
    .waitFor()
  expect(await overflowsSideways(screen)).toBe(false)
  expect(await violations(screen, 'everything')).toEqual([])
  expect(await balanceOf(player)).toBe(148_000)

  const queue = await openQueue()
  await link(queue, /Transactions/)
    .first()
    .waitFor()
  await row(queue, reference).waitFor()
  expect(await violations(queue, 'everything')).toEqual([])
  await button(row(queue, reference), 'Approve').click()
  await button(queue.getByRole('dialog'), 'Approve').click()
  await dismissToast(queue, 'Withdrawal approved. It is being sent.')
  await expect.poll(() => row(queue, reference).count()).toBe(0)

  await screen.getByRole('heading', { name: /On its way|Withdrawal sent/ }).waitFor()
  await until('the withdrawal is paid', async () => {
    const { items } = await player.client.must('GET /api/payments', { query: {} })
    return items[0]?.status === 'success'
  })
  await screen.getByRole('heading', { name: 'Withdrawal sent' }).waitFor()
  await until('the player is notified', async () => {
    const { items } = await player.client.must('GET /api/notifications', {})
    return items.some(({ message }) => message.includes('was approved'))
  })
})

it('[full] [WDR-33] staff reject a withdrawal with a reason, which the player reads, and the money is back at once', async () => {
  const { player, reference, screen } = await heldOnScreen()
  const queue = await openQueue()
  await button(row(queue, reference), 'View').click()
  const details = queue.getByRole('dialog')
  await details.getByText('Held for review: Large amount.').waitFor()
  await button(details, 'Reject').click()
  const dialog = queue.getByRole('dialog', { name: 'Reject this withdrawal?' })
  await button(dialog, 'Reject').click()
  await dialog.getByText('Please explain your decision.').waitFor()
  await dialog.getByLabel('Reason that the player reads').fill('Please send us a copy of your ID first.')
  await dialog.getByLabel('Internal note').fill('name differs from the network')
  await button(dialog, 'Reject').click()
  await details.getByText(/Rejected by .*name differs from the network/).waitFor()

  await screen.getByRole('heading', { name: 'Withdrawal not approved' }).waitFor()
  await screen.getByText(/Reason: Please send us a copy of your ID first\./).waitFor()
  expect(await screen.getByText('name differs').count()).toBe(0)
  expect(await button(screen, 'Try Again').count()).toBe(0)
  expect(await balanceOf(player)).toBe(200_000)
})

it('[full] [WDR-32] a player cancels a held withdrawal, and staff who decide too late read why they cannot', async () => {
  const { player, reference, screen } = await heldOnScreen()
  const queue = await openQueue()
  await button(row(queue, reference), 'Approve').click()
  const dialog = queue.getByRole('dialog')
  await dialog.getByText(/is sent to/).waitFor()

  page = screen
  await button(screen, 'Cancel this withdrawal').click()
  await button(screen.getByRole('dialog'), 'Keep it').click()
  await button(screen, 'Cancel this withdrawal').click()
  await button(screen.getByRole('dialog'), 'Cancel withdrawal').click()
  await screen.getByRole('heading', { name: 'Withdrawal cancelled' }).waitFor()
  expect(await balanceOf(player)).toBe(200_000)

  page = queue
  await button(dialog, 'Approve').click()
  await dialog.getByText('This withdrawal has already been decided.').waitFor()
  const payment = (await player.client.must('GET /api/payments', { query: {} })).items[0]
  expect(payment).toMatchObject({ status: 'failed', review: { state: 'cancelled' } })
})
