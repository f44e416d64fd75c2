import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import { violations } from './inspect.ts'
import { settlingIn } from './matches.ts'
import {
  button,
  open,
  browserFixture,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
  boxOf,
} from './browser-fixture.ts'

let fixture: BrowserFixture
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_000))
  ;({ page } = await fixture.visit())
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

it('[HELP-01] [HELP-02] /help shows the contacts, and searches its questions while typing', async () => {
  await open(page, '/help')
  await sees(page, 'Contact customer care')
  await expect
    .poll(() => page.getByRole('link', { name: /^General questions/ }).getAttribute('href'))
    .toMatch(/^mailto:/)
  await sees(page, 'We answer in 1-2 hours within business hours 8 AM-6 PM EAT.')
  await page.getByText('My verification code has not arrived').click()
  await page.getByText('A verification code expires in 24 hours.').waitFor()
  await page.getByLabel('Search help').fill('missing deposit')
  await page.getByText(/^Open Account and tap Payments/).waitFor()
  await expect.poll(() => page.locator('details').count()).toBe(1)
})

it('[HELP-01] [CHAT-01] on a phone the chat and the search for answers are on the first screen of /help', async () => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, '/help')
  const edges = async (): Promise<{ readonly chat: number; readonly search: number; readonly end: number }> => {
    const { y, height } = await boxOf(page.getByLabel('Search help'))
    return { chat: (await boxOf(page.getByRole('region', { name: 'Live chat' }))).y, search: y, end: y + height }
  }
  await expect.poll(edges).toSatisfy(({ chat, search }) => chat < search)
  // Above the bottom bar.
  await expect.poll(edges).toSatisfy(({ end }) => end <= 640 - 57)
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('[full] [HELP-01] the owner of a phone can block payment requests of other accounts with an SMS code', async () => {
  await open(page, '/help')
  await button(page, 'Stop requests').click()
  const dialog = page.getByRole('dialog', { name: 'Stop payment requests' })
  await dialog.getByLabel('Your phone number').fill('0772530110')
  const codes = () =>
    fixture.product.messages.messages().filter(({ to, text }) => to.endsWith('772530110') && /\d{6}/.test(text))
  const before = codes().length
  const sent = () => codes()[before]
  await button(dialog, 'Send code').click()
  await dialog.getByLabel('Code').waitFor()
  await expect.poll(sent).toBeDefined()
  expect(await violations(page, 'everything')).toEqual([])
  await dialog.getByLabel('Code').fill(/\d{6}/.exec(sent()?.text ?? '')?.[0] ?? '')
  await button(dialog, 'Stop requests').click()
  await sees(page, 'Done. Other accounts can no longer request money from this number.')
})

it('[HELP-02] [CHAT-01] a help search without results says that there are none, and links to customer care', async () => {
  await open(page, '/help')
  await page.getByLabel('Search help').fill('roulette')
  await sees(page, 'No answers found')
  await button(page, 'Ask customer care').click()
  await page.waitForURL(/\/help#chat$/)
  await expect
    .poll(() => page.getByRole('heading', { name: 'Live chat' }).evaluate((title) => title.getBoundingClientRect().top))
    .toBeLessThan(320)
})

it('[HELP-13] [HELP-14] the server-rendered HTML contains the rules, with an example for each market', async () => {
  const rules = await (await fetch(`${fixture.product.url}/rules`)).text()
  expect(rules.match(/<h2/g)).toHaveLength(20)
  const html = await (await fetch(`${fixture.product.url}/extended-rules`)).text()
  expect(html.match(/id="market-[a-z0-9_]+"/g)).toHaveLength(MARKETS.length)
  await open(page, '/extended-rules')
  const example = page.getByRole('region', { name: 'Draw No Bet' })
  await example.getByRole('heading', { name: 'Draw No Bet – a draw counts as a win' }).waitFor()
  await expect.poll(() => example.getByRole('row', { name: /^KCCA/ }).textContent()).toBe('KCCAWon20,000')
})

it('[HELP-17] [HELP-24] /terms and /refund-policy are dated April 23, 2017, with a link back', async () => {
  await open(page, '/help')
  await page.getByRole('link', { name: 'Refund Policy' }).first().click()
  await sees(page, 'Last updated: April 23, 2017')
  await open(page, '/help')
  await page.getByRole('article').getByRole('link', { name: 'Terms of Service' }).click()
  await sees(page, 'Last updated: April 23, 2017')
  await button(page, 'Back').click()
  await page.waitForURL(/\/help$/)
})
