import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Player } from '../support/player.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  DESKTOP,
  link,
  open,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
  sees,
  type Visit,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'
import { settlingIn } from './matches.ts'

let fixture: BrowserFixture
let manager: Player
let second: Player
let clerk: Player
let visit: Visit
let page: Visit['page']

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
  manager = await registerConfirmedStaff(fixture.product, '772410201')
  second = await registerConfirmedStaff(fixture.product, '772410202')
  clerk = await registerConfirmedStaff(fixture.product, '772410203', 'care')
  visit = await fixture.visit({ player: manager, size: DESKTOP })
  page = visit.page
})
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(DESKTOP)
  await open(page, '/admin/staff')
})
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  await visit?.context.close()
  await fixture?.close()
})

const row = (phone: string) => page.getByRole('row').filter({ hasText: phone })
const phoneText = (account: Player) => account.phone.slice(-3)
const approveLatest = async () => {
  const { items } = await second.client.must('GET /api/admin/approvals', {})
  const id = items.at(-1)?.id ?? ''
  await second.client.must('POST /api/admin/approvals/{id}', { params: { id }, body: { decision: 'approve' } })
}

it('[ADMX-06] a manager invites staff, who set their own password; the role applies after a second manager approved', async () => {
  await button(page, 'Invite staff').click()
  await page.getByLabel('Phone number').fill('0772410210')
  await page.getByLabel('Full name').fill('Ruth Nalule')
  await page.getByLabel('Role', { exact: true }).selectOption('marketing')
  await page.getByLabel('Reason').fill('a new member')
  await button(page, 'Create account').click()
  await sees(page, 'Ruth Nalule is invited')
  await sees(page, 'Another manager must approve this role before it applies.')
  expect(await violations(page, 'everything')).toEqual([])
  await button(page, 'Done').click()
  await expect.poll(() => row('Ruth Nalule').innerText()).toContain('No role')
  await approveLatest()
  await open(page, '/admin/staff')
  await expect.poll(() => row('Ruth Nalule').innerText()).toContain('Marketing')
})

it('[full] [ADMX-06] own permissions are checkboxes by area, and a missing name, permission or reason is reported', async () => {
  await row(phoneText(clerk))
    .getByRole('button', { name: /^Change role: / })
    .click()
  await page.getByLabel('Role', { exact: true }).selectOption('own')
  await button(page, 'Give this role').click()
  await sees(page, 'Please give a reason.')
  await page.getByLabel('Reason').fill('answers at night')
  await button(page, 'Give this role').click()
  await sees(page, 'Please enter a name for these permissions.')
  await page.getByLabel('Name of these permissions').fill('Night shift')
  const bets = page.getByRole('group', { name: 'Bets' })
  await bets.getByLabel('Cancel bets').check()
  await expect.poll(() => bets.getByLabel('See bets and live bets').isChecked()).toBe(true)
  expect(await violations(page, 'everything')).toEqual([])
  await page.setViewportSize(PHONE)
  expect(await overflowsSideways(page)).toBe(false)
  await page.setViewportSize(DESKTOP)
  await button(page, 'Give this role').click()
  await sees(page, 'Another manager must approve this role before it applies.')
  await approveLatest()
  await open(page, '/admin/staff')
  await expect.poll(() => row(phoneText(clerk)).innerText()).toContain('Night shift')
})

it('[full] [ADMX-06] the own row has no actions, and a removed member of staff is shown as left', async () => {
  await expect.poll(() => page.getByText('(you)').count()).toBe(1)
  expect(await row('(you)').getByRole('button').count()).toBe(0)
  const leaver = await registerConfirmedStaff(fixture.product, '772410204', 'risk')
  await open(page, '/admin/staff')
  await row(phoneText(leaver))
    .getByRole('button', { name: /^More actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove from staff' }).click()
  await page.getByLabel('Reason').fill('the contract ended')
  await button(page, 'Remove').click()
  await expect.poll(() => row(phoneText(leaver)).innerText()).toContain('Left')
  expect((await leaver.client.call('GET /api/admin/me', {})).status).toBe(403)
})

it('[full] [ADMX-04] [ADMX-06] a member of staff sees the screens of the role, and an explanation for others', async () => {
  const trader = await registerConfirmedStaff(fixture.product, '772410205', 'trader')
  const other = await fixture.visit({ player: trader, size: DESKTOP })
  await open(other.page, '/admin/games')
  await expect.poll(() => link(other.page, 'Fixtures').count()).toBe(1)
  for (const name of ['Users', 'Transactions', 'Staff', 'Customer care'])
    expect(await other.page.getByRole('navigation').getByRole('link', { name, exact: true }).count()).toBe(0)
  await open(other.page, '/admin/transactions')
  await sees(other.page, 'Your role does not include this page. If you need it, ask a manager to change your role.')
  expect(await violations(other.page, 'everything')).toEqual([])
  await open(other.page, '/admin/no-such-page')
  await sees(other.page, 'This page does not exist.')
  await other.context.close()
})
