import type { Page } from 'playwright-core'
import { meet } from './network.ts'
import { OPENS_AT } from './stage-time.ts'

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
  // Its visit is its own: the use that it counts would interrupt others.
  { name: 'reality-check', path: '/statement', needsLogin: true, title: 'Statement', state: 'filled', troubled: true },
] as const

export const PROTECTION_ACTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'self-assessment'(page) {
    await page.getByRole('button', { name: 'Answer nine questions' }).click()
    for (const question of await page.getByRole('group').all()) await question.getByLabel('Sometimes').check()
    await page.getByText('High risk').scrollIntoViewIfNeeded()
  },
  async limits(page) {
    await page.getByRole('button', { name: 'Keep the lower one' }).scrollIntoViewIfNeeded()
  },
  async 'limit-change'(page) {
    await page.getByRole('button', { name: 'Change your weekly stake limit' }).click()
    await page.getByRole('dialog').getByLabel('At most (UGX)').waitFor()
  },
  async 'time-out'(page) {
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByRole('button', { name: 'Start now' }).waitFor()
  },
  async excluded(page) {
    const until = new Date(OPENS_AT.getTime() + 200 * 24 * 3_600_000).toISOString()
    await meet(page, 'GET /api/protection/limits', async (route) => {
      const response = await route.fetch()
      const told = (await response.json()) as object
      await route.fulfill({ response, json: { ...told, exclusion: { kind: 'exclusion', from: until, until } } })
    })
    await page.reload()
    await page.getByText('It can be made longer, not shorter.').scrollIntoViewIfNeeded()
  },
  async 'reality-check'(page) {
    // The app counts by the server's time: what it has begun is made an hour older.
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
