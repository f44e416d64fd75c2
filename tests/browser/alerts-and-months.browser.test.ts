import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { endedMonths, monthName } from '@mupiira/domain/money/months.ts'
import { placeSingle } from './console-steps.ts'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { queryDatabase } from '../support/query-database.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  DESKTOP,
  dismissToast,
  link,
  open,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'

let fixture: BrowserFixture
let staff: Player
let second: Player
let page: Page

beforeAll(async () => {
  fixture = await browserFixture({ matches: recordedLines(1), kickoffInSeconds: 7_200 })
  staff = await registerConfirmedStaff(fixture.product, '772730118')
  second = await registerConfirmedStaff(fixture.product, '772730138')
  await staff.client.must('PUT /api/admin/settings', {
    body: { changes: [{ key: 'alert_large_win', value: '1000' }], reason: 'the test wants an alert' },
  })
  await approveAll()
  page = (await fixture.visit({ player: staff, size: DESKTOP })).page
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

/** The second member of staff approves every request that waits. */
async function approveAll(): Promise<void> {
  const { items } = await second.client.must('GET /api/admin/approvals', {})
  for (const { id } of items)
    await second.client.must('POST /api/admin/approvals/{id}', { params: { id }, body: { decision: 'approve' } })
}

it('[ALRT-01] [ALRT-02] a large cashout opens an alert in the open console, and staff acknowledge it with a note', async () => {
  await open(page, '/admin/alerts')
  await page.getByText('No alerts').waitFor()
  const player = await registerPlayer(fixture.product, '772730128')
  await notifiedDeposit(player, 100_000)
  const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer' } })
  const ticket = await placeSingle(player, items[0]?.id ?? '', 30_000)
  const params = { id: ticket.id }
  const { offer } = await player.client.must('GET /api/bets/{id}/cashout', { params })
  await player.client.must('POST /api/bets/{id}/cashout', { params, body: { offer: offer ?? 0 } })

  const row = page.getByRole('row').filter({ hasText: `Ticket ${ticket.bookingCode}` })
  await row.waitFor()
  await link(page.getByRole('navigation'), /Alerts.*1 waiting/).waitFor()
  await page.getByRole('checkbox', { name: /Ticket/ }).check()
  await button(page.getByRole('region', { name: 'alerts', exact: true }), 'Acknowledge')
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Acknowledge this alert?' })
  await button(dialog, 'Acknowledge').click()
  await dialog.getByText('Please write what was found or done.').waitFor()
  await dialog.getByLabel('Note').fill('the odds were right')
  await button(dialog, 'Acknowledge').click()
  await dismissToast(page, '1 alert acknowledged.')
  await row.getByText('Closed').waitFor()
  await row.getByText('the odds were right').waitFor()
  await page.setViewportSize(PHONE)
  await expect.poll(() => overflowsSideways(page)).toBe(false)
  await page.setViewportSize(DESKTOP)
})

it('[FIN-04] finance closes a month after its last open difference is explained, with a second member of staff', async () => {
  const [month = ''] = endedMonths(fixture.product.clock.now(), 1)
  await queryDatabase(
    fixture.product,
    `insert into reconciliation_cases (id, provider, kind, subject, day, amount, detail, found_at, seen_at)
     values (gen_random_uuid(), 'mtn', 'wallet', 'wallet', $1, 500, 'differs', now(), now())`,
    [`${month}-19`],
  )
  await open(page, `/admin/reports/months/${month}`)
  await page.getByText('This month cannot be closed yet.').waitFor()
  await link(page, /MTN, 19 /).waitFor()
  expect(await button(page, 'Close month').count()).toBe(0)
  await queryDatabase(fixture.product, 'update reconciliation_cases set closed_at = now()')
  await page.reload()
  await button(page, 'Close month').click()
  const dialog = page.getByRole('dialog', { name: `Close ${monthName(month)}?` })
  await dialog.getByText('Net gaming revenue').waitFor()
  await dialog.getByLabel('Reason').fill('all agrees')
  await button(dialog, 'Close month').click()
  await dismissToast(page, 'The closing waits for a second member of staff.')
  await page.getByText('Waits for approval').waitFor()
  await approveAll()
  await page.reload()
  await page.getByText(/^Closed by .*, approved by .*: all agrees$/).waitFor()
  expect(await violations(page, 'everything')).toEqual([])
  await page.setViewportSize(PHONE)
  await expect.poll(() => overflowsSideways(page)).toBe(false)
  await open(page, '/admin/reports/months')
  await link(page, monthName(month)).waitFor()
})
