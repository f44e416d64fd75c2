import type { Page } from 'playwright-core'
import { intercept } from './network.ts'
import { OPENS_AT } from '../support/business-time.ts'

const SCREEN = { path: '/responsible-gambling', title: 'Responsible Gambling' }

/** The screens of player protection (see `screens.ts`). */
export const PROTECTION_SCREENS = [
  { ...SCREEN, name: 'responsible-gambling', needsLogin: false, state: 'filled' },
  { ...SCREEN, name: 'self-assessment', needsLogin: false, state: 'filled' },
  { ...SCREEN, name: 'limits', needsLogin: true, state: 'filled' },
  { ...SCREEN, name: 'limits-none', needsLogin: true, state: 'empty' },
  { ...SCREEN, name: 'limits-loading', needsLogin: true, state: 'loading' },
  { ...SCREEN, name: 'limit-change', needsLogin: true, state: 'filled' },
  { ...SCREEN, name: 'time-out', needsLogin: true, state: 'filled' },
  { ...SCREEN, name: 'excluded', needsLogin: true, state: 'filled' },
  { name: 'account-excluded', path: '/account', needsLogin: true, title: 'Account', state: 'filled' },
  { name: 'slip-excluded', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'slip' },
  { name: 'deposit-excluded', path: '/deposit', needsLogin: true, title: 'Add Funds', state: 'filled' },
  { name: 'aviator-excluded', path: '/aviator', needsLogin: true, title: 'Aviator', state: 'filled' },
  // The reality check needs a separate visit, because its usage time would interrupt other screens.
  {
    name: 'reality-check',
    path: '/statement',
    needsLogin: true,
    title: 'Statement',
    state: 'filled',
    hasFailingRequest: true,
  },
] as const

const UNTIL = new Date(OPENS_AT.getTime() + 200 * 24 * 3_600_000).toISOString()
const EXCLUSION = { kind: 'exclusion', from: UNTIL, until: UNTIL }

/** Opens the page of a self-excluded player. Data that the device stores for this player would affect later screens. */
async function excluded(page: Page): Promise<void> {
  await intercept(page, 'GET /api/protection', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), exclusion: EXCLUSION } })
  })
  await page.reload()
  await page.getByText(/^You have excluded yourself until/).waitFor()
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) storage.removeItem('mupiira.exclusion')
    window.layoutShifts = []
  })
}

export const PROTECTION_STEPS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'account-excluded': excluded,
  'slip-excluded': excluded,
  'deposit-excluded': excluded,
  'aviator-excluded': excluded,
  async 'self-assessment'(page) {
    await page.getByText('Answer nine questions').click()
    for (const question of await page.locator('fieldset').all()) await question.getByLabel('Sometimes').check()
    await page.getByText('High risk').scrollIntoViewIfNeeded()
  },
  async limits(page) {
    await page.getByRole('button', { name: 'Keep the lower limit' }).scrollIntoViewIfNeeded()
  },
  async 'limit-change'(page) {
    await page.getByRole('button', { name: 'Change your weekly stake limit' }).click()
    await page.getByRole('dialog').getByLabel('Limit (UGX)').waitFor()
  },
  async 'time-out'(page) {
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByRole('button', { name: 'Start now' }).waitFor()
  },
  async excluded(page) {
    await intercept(page, 'GET /api/protection/limits', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), exclusion: EXCLUSION } })
    })
    await page.reload()
    await page.getByText('You can extend it, but not shorten it.').scrollIntoViewIfNeeded()
  },
  async 'reality-check'(page) {
    // The app uses the server's time, so its start of usage is moved back by an hour.
    await page.waitForFunction(() => localStorage.getItem('mupiira.use') !== null)
    await page.evaluate(() => {
      const use = JSON.parse(localStorage.getItem('mupiira.use') ?? '{}') as { startedAtMs: number }
      const older = { startedAtMs: use.startedAtMs - 3_900_000, usedMs: 3_660_000, checkedMs: 0 }
      localStorage.setItem('mupiira.use', JSON.stringify({ ...use, ...older }))
    })
    await page.reload()
    await page.getByRole('dialog').getByText('Net result').waitFor()
  },
}
