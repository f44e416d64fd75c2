import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer } from '../support/player.ts'
import { lineOf, SETTLING } from './matches.ts'
import { breakOff, meet } from './network.ts'
import { button, link, open, openStage, pictureOfFailure, sees, type Stage, type Visit } from './stage.ts'

let stage: Stage
let player: Player
let visit: Visit
let page: Page

beforeAll(async () => {
  stage = await openStage({ matches: SETTLING.map((each) => lineOf(each)), kickoffInSeconds: 3_000 })
  player = await registerPlayer(stage.product, '772300310')
  visit = await stage.visit({ player, welcomes: true, motion: 'no-preference' })
  page = visit.page
})
afterEach(pictureOfFailure(() => page))
afterAll(() => stage?.close())

const told = () => page.getByRole('region', { name: 'Messages' })
const badge = (unread: number) => link(page, `Notifications, ${unread} unread`)

it('[NOTE-32] [NOTE-33] [NOTE-07] the welcome of the day, a tip after it, and its way on; a second tab brings no other', async () => {
  await open(page, '/account')
  const other = await visit.context.newPage()
  await open(other, '/account')
  await told().getByText('Welcome! Good to see you today.').waitFor()
  await told()
    .getByText(/^Tip of the day/)
    .waitFor()
  await badge(2).first().waitFor()
  await link(other, 'Notifications, 2 unread').first().waitFor()
  await other.close()
  const { items } = await player.client.must('GET /api/notifications', {})
  await link(told(), 'View').click()
  await page.waitForURL(`**${items[0]?.link}`)
  await open(page, '/account')
  await badge(2).first().waitFor()
})

it('[NOTE-34] [NOTE-35] a first deposit is welcomed, a big one celebrated', async () => {
  await deposit(player, 100_000)
  await told()
    .getByText(/^Welcome! Your first deposit/)
    .waitFor()
  await told()
    .getByText(/^A big deposit! UGX\s100,000\.00/)
    .waitFor()
  await page.locator('[data-celebration] i').first().waitFor({ state: 'attached' })
  await page.locator('[data-celebration]').waitFor({ state: 'detached' })
  await badge(5).first().waitFor()
})

it('[HELP-25] [NOTE-07] [NOTE-20] a sample of each type is made, and is told at once', async () => {
  await open(page, '/notification-test')
  await button(page, 'Win').click()
  await told()
    .getByText(/^Congratulations! Your bet SAMPLE01/)
    .waitFor()
  await told().getByText('Success', { exact: true }).waitFor()
  await link(told(), 'View').click()
  await page.waitForURL(/\/mybets\?highlight=SAMPLE01$/)
})

it('[NOTE-19] [NOTE-11] a change that fails is logged, and the list stays; one that succeeds is read anew', async () => {
  await open(page, '/notifications')
  await page.getByRole('tab', { name: 'Wins' }).click()
  await page.getByText(/^Congratulations! Your bet SAMPLE01/).waitFor()
  const heal = await meet(page, 'DELETE /api/notifications/*', breakOff)
  visit.faults()
  await button(page, 'Delete notification').click()
  await expect.poll(() => visit.faults().join('\n')).toContain('a notification could not be changed')
  await page.getByText(/^Congratulations! Your bet SAMPLE01/).waitFor()
  await heal()
  await button(page, 'Delete notification').click()
  await sees(page, 'No notifications found')
})

it('[HELP-26] /database-test shows the result of a connection test', async () => {
  await open(page, '/database-test')
  await sees(page, 'Connected')
  await page.getByText(/^\d+(\.\d+)? ms$/).waitFor()
})

it('[ACCT-06] [ACCT-08] [ACCT-09] the Help Center’s submenu, an installation that fails, the main site', async () => {
  await open(page, '/account')
  const main = page.getByRole('main')
  await main.getByText('Help Center', { exact: true }).click()
  for (const path of ['/extended-rules', '/help', '/rules', '/responsible-gambling']) {
    await main.locator(`a[href="${path}"]`).waitFor()
  }
  const site = main.getByRole('link', { name: /main site$/ })
  expect(await site.getAttribute('href')).toMatch(/^https?:\/\//)
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.reject(new Error('no')),
      userChoice: Promise.resolve({ outcome: 'dismissed' }),
    })
    window.dispatchEvent(offer)
  })
  await button(page, 'Install app').click()
  await told().getByText('Installation failed. Please try again.').waitFor()
})
