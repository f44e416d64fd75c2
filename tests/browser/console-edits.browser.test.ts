import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Player, registerPlayer } from '../support/player.ts'
import { makeStaff, registerConfirmedStaff } from '../support/staff.ts'
import {
  browserFixture,
  type BrowserFixture,
  button,
  DESKTOP,
  open,
  screenshotOfFailure,
  type Visit,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'
import { logIn } from './login-page.ts'
import { settlingIn } from './matches.ts'
import { changeResponse, intercept, refuse } from './network.ts'
import { saveSettings, settingsPreview } from './settings-preview.ts'

let fixture: BrowserFixture
let staff: Player
let visit: Visit
let page: Visit['page']

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
  staff = await registerConfirmedStaff(fixture.product, '772420149')
  visit = await fixture.visit({ player: staff, size: DESKTOP })
  page = visit.page
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const dialog = (name: RegExp) => page.getByRole('dialog', { name })

it('[full] [ADMT-30] [ADMS-19] manual odds show what they give away, and wait for a second member of staff or are typed again', async () => {
  const startTime = new Date(fixture.product.clock.now().getTime() + 3_600_000).toISOString()
  const sides = { homeTeam: 'Lugazi FC', awayTeam: 'Mbarara City', league: 'Friendly', startTime }
  const odds = { homeOdds: 2.1, drawOdds: 3.4, awayOdds: 3.6 }
  const { game } = await staff.client.must('POST /api/admin/games', { body: { ...sides, ...odds } })
  await open(page, `/admin/games/${game.id}`)
  await page.getByText(/^Book 10\d\.\d %$/).waitFor()
  const enterOdds = async (typed: string) => {
    await button(page, 'Set').first().click()
    await page.getByLabel(/^Odds of /).fill(typed)
    await page
      .getByText(/^Fair odds 2\.\d\d\. These odds give away \d+\.\d % of stakes: UGX [\d,.]+ per UGX 100,000 staked\.$/)
      .waitFor()
    await page.getByText(/^Book 10\d\.\d % → \d\d\.\d %\.$/).waitFor()
    await page.getByLabel(/^Odds of /).press('Enter')
  }
  const change = dialog(/^Change .+, Lugazi FC\?$/)
  await enterOdds('3')
  await change.getByText(/give away \d+\.\d % of stakes/).waitFor()
  await change.getByLabel('Reason').fill('the line-ups')
  expect(await violations(page, 'everything')).toEqual([])
  await button(change, 'Request approval').click()
  await page
    .getByText(/A second member of staff must approve them/)
    .first()
    .waitFor()
  await change.waitFor({ state: 'detached' })
  // Without a second member of staff, the odds are typed again.
  type Markets = { readonly manualOdds: object }
  await changeResponse<Markets>(page, 'GET /api/admin/games/*/markets', (body) => ({
    ...body,
    manualOdds: { approval: 'alone', distancePercent: 25 },
  }))
  await page.reload()
  await enterOdds('3')
  await change.getByLabel('Reason').fill('the line-ups')
  await change.getByLabel('Type 3.00 to confirm').fill('3.00')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await button(change, 'Change').click()
  expect((await sent).postDataJSON()).toMatchObject({ odds: { '1': 3 }, confirmedOdds: { '1': 3 } })
  await page.unrouteAll()
})

it('[full] [ADMS-20] the input of a form survives the end of the session, and is discarded on request', async () => {
  await open(page, '/admin/settings')
  const field = page.getByRole('textbox', { name: 'Maximum bets per day' })
  await field.fill('45')
  await page.getByText('1 to save: Maximum bets per day: 50 bets → 45 bets').waitFor()
  await visit.context.clearCookies()
  await button(page, 'Save All Settings').click()
  await page.waitForURL('**/login')
  await logIn(page, staff.phone, staff.password)
  await page.waitForURL((url) => url.pathname !== '/login')
  await open(page, '/admin/settings')
  await page.getByText('Your unsaved input is restored.').waitFor()
  await expect.poll(() => field.inputValue()).toBe('45')
  expect(await violations(page, 'everything')).toEqual([])
  await button(page, 'Discard').click()
  await expect.poll(() => field.inputValue()).toBe('50')
  await page.reload()
  await page.getByText('Nothing to save').waitFor()
  expect(await page.getByText('Your unsaved input is restored.').count()).toBe(0)

  // Closing the confirmation of the identity saves nothing, says nothing and keeps the input.
  const confirmationNeeded = refuse(403, { code: 'CONFIRMATION_NEEDED', detail: 'Please confirm your identity.' })
  await intercept(page, 'PUT /api/admin/settings', confirmationNeeded, 1)
  await field.fill('45')
  await saveSettings(page, 'Too many bets')
  const confirmation = page.getByRole('dialog', { name: 'Confirm your identity' })
  await confirmation.waitFor()
  await page.keyboard.press('Escape')
  await confirmation.waitFor({ state: 'detached' })
  await expect.poll(() => button(settingsPreview(page), 'Save').isEnabled()).toBe(true)
  expect(await settingsPreview(page).getByRole('alert').count()).toBe(0)
  await button(settingsPreview(page), 'Cancel').click()
  await page.reload()
  await page.getByText('Your unsaved input is restored.').waitFor()
})

it('[full] [ADMX-28] a role that only reads sees settings and markets without their buttons', async () => {
  const startTime = new Date(fixture.product.clock.now().getTime() + 3_600_000).toISOString()
  const sides = { homeTeam: 'Kitara FC', awayTeam: 'NEC FC', league: 'Friendly', startTime }
  const odds = { homeOdds: 2.1, drawOdds: 3.4, awayOdds: 3.6 }
  const { game } = await staff.client.must('POST /api/admin/games', { body: { ...sides, ...odds } })
  const auditor = await registerPlayer(fixture.product, '772420150')
  await makeStaff(fixture.product, auditor.userId, 'auditor')
  const { page: read } = await fixture.visit({ player: auditor, size: DESKTOP })
  await open(read, '/admin/settings')
  await read.getByText('Your role can see the settings but not change them.').waitFor()
  await expect.poll(() => read.getByRole('combobox', { name: 'Betting', exact: true }).isDisabled()).toBe(true)
  expect(await button(read, 'Save All Settings').count()).toBe(0)
  expect(await violations(read, 'everything')).toEqual([])
  await open(read, `/admin/games/${game.id}`)
  await read.getByText(/^Book 10\d\.\d %$/).waitFor()
  expect(await button(read, 'Set').count()).toBe(0)
})
