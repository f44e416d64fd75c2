import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import { type Player, registerPlayer, until } from '../support/player.ts'
import { queryDatabase } from '../support/query-database.ts'
import { registerStaff } from '../support/staff.ts'
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
  twoFrames,
  type VisitOptions,
  boxOf,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'
import { settlingIn } from './matches.ts'
import { intercept, loseResponse } from './network.ts'

const SUPPORT_PHONE = '0800 100 200'
const SMALL_PHONE = { width: 320, height: 568 } as const
let fixture: BrowserFixture
let operator: Player
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_000))
  operator = await registerStaff(fixture.product, '772700128')
  await queryDatabase(
    fixture.product,
    `update admin_settings set setting_value = $1 where setting_key = 'support_phone'`,
    [SUPPORT_PHONE],
  )
  const client = fixture.product.client(1)
  await until('the phone number is published', async () => {
    const { supportPhone } = await client.must('GET /api/settings', {})
    return supportPhone === SUPPORT_PHONE
  })
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const log = (of: Page) => of.getByRole('log', { name: 'Conversation with customer care' })
const write = async (of: Page, text: string): Promise<void> => {
  await of.getByLabel('Write a message').fill(text)
  await button(of, 'Send message').click()
}

it('[CHAT-01] [CHAT-11] a visitor who cannot log in can write to customer care, and reads the answer that staff sends from the console', async () => {
  const visitor = await fixture.visit({ size: PHONE })
  ;({ page } = visitor)
  await open(page, '/login')
  await link(page, 'Contact customer care').click()
  await page.waitForURL(/\/contact$/)
  await sees(page, 'No messages yet')
  expect(await violations(page, 'everything')).toEqual([])
  await write(page, 'I lost my phone. My number is 0772 000 111.')
  await log(page).getByText('I lost my phone.').waitFor()

  const staff = await fixture.visit({ player: operator, size: DESKTOP })
  page = staff.page
  await open(page, '/admin/chat')
  const conversation = page.getByRole('main').getByRole('link', { name: /^Visitor [0-9A-F]{4}/ })
  await conversation.getByText('Not logged in').waitFor()
  await button(page, 'Players').click()
  await conversation.waitFor({ state: 'detached' })
  await button(page, 'Visitors').click()
  await conversation.click()
  await page.getByText('We do not know who is writing.').filter({ visible: true }).waitFor()
  await page.getByRole('log').getByText('I lost my phone.').waitFor()
  expect(await button(page, 'Choose an image').count()).toBe(0)
  expect(await violations(page, 'everything')).toEqual([])
  await page.getByLabel('Write a reply').fill('Please call us, we cannot change the number here.')
  await button(page, 'Send Reply').click()
  await page.getByRole('log').getByText('Please call us').waitFor()

  ;({ page } = visitor)
  await log(page).getByText('Please call us').waitFor()
  await open(page, '/contact')
  await expect.poll(() => log(page).getByRole('listitem').count()).toBe(2)
  await button(page, 'Remove this chat from this device').click()
  await sees(page, 'No messages yet')
  await open(page, '/contact')
  await sees(page, 'No messages yet')
  expect([...visitor.faults(), ...staff.faults()]).toEqual([])
})

it('[full] [CHAT-10] a visitor’s message whose response is lost is sent again with the same key, and arrives once', async () => {
  ;({ page } = await fixture.visit())
  await open(page, '/contact')
  await sees(page, 'No messages yet')
  await intercept(page, 'POST /api/visitor-chat/messages', loseResponse, 1)
  await write(page, 'Only once, please')
  await page.getByText(/^Failed to send message:/).waitFor()
  await expect.poll(() => page.getByLabel('Write a message').inputValue()).toBe('Only once, please')
  await button(page, 'Send message').click()
  await log(page).getByText('Only once, please').waitFor()
  await open(page, '/contact')
  await expect.poll(() => log(page).getByRole('listitem').count()).toBe(1)
})

it('[full] [CHAT-10] a message stays in the list when the response to an earlier poll arrives later', async () => {
  ;({ page } = await fixture.visit())
  await open(page, '/contact')
  await sees(page, 'No messages yet')
  const [polled, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answered = Promise.withResolvers<void>()
  await intercept(
    page,
    'GET /api/visitor-chat/messages',
    async (route) => {
      const response = await route.fetch()
      polled.resolve()
      await sent.promise
      await route.fulfill({ response }).finally(answered.resolve)
    },
    1,
  )
  await polled.promise
  await write(page, 'Here I am')
  await log(page).getByText('Here I am').waitFor()
  sent.resolve()
  await answered.promise
  await twoFrames(page)
  expect(await log(page).getByText('Here I am').count()).not.toBe(0)
})

it('[full] [CHAT-11] removing a chat also removes its unsent text, and is not possible while a message is being sent', async () => {
  ;({ page } = await fixture.visit())
  await open(page, '/contact')
  const remove = button(page, 'Remove this chat from this device')
  await write(page, 'First')
  await log(page).getByText('First').waitFor()
  const sending = Promise.withResolvers<void>()
  await intercept(page, 'POST /api/visitor-chat/messages', async (route) => {
    await sending.promise
    await route.continue()
  })
  await write(page, 'Second')
  await expect.poll(() => remove.isDisabled()).toBe(true)
  sending.resolve()
  await log(page).getByText('Second').waitFor()
  await page.getByLabel('Write a message').fill('Not sent')
  await remove.click()
  await sees(page, 'No messages yet')
  await expect.poll(() => page.getByLabel('Write a message').inputValue()).toBe('')
})

it.each(['/login', '/forgot-password', '/help#chat'])(
  '[full] [HELP-01] the page %s links visitors to the contacts, with the phone number and e-mail address of the settings',
  async (path) => {
    ;({ page } = await fixture.visit({ size: SMALL_PHONE }))
    await open(page, path)
    await link(page, /^(Contact customer care|Write without logging in)$/).click()
    await page.waitForURL(/\/contact$/)
    const hrefOf = (name: RegExp) => link(page, name).getAttribute('href')
    await expect.poll(() => hrefOf(/^Phone/)).toBe('tel:0800100200')
    await expect.poll(() => hrefOf(/^General questions/)).toBe('mailto:support@mupiira.example')
    await expect.poll(() => overflowsSideways(page)).toBe(false)
  },
)

it('[full] the contact page links a logged-in player to the chat of the account', async () => {
  const player = await registerPlayer(fixture.product, '772700130')
  ;({ page } = await fixture.visit({ player }))
  await open(page, '/contact')
  await link(page, 'chat about your account').click()
  await page.waitForURL(/\/help#chat$/)
})

async function atHelp(size: VisitOptions['size'] = DESKTOP): Promise<void> {
  ;({ page } = await fixture.visit({ size }))
  await open(page, '/help')
}

it('[full] [HELP-01] [HELP-02] /help shows the contacts, and searches its questions while the player types', async () => {
  await atHelp(PHONE)
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

it('[full] [HELP-01] [CHAT-01] on a phone the chat and the search for answers are on the first screen of /help', async () => {
  await atHelp(PHONE)
  const edges = async (): Promise<{ readonly chat: number; readonly search: number; readonly end: number }> => {
    const { y, height } = await boxOf(page.getByLabel('Search help'))
    return { chat: (await boxOf(page.getByRole('region', { name: 'Live chat' }))).y, search: y, end: y + height }
  }
  await expect.poll(edges).toSatisfy(({ chat, search }) => chat < search)
  // Above the bottom bar.
  await expect.poll(edges).toSatisfy(({ end }) => end <= 640 - 57)
})

it('[full] [HELP-01] the owner of a phone can block payment requests of other accounts with an SMS code', async () => {
  await atHelp()
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

it('[full] [HELP-02] [CHAT-01] a help search without results says that there are none, and links to customer care', async () => {
  await atHelp()
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
  ;({ page } = await fixture.visit({ size: DESKTOP }))
  await open(page, '/extended-rules')
  const example = page.getByRole('region', { name: 'Draw No Bet' })
  await example.getByRole('heading', { name: 'Draw No Bet – a draw counts as a win' }).waitFor()
  await expect.poll(() => example.getByRole('row', { name: /^KCCA/ }).textContent()).toBe('KCCAWon20,000')
})

it('[HELP-17] [HELP-24] /terms and /refund-policy are dated April 23, 2017, with a link back', async () => {
  await atHelp()
  await page.getByRole('link', { name: 'Refund Policy' }).first().click()
  await sees(page, 'Last updated: April 23, 2017')
  await open(page, '/help')
  await page.getByRole('article').getByRole('link', { name: 'Terms of Service' }).click()
  await sees(page, 'Last updated: April 23, 2017')
  await button(page, 'Back').click()
  await page.waitForURL(/\/help$/)
})
