import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { type Player, registerPlayer } from '../support/player.ts'
import { button, hydrated, open, option, sees, type BrowserFixture, webDist } from './browser-fixture.ts'
import { listFixture } from './browser-scenarios.ts'
import { failConnection, intercept, refuse } from './network.ts'
import { tabOfEachTest } from './tabs.ts'

let fixture: BrowserFixture
let player: Player
let page: Page

beforeAll(async () => {
  fixture = await listFixture()
  player = await registerPlayer(fixture.product, '772500640')
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

/** Opens the app shell: a page without data, on a device that stores no settings. */
async function openShell(path: string): Promise<void> {
  const body = readFileSync(join(webDist, 'client/index.html'), 'utf8')
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
  await page.goto(new URL(path, fixture.product.url).href)
  await hydrated(page)
}
const goTo = (path: string): Promise<void> => page.evaluate((to) => history.pushState(null, '', to), path)

it('[ADMS-14] home, slip, deposit and withdrawal use the default settings if settings cannot be loaded', async () => {
  ;({ page } = await fixture.visit({ player }))
  await intercept(page, 'GET /api/settings', refuse(500))
  await openShell('/sports')
  await page.getByRole('region', { name: 'Jackpot' }).getByText('Jackpot · Demo').waitFor()
  await option(page, '1', 'Arsenal').click()
  await goTo('/betslip')
  await page.getByLabel(/^Stake/).waitFor()
  await goTo('/deposit')
  await page.getByLabel('Amount (UGX)').waitFor()
  await sees(page, '25,000')
  await goTo('/withdraw')
  await sees(page, 'From UGX 25,000 to UGX 5,000,000, in whole shillings.')
})

it('[APP-26] [APP-27] a screen with only failures for ten seconds shows the connection error, and Try Again loads it', async () => {
  ;({ page } = await fixture.visit({ player }))
  const stop = await intercept(page, 'GET /api/wallet/statement', failConnection)
  await open(page, '/statement')
  // All repetitions would take 17 seconds.
  await page.getByText('Connection Error', { exact: true }).waitFor({ timeout: 14_000 })
  await sees(page, 'Unable to connect to the server. Please check your internet connection and try again.')
  await stop()
  await button(page, 'Try Again').click()
  await page.getByText('Connection Error', { exact: true }).waitFor({ state: 'detached' })
})
