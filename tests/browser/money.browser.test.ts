import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer, withdraw } from '../support/player.ts'
import { answer, failConnection, intercept, refuse, changeResponse, neverAnswer } from './network.ts'
import {
  button,
  headerBalance,
  link,
  open,
  browserFixture,
  sees,
  type BrowserFixture,
  type Visit,
} from './browser-fixture.ts'
import { openTab, tabOfEachTest } from './tabs.ts'

const TOTALS = 'GET /api/wallet/statement/totals'
const CSV = 'GET /api/wallet/statement.csv'
const FILE = 'Download as a file (CSV)'

let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture()
  fixture.product.money.control({ settings: { approveAfterMs: 50 } })
  player = await registerPlayer(fixture.product, '772700110')
  await notifiedDeposit(player, 200_000)
  await notifiedDeposit(player, 25_000, '256772700111')
  await withdraw(player, 50_000)
  visit = await fixture.visit({ player })
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string): Promise<void> {
  page = await openTab(visit.context)
  await open(page, path)
}

describe('the statement', () => {
  it('[full] [PLAY-07] [WALT-13] the statement can be filtered by kind and period, shows totals, and can be downloaded', async () => {
    await at('/statement')
    await page.getByRole('row').nth(2).waitFor()
    const descriptions = async (): Promise<string[]> =>
      (await page.getByRole('row').allTextContents()).slice(1).map((text) => text.replace(/.*Kampala/, ''))
    await expect.poll(() => descriptions()).toHaveLength(2)
    await page.getByRole('tab', { name: 'Deposits' }).click()
    await expect.poll(descriptions).toHaveLength(1)
    await page.getByRole('tab', { name: 'Wins' }).click()
    await sees(page, 'No entries found')
    await page.getByRole('tab', { name: 'All' }).click()
    const withdrawal = page.getByRole('row').filter({ has: page.locator('summary') })
    await withdrawal.locator('summary').click()
    await expect
      .poll(async () =>
        (await withdrawal.getByRole('listitem').allTextContents()).map((text) => text.replace(/^.*(?=−)/, '')),
      )
      .toEqual(['− UGX 50,000.00', '− UGX 2,000.00'])
    await page.getByText('Net result of betting').click()
    const sums = page.getByRole('region', { name: 'Totals' })
    await sums.getByText('Closing balance').waitFor()
    await expect
      .poll(() => sums.getByRole('definition').allTextContents())
      .toEqual([
        ...[
          'UGX 0.00',
          '+ UGX 200,000.00',
          '− UGX 50,000.00',
          '− UGX 2,000.00',
          'UGX 0.00',
          'UGX 0.00',
          'UGX 148,000.00',
        ],
      ])
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, FILE).click()])
    expect(file.suggestedFilename()).toMatch(/^mupiira-statement-.*\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toMatch(/^Date \(EAT\),Type,Description,Amount \(UGX\),Balance after \(UGX\),Reference\r\n/)
    expect(text).toContain(',,Withdrawal fees,-2000.00,,')
    await page.getByLabel('Period').selectOption('days')
    await page.getByLabel('From').fill('2026-01-02')
    await page.getByLabel('To', { exact: true }).fill('2026-01-01')
    await sees(page, 'The last day is before the first day')
  })

  it('[full] [PLAY-07] the statement reports totals or files that fail to load, and loads them on retry', async () => {
    page = await openTab(visit.context)
    const ends = [await intercept(page, TOTALS, refuse(422)), await intercept(page, CSV, failConnection)]
    await open(page, '/statement')
    await sees(page, 'Could not load the totals.')
    await button(page, FILE).click()
    await sees(page, 'The file could not be downloaded. Please check your connection and try again.')
    for (const end of ends) await end()
    await button(page, 'Try Again').click()
    await sees(page, 'without bets that are still open')
  })

  it('[full] [PLAY-07] [AUTH-77] the statement download belongs to the player shown on the page, or is refused', async () => {
    const sleeping = await fixture.visit({ player: await registerPlayer(fixture.product, '772700120') })
    const other = await registerPlayer(fixture.product, '772700130')
    ;({ page } = sleeping)
    // Blocks the stream, so the page receives no events.
    await intercept(page, 'GET /api/stream', neverAnswer)
    await open(page, '/statement')
    await page.route(/\/api\/(?!wallet\/statement\.csv|auth\/session)/, neverAnswer)
    const body = { phoneNumber: other.phone, password: other.password, keepLoggedIn: true }
    const { origin } = new URL(page.url())
    await sleeping.context.request.post(`${origin}/api/auth/login`, { data: body, headers: { origin } })
    let files = 0
    page.on('download', () => files++)
    const again = page.waitForEvent('framenavigated')
    await button(page, FILE).click()
    await again
    expect(files).toBe(0)
    await sleeping.context.close()
  })
})

describe('the list of payments', () => {
  it('[full] [DEP-24] [DEP-31] [DATA-23] the list of payments shows every payment with its status, including failed ones, each linking to its page', async () => {
    await at('/account')
    await link(page, 'Payments').click()
    await page.waitForURL('**/payments')
    const list = page.getByRole('list', { name: 'Payments', exact: true })
    await expect
      .poll(async () => (await list.getByRole('link').allTextContents()).map((text) => text.replace(/\u00a0/g, ' ')))
      .toEqual([
        expect.stringMatching(/^Withdrawal W[A-Z2-9]{7}UGX 50,000\.00\+256 77 ••• ••10SentToday \d\d:\d\d$/),
        expect.stringMatching(/^Deposit D[A-Z2-9]{7}UGX 25,000\.00\+256 77 270 0111Not receivedToday \d\d:\d\d$/),
        expect.stringMatching(/^Deposit D[A-Z2-9]{7}UGX 200,000\.00.*ReceivedToday \d\d:\d\d$/),
      ])
    await list.getByRole('link').nth(1).click()
    await page.getByRole('heading', { name: 'Deposit not received' }).waitFor()
    const details = page.getByRole('region', { name: 'Details' })
    await expect.poll(() => details.getByRole('term').allTextContents()).toContain('Ended')
    await changeResponse(page, 'GET /api/payments/*', () => ({ beingChecked: true }))
    await page.getByRole('heading', { name: 'Deposit not confirmed yet' }).waitFor()
    await expect
      .poll(() => details.getByRole('term').allTextContents())
      .toEqual(['Network', 'Phone', 'Requested', 'Reference'])
    expect(await link(page, 'Try Again').count()).toBe(0)
    await link(page, 'All payments').click()
    await page.waitForURL('**/payments')
  })

  it('[full] [DATA-23] the deposit, withdrawal and statement screens link to the list of payments, which loads page by page', async () => {
    for (const path of ['/deposit', '/withdraw']) {
      await at(path)
      await expect.poll(() => link(page, 'All payments').getAttribute('href')).toBe('/payments')
    }
    await open(page, '/statement')
    await page.getByRole('tab', { name: 'Deposits' }).click()
    const { items } = await player.client.must('GET /api/payments', {})
    const older = answer({ items: items.slice(1), nextCursor: null })
    await intercept(page, 'GET /api/payments', (route) =>
      route.request().url().includes('cursor=')
        ? older(route)
        : answer({ items: items.slice(0, 1), nextCursor: items[0]?.id })(route),
    )
    await link(page, 'Payments').click()
    const shown = page.getByRole('list', { name: 'Payments', exact: true }).getByRole('link')
    await expect.poll(() => shown.count()).toBe(1)
    await button(page, 'Show older payments').click()
    await expect.poll(() => shown.count()).toBe(items.length)
  })

  it('[full] [DATA-23] the page of an unknown payment links to the list of payments, and an empty list shows a message', async () => {
    const fresh = await fixture.visit({ player: await registerPlayer(fixture.product, '772700140') })
    ;({ page } = fresh)
    await open(page, '/payments/00000000-0000-7000-8000-000000000000')
    await sees(page, 'Payment not found.')
    await link(page, 'All payments').click()
    await sees(page, 'No payments yet')
    await fresh.context.close()
  })
})

describe('a pending payment', () => {
  it('[full] [DEP-19] [DEP-31] a pending payment is shown on the deposit and withdrawal screens after the app was closed', async () => {
    const own = await registerPlayer(fixture.product, '772700150')
    await notifiedDeposit(own, 25_000)
    const requests = await own.client.must('POST /api/payments/deposits', {
      body: { amount: 20_000, phoneNumber: '256772700113', method: 'MTN' },
    })
    ;({ page } = await fixture.visit({ player: own }))
    await open(page, '/withdraw')
    await page.getByRole('list', { name: 'Pending payments' }).getByRole('link').first().click()
    await page.waitForURL(`**/payments/${requests.transaction.id}`)
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await sees(page, 'Nothing is taken from your phone before you enter your PIN.')
    await page.getByText(/^Waiting for your network/).waitFor()
    await open(page, '/deposit')
    await page.getByRole('list', { name: 'Pending payments' }).getByText('UGX 20,000.00').waitFor()
  })

  it('[full] [DEP-31] after a deposit timed out, the next deposit needs a confirmation', async () => {
    const own = await registerPlayer(fixture.product, '772700160')
    await notifiedDeposit(own, 25_000)
    const { items } = await own.client.must('GET /api/payments', { query: { limit: 1 } })
    const first = { ...items[0], type: 'deposit', status: 'failed', beingChecked: true, completedAt: null }
    ;({ page } = await fixture.visit({ player: own }))
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/payments/deposits')) sent++
    })
    await intercept(page, 'GET /api/payments', answer({ items: [first], nextCursor: null }))
    await open(page, '/deposit')
    await page.getByLabel('Amount (UGX)').fill('25000')
    await page.getByLabel('Phone number').fill('256772500911')
    await button(page, 'Deposit').and(page.locator('[type=submit]')).click()
    const question = page.getByRole('dialog', { name: 'Deposit again?' })
    await question.getByText(/^Your deposit of UGX .* is still being checked/).waitFor()
    await expect.poll(() => link(page, 'See the first deposit').getAttribute('href')).toBe(`/payments/${first.id}`)
    await page.keyboard.press('Escape')
    await expect.poll(() => question.count()).toBe(0)
    expect(sent).toBe(0)
    await button(page, 'Deposit').and(page.locator('[type=submit]')).click()
    await button(page, 'Deposit again').click()
    await page.getByRole('heading', { name: 'Deposit not received' }).waitFor()
    expect(sent).toBe(1)
  })

  it('[full] [WALT-01] a payment amount with cents is refused with a message', async () => {
    await at('/deposit')
    await page.getByLabel('Amount (UGX)').fill('25000.50')
    await button(page, 'Deposit').and(page.locator('[type=submit]')).click()
    await sees(page, 'Mobile money uses whole shillings only. Please enter an amount without cents.')
    await expect.poll(() => page.getByLabel('Amount (UGX)').getAttribute('aria-invalid')).toBe('true')
  })

  it('[full] [DEP-03] the deposit form recognises the carrier from the number', async () => {
    await at('/deposit')
    await page.getByLabel('Phone number').fill('256752700110')
    await expect.poll(() => page.getByRole('radio', { name: 'Airtel' }).isChecked()).toBe(true)
    await page.getByLabel('Phone number').fill('0772700110')
    await expect.poll(() => page.getByRole('radio', { name: 'MTN' }).isChecked()).toBe(true)
  })
})

describe('an invalid balance', () => {
  const BROKEN = answer({ balance: 'NaN', held: 0, currency: 'UGX' })

  it('[WALT-15] [WALT-18] a balance that the app cannot read is repaired automatically, and the screen continues to work', async () => {
    page = await openTab(visit.context)
    await intercept(page, 'GET /api/wallet', BROKEN, 1)
    await open(page, '/')
    await sees(page, 'Balance format fixed! Please try placing your bet again.')
    await expect.poll(() => headerBalance(page)).toBe('UGX 148,000.00')
  })

  it.each([
    [
      '[WALT-19] after an error of the server',
      500,
      {},
      'There was an issue with your account. Please try refreshing the page.',
    ],
    [
      '[full] [WALT-22] while another repair runs',
      409,
      { code: 'FIX_IN_PROGRESS', detail: 'Previous fix attempt still in progress. Please try again later.' },
      'Previous fix attempt still in progress. Please try again later.',
    ],
    [
      '[full] [WALT-23] too often in a session',
      422,
      {
        code: 'MAX_RETRIES_EXCEEDED',
        detail: 'Multiple attempts to fix balance issues failed. Please contact support.',
      },
      'Multiple attempts to fix balance issues failed. Please contact support.',
    ],
  ])('a failed repair of the balance shows an error: %s', async (_what, status, problem, text) => {
    page = await openTab(visit.context)
    await intercept(page, 'GET /api/wallet', BROKEN)
    await intercept(page, 'POST /api/wallet/repair', refuse(status, { status, ...problem }))
    await open(page, '/')
    await sees(page, text)
  })

  it('[DATA-42] a known balance is not fetched again within 30 s on any screen', async () => {
    page = await openTab(visit.context)
    let requests = 0
    page.on('request', (request) => (requests += new URL(request.url()).pathname === '/api/wallet' ? 1 : 0))
    await open(page, '/account')
    for (const name of ['DEPOSIT', 'WITHDRAW']) {
      await link(page.getByRole('main'), name).click()
      await page.getByRole('main').getByText('UGX 148,000.00', { exact: true }).first().waitFor()
      await page.getByLabel('Amount (UGX)').waitFor()
      await page.goBack()
      await link(page.getByRole('main'), name).waitFor()
    }
    expect(requests).toBeLessThanOrEqual(1)
  })

  it('[full] [WALT-09] a failed fetch of the balance is logged, and the last known balance is shown', async () => {
    page = await openTab(visit.context)
    await intercept(page, 'GET /api/wallet', refuse(403, { status: 403, code: 'NOT_ALLOWED', detail: '' }))
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await open(page, '/')
    await expect.poll(() => headerBalance(page)).toBe('UGX 148,000.00')
    await expect.poll(() => logged.some((line) => /403/.test(line))).toBe(true)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })
})
