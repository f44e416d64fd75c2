import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendForm, smallPng } from '../support/chat-form.ts'
import { notifiedDeposit, type Player, registerPlayer, until } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { chimesOf, recordChimes } from './chimes.ts'
import { withClock } from './clock.ts'
import { ugx } from './console-steps.ts'
import { violations } from './inspect.ts'
import { settlingIn } from './matches.ts'
import { loseResponse, intercept, refuse } from './network.ts'
import {
  button,
  DESKTOP,
  link,
  open,
  browserFixture,
  hoverMessage,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
  type Visit,
  twoFrames,
} from './browser-fixture.ts'

let fixture: BrowserFixture
let player: Player
let operator: Player
let visit: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_000))
  operator = await registerStaff(fixture.product, '772700028')
})
// Every test begins with a new player who has never written.
let players = 0
beforeEach(async () => {
  players++
  player = await registerPlayer(fixture.product, `7727${String(players).padStart(4, '0')}0`)
  visit = await fixture.visit({ player })
  page = visit.page
  await page.addInitScript(recordChimes)
})
// afterEach hooks run in reverse order.
afterEach(() => visit.context.close())
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const log = () => page.getByRole('log', { name: 'Conversation with customer care' })
const messageTexts = () => log().getByRole('listitem').allInnerTexts()
const write = async (text: string): Promise<void> => {
  await page.getByLabel('Write a message').fill(text)
  await button(page, 'Send message').click()
}
const params = () => ({ userId: player.userId })
const answer = (content: string) =>
  operator.client.must('POST /api/admin/chat/{userId}/messages', { params: params(), body: { content } })
const stored = () =>
  operator.client.must('GET /api/admin/chat/{userId}/messages', { params: params(), query: { limit: 100 } })
const received = async (): Promise<readonly string[]> => {
  const { items } = await stored()
  return items.map(({ content }) => content)
}
/** Opens a conversation that customer care has begun, until its message is reported as read. */
async function openConversation(): Promise<void> {
  await answer('How can we help?')
  await open(page, '/help#chat')
  await log().getByText('How can we help?').waitFor()
  await until('the message is read', async () => (await player.client.must('GET /api/chat/messages', {})).unread === 0)
}
/** Reads what other tests have left unread, on behalf of all operators. */
async function readConversations(): Promise<void> {
  const query = { unread: true, pageSize: 100 }
  const { items } = await operator.client.must('GET /api/admin/chat/conversations', { query })
  for (const { userId, lastMessage } of items)
    await operator.client.must('POST /api/admin/chat/{userId}/read', {
      params: { userId },
      body: { upTo: lastMessage.no },
    })
}
/** Removes quick replies of this title that a failed attempt has left. */
async function removeQuickReplies(title: string): Promise<void> {
  const { items } = await operator.client.must('GET /api/admin/quick-replies', {})
  for (const { id } of items.filter((each) => each.title === title))
    await operator.client.must('DELETE /api/admin/quick-replies/{id}', { params: { id } })
}
/** The volumes of a chime: two tones at the fixed volume. */
const CHIME = [0.7, 0.7]
const chimes = (of = page): Promise<number[]> => chimesOf(of)

it('[CHAT-01] [CHAT-03] [CHAT-05] [CHAT-07] [CHAT-08] [NOTE-30] a player and an operator exchange messages on /help without a reload', async () => {
  await open(page, '/help')
  await sees(page, 'No messages yet')
  await write('   ')
  await page.getByLabel('Write a message').fill('')
  await sees(page, 'No messages yet')
  await write('My deposit is missing')
  await log().getByText('My deposit is missing').waitFor()
  await until('the operator has the message', async () => (await received()).length === 1)
  const toast = page.getByRole('region', { name: 'Messages' })
  const announced = toast.getByText('Customer care has replied: “Which number did you pay from?”').waitFor()
  await Promise.all([announced, answer('Which number did you pay from?')])
  const theirs = log().getByRole('listitem').filter({ hasText: 'Which number' })
  await theirs.waitFor()
  await expect.poll(() => theirs.innerText()).toMatch(/^Agent\n+Which number did you pay from\?\n/)
  await expect.poll(() => chimes()).toEqual(CHIME)
  // Visible messages are marked as read, and so is their notification.
  await until('the message is read', async () => (await player.client.must('GET /api/chat/messages', {})).unread === 0)
  await until(
    'the notification is read',
    async () => (await player.client.must('GET /api/notifications', {})).unread === 0,
  )
  await open(page, '/account')
  // On other pages, a notification of this high priority has a louder sound.
  await player.client.must('POST /api/developer/notifications', { body: { type: 'win' } })
  await toast
    .getByText(/SAMPLE01/)
    .last()
    .waitFor()
  await expect.poll(() => chimes()).toEqual(CHIME)
  await page.evaluate(() => localStorage.setItem('mupiira.muted', 'true'))
  await open(page, '/account')
  await answer('Are you there?')
  const message = await hoverMessage(page, /Are you there/)
  await expect.poll(() => chimes()).toEqual([])
  await page.locator('summary', { hasText: 'Help Center' }).getByText('1 unread').waitFor()
  await message.locator('a[href="/help#chat"]').click()
  await log().getByText('Are you there?').waitFor()
  await until('the message is read', async () => (await player.client.must('GET /api/chat/messages', {})).unread === 0)
})

it('[full] [CHAT-04] [CHAT-06] [CHAT-15] a chat image is shown before and after sending, and other files are rejected', async () => {
  await openConversation()
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await page.getByRole('alert').getByText('You can only send images.').waitFor()
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
  await page.getByRole('alert').getByText('We cannot read this image. Choose another one.').waitFor()
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: smallPng(2_400, 1_200) })
  await page.getByAltText('The selected image').waitFor()
  await button(page, 'Remove the image').click()
  await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: smallPng(2_400, 1_200) })
  await page.getByAltText('The selected image').waitFor()
  await button(page, 'Send message').click()
  const mine = log().locator('a[href^="/api/chat/images/"]').getByAltText('Image from you')
  await mine.waitFor()
  await sendForm(operator.client, `/api/admin/chat/${player.userId}/messages`, { image: smallPng(60, 40) })
  const theirs = log().getByAltText('Image from Agent')
  await theirs.scrollIntoViewIfNeeded()
  const width = (image: typeof mine) => image.evaluate((each: HTMLImageElement) => each.naturalWidth)
  await expect.poll(() => width(mine)).toBe(1_600)
  await expect.poll(() => width(theirs)).toBe(60)
  expect(visit.faults()).toEqual([])
})

it('[full] [CHAT-04] [CHAT-10] an unsent chat message is sent once when the network returns, and a refused one shows the reason', async () => {
  await openConversation()
  const before = (await received()).length
  await visit.context.setOffline(true)
  await write('written offline')
  await write('and one more')
  await expect.poll(async () => (await messageTexts()).at(-1)).toMatch(/and one more\s+Waiting for network$/)
  // The request arrives and its response is lost; the app does not know the outcome and repeats it.
  await intercept(page, 'POST /api/chat/messages', loseResponse, 1)
  await visit.context.setOffline(false)
  await until('both messages are sent', async () => (await received()).length >= before + 2)
  await expect.poll(async () => (await messageTexts()).filter((text) => /Sending|Waiting/.test(text))).toEqual([])
  expect((await received()).slice(before)).toEqual(['written offline', 'and one more'])
  await expect.poll(() => log().getByText('written offline').count()).toBe(1)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mupiira.unsent'))).toBeNull()

  // The message waits when the page is closed, and is sent from the next page.
  const silenced = await intercept(page, 'POST /api/chat/messages', (route) => route.abort('connectionfailed'))
  await write('left behind')
  await log().getByText('left behind').waitFor()
  await open(page, '/account')
  await silenced()
  await open(page, '/account')
  await until('the message is sent', async () => (await received()).at(-1) === 'left behind')

  await open(page, '/help#chat')
  await log().waitFor()
  const problem = { status: 422, code: 'IMAGE_BROKEN', detail: 'This image is damaged.' }
  await intercept(page, 'POST /api/chat/messages', refuse(422, problem), 1)
  await write('refused')
  await page.getByRole('alert').getByText('Failed to send message: This image is damaged.').waitFor()
  await button(log(), 'Try Again').click()
  await until('the message is accepted', async () => (await received()).at(-1) === 'refused')
  visit.faults()
})

it('[full] [CHAT-10] a chat message that the server fails to accept shows an error, does not block other messages, and is sent once on retry', async () => {
  const { page: alone, faults } = visit
  await withClock(alone)
  await open(alone, '/help#chat')
  const failing = await intercept(
    alone,
    'POST /api/chat/messages',
    refuse(500, { code: 'INTERNAL', detail: 'Broken.' }),
  )
  for (const text of ['never taken', 'written behind it']) {
    await alone.getByLabel('Write a message').fill(text)
    await button(alone, 'Send message').click()
  }
  const given = alone.getByRole('alert').getByText('Failed to send message: Broken.')
  const triedOn = async (): Promise<number> => {
    await alone.clock.runFor(20_000)
    return given.count()
  }
  await expect.poll(triedOn).toBe(2)
  const unsent = await alone.evaluate(() => localStorage.getItem('mupiira.unsent'))
  await failing()
  await button(alone, 'Try Again').first().click()
  await until('the message is accepted', async () => (await received()).at(-1) === 'never taken')
  const { items } = await stored()
  expect(unsent).toContain(items.at(-1)?.key)
  await expect.poll(() => given.count()).toBe(1)
  await button(alone, 'Delete').click()
  faults()
})

it('[full] [CHAT-02] [CHAT-07] scrolling through older chat messages keeps the position, and messages out of view stay unread', async () => {
  for (let no = 1; no <= 12; no++) await answer(`line ${no}`)
  await open(page, '/help#chat')
  await log().getByText('line 12').waitFor()
  const unread = async (): Promise<number> => (await player.client.must('GET /api/chat/messages', {})).unread
  await until('all messages are read', async () => (await unread()) === 0)
  await log().evaluate((element) => element.scrollTo(0, 0))
  await answer('during reading')
  await log().getByText('during reading').waitFor()
  const down = button(page, 'New message')
  await down.waitFor()
  expect(await log().evaluate((element) => element.scrollTop)).toBe(0)
  await expect.poll(unread).toBe(1)
  await down.click()
  await down.waitFor({ state: 'detached' })
  await until('the message is read', async () => (await unread()) === 0)

  // The conversation is above the visible part of the page.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chat/read')) reports.push(request.url())
  })
  await answer('out of sight')
  await page
    .getByRole('region', { name: 'Messages' })
    .getByText(/out of sight/)
    .waitFor()
  await expect.poll(unread).toBe(1)
  // The page would have seen the message by now.
  await twoFrames(page)
  expect(reports).toEqual([])
  await log().getByText('out of sight').scrollIntoViewIfNeeded()
  await page.getByLabel('Write a message').scrollIntoViewIfNeeded()
  await until('the message is read', async () => (await unread()) === 0)
})

it('[full] [CHAT-01] a chat question prefilled by another page appears once, and not again after sending', async () => {
  await answer('How can we help?')
  await open(page, '/account')
  await page.evaluate(() => history.pushState({ question: 'Where is my deposit?' }, '', '/help#chat'))
  await expect.poll(() => page.getByLabel('Write a message').inputValue()).toBe('Where is my deposit?')
  await button(page, 'Send message').click()
  await until('the question is sent', async () => (await received()).at(-1) === 'Where is my deposit?')
  await page.reload()
  await log().waitFor()
  expect(await page.getByLabel('Write a message').inputValue()).toBe('')
})

it('[full] [CHAT-10] chat messages written offline in two tabs are each sent once', async () => {
  await openConversation()
  const before = (await received()).length
  const second = await visit.context.newPage()
  await open(second, '/help#chat')
  await second.getByLabel('Write a message').waitFor()
  await visit.context.setOffline(true)
  await write('from the first tab')
  await second.getByLabel('Write a message').fill('from the second tab')
  await button(second, 'Send message').click()
  await log().getByText('from the second tab').waitFor()
  await write('and from the first again')
  await visit.context.setOffline(false)
  await until('all messages are sent', async () => (await received()).length >= before + 3)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mupiira.unsent'))).toBeNull()
  for (const tab of [page, second])
    await expect.poll(() => tab.getByText(/Waiting for network|Sending/).count()).toBe(0)
  expect((await received()).slice(before).sort()).toEqual([
    ...['and from the first again', 'from the first tab', 'from the second tab'],
  ])
  await second.close()
  visit.faults()
})

it('[CHAT-11] [CHAT-12] [CHAT-13] [CHAT-14] [CHAT-15] [CHAT-16] [CHAT-18] [NOTE-30] the console chat shows an unread dot, plays a sound, and has a reply form and the player’s account', async () => {
  const consoleVisit = await fixture.visit({ player: operator, size: DESKTOP })
  const { page: console } = consoleVisit
  await console.addInitScript(recordChimes)
  await readConversations()
  const title = 'Good night'
  await removeQuickReplies(title)
  await player.client.must('POST /api/chat/messages', { body: { content: 'Hello' } })
  await open(console, '/admin/audit')
  const tab = console.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: /^Customer care/ })
  await tab.getByText(/\d+ waiting/).waitFor()
  await player.client.must('POST /api/chat/messages', { body: { content: 'Is anybody there?' } })
  const message = await hoverMessage(console, 'Is anybody there?')
  await message.getByText(`Amina +256${player.phone}`, { exact: true }).waitFor()
  await expect.poll(() => chimes(console)).toEqual(CHIME)
  await message.getByRole('link', { name: 'View' }).click()
  const messages = console.getByRole('log', { name: 'Messages' })
  const last = messages.getByRole('listitem').last()
  await expect.poll(() => last.innerText()).toMatch(/^User\s+Is anybody there\?/)
  await tab.getByText(/\d+ waiting/).waitFor({ state: 'detached' })
  await console.getByRole('complementary', { name: 'The player’s account' }).getByText('Kampala').waitFor()

  await button(console.getByRole('group', { name: 'Quick replies' }), 'Greeting').click()
  await console.locator('input[type=file]').setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: smallPng(320, 200),
  })
  await console.getByAltText('The selected image').waitFor()
  await button(console, 'Send Reply').click()
  await messages.getByText('Hello, this is customer care.').waitFor()
  await expect.poll(() => last.innerText()).toMatch(/^Agent/)
  await last.getByAltText('Image from Agent').waitFor()
  await until('the player has the answer', async () => {
    const { items } = await player.client.must('GET /api/chat/messages', {})
    return items.at(-1)?.content.startsWith('Hello') === true && items.at(-1)?.imageUrl !== null
  })

  await button(console, 'Edit quick replies').click()
  const edit = console.getByRole('dialog', { name: 'Quick replies' })
  const added = edit.getByRole('button', { name: title })
  await button(edit, 'Add a quick reply').click()
  await edit.getByLabel('Title').fill(title)
  await edit.getByLabel('Text').fill('Good night, and thank you for writing.')
  await button(edit, 'Save').click()
  await added.waitFor()
  await button(edit, 'Close').click()
  await button(console.getByRole('group', { name: 'Quick replies' }), title).click()
  await expect
    .poll(() => console.getByLabel('Write a reply').inputValue())
    .toBe('Good night, and thank you for writing.')

  // A reply is deleted after a confirmation, and only once.
  await button(console, 'Edit quick replies').click()
  await added.click()
  const answered = Promise.withResolvers<void>()
  const wait = (route: Route) => answered.promise.then(() => route.continue())
  await intercept(console, 'DELETE /api/admin/quick-replies/*', wait, 1)
  await button(edit, 'Delete').click()
  const deletion = button(console.getByRole('dialog', { name: /^Delete / }), 'Delete')
  await deletion.click()
  await expect.poll(() => deletion.getAttribute('aria-busy')).toBe('true')
  answered.resolve()
  await deletion.waitFor({ state: 'detached' })
  await expect.poll(() => added.count()).toBe(0)
  await button(edit, 'Close').click()

  await intercept(console, 'POST /api/admin/chat/*/messages', refuse(422, { detail: 'No.' }), 1)
  await console.getByLabel('Write a reply').fill('Good bye')
  await button(console, 'Send Reply').click()
  await console.getByText('Failed to send message: No.').waitFor()
  await expect.poll(() => console.getByLabel('Write a reply').inputValue()).toBe('Good bye')
  consoleVisit.faults()
  await console.setViewportSize(PHONE)
  await console.getByRole('link', { name: 'All conversations' }).click()
  await console
    .getByRole('link', { name: /^Amina Nakato/ })
    .first()
    .click()
  await messages.waitFor()
  await expect.poll(() => overflowsSideways(console)).toBe(false)
  expect(await violations(console, 'everything')).toEqual([])
  expect(consoleVisit.faults()).toEqual([])
})

it('[full] [CHAT-02] [CHAT-09] a visitor cannot read or send chat messages', async () => {
  await openConversation()
  const before = (await received()).length
  await page.getByLabel('Write a message').fill('without a profile')
  // The cookie is removed only from this request: any other request would show the login first.
  await intercept(page, 'POST /api/chat/messages', async (route) => {
    await visit.context.clearCookies()
    const { cookie: _cookie, ...headers } = await route.request().allHeaders()
    await route.continue({ headers })
  })
  await button(page, 'Send message').click()
  await page.getByRole('alert').getByText('Profile ID is missing. Cannot send message.').waitFor()
  await sees(page, 'Chat with customer care')
  await sees(page, 'Log in')
  await expect.poll(() => log().count()).toBe(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mupiira.unsent'))).toBeNull()
  await expect.poll(() => received()).toHaveLength(before)
})

it('[full] [CHAT-14] [CHAT-24] [CHAT-25] the console shows payments, tickets, limits and notes of a player beside the conversation, and links codes in messages', async () => {
  const { amount, shortReference, id } = await notifiedDeposit(player, 30_000)
  await player.client.must('PUT /api/protection/limits', { body: { kind: 'stake', period: 'day', amount: 500_000 } })
  const hostile = `<b>${shortReference}</b> javascript:alert(1)`
  await sendForm(player.client, '/api/chat/messages', { content: `Where is ${shortReference}? Ticket K7MQ2XPA too.` })
  await sendForm(player.client, '/api/chat/messages', { content: hostile })
  const consoleVisit = await fixture.visit({ player: operator, size: DESKTOP })
  const { page: console } = consoleVisit
  const requests: string[] = []
  console.on('request', (request) => requests.push(request.url()))
  await open(console, `/admin/chat/${player.userId}`)
  const card = console.getByRole('complementary', { name: 'The player’s account' })
  const payments = card.getByRole('region', { name: 'Last payments' })
  await payments.getByText(ugx(amount), { exact: true }).first().waitFor()
  await payments.getByText('Success', { exact: true }).first().waitFor()
  await card.getByText('Daily stake limit').waitFor()
  await card.getByRole('region', { name: 'Last tickets' }).getByText('No tickets yet.').waitFor()
  await card.getByRole('region', { name: 'Earlier conversations' }).waitFor()
  // One request brings the whole card.
  expect(requests.filter((url) => url.endsWith('/card'))).toHaveLength(1)
  expect(requests.filter((url) => /[?&]user=|\/admin\/users\//.test(url))).toEqual([])

  await card.getByLabel('New note').fill('Calls in the evening')
  await button(card, 'Add').click()
  await card.getByRole('article').getByText('Calls in the evening').waitFor()

  const messages = console.getByRole('log', { name: 'Messages' })
  await messages.getByText('javascript:alert(1)').waitFor()
  await expect
    .poll(() => messages.getByRole('link', { name: 'K7MQ2XPA' }).getAttribute('href'))
    .toBe('/admin/bets?q=K7MQ2XPA')
  await expect
    .poll(() => messages.getByRole('link').evaluateAll((links) => links.map((each) => each.getAttribute('href'))))
    .toEqual([
      `/admin/transactions?q=${shortReference}`,
      `/admin/bets?q=${shortReference}`,
      '/admin/bets?q=K7MQ2XPA',
      `/admin/transactions?q=${shortReference}`,
      `/admin/bets?q=${shortReference}`,
    ])
  expect(await violations(console, 'everything')).toEqual([])

  await link(payments, shortReference).click()
  await console.waitForURL(`**/admin/transactions?view=${id}`)
  await console.getByRole('dialog', { name: 'Payment' }).getByText(ugx(amount), { exact: true }).first().waitFor()
  await consoleVisit.context.close()
})

it('[full] [CHAT-26] [CHAT-27] [CHAT-28] staff take, transfer and close a conversation, fill placeholders, and read the answer times', async () => {
  const colleague = await registerStaff(fixture.product, '772700029')
  await sendForm(player.client, '/api/chat/messages', { content: 'My withdrawal is late' })
  const consoleVisit = await fixture.visit({ player: operator, size: DESKTOP })
  const { page: console } = consoleVisit
  await open(console, '/admin/chat')
  const row = console.getByRole('link', { name: /My withdrawal is late/ }).first()
  await row.getByText('Waiting under 1 min').waitFor()
  await row.click()
  const conversation = console.getByRole('region', { name: /^Conversation with / })
  await conversation.getByText('Not assigned').waitFor()
  await button(conversation, 'Take').click()
  await conversation.getByText('Assigned to you').waitFor()

  // Placeholders are replaced by the facts of the player. One without a fact is not sent.
  await button(console, 'Edit quick replies').click()
  const edit = console.getByRole('dialog', { name: 'Quick replies' })
  await button(edit, 'Add a quick reply').click()
  await edit.getByLabel('Title').fill('Balance')
  await edit.getByLabel('Text').fill('Hello {nmae}')
  await button(edit, 'Save').click()
  await edit.getByText('{nmae} is not a placeholder. Use one of these: {name}, {username}').waitFor()
  await edit.getByLabel('Text').fill('Hello {name}, your balance is {balance}. Reference {reference}')
  await button(edit, 'Save').click()
  await button(edit, /^Balance/).waitFor()
  await button(edit, 'Close').click()
  await button(console.getByRole('group', { name: 'Quick replies' }), 'Balance').click()
  const reply = console.getByLabel('Write a reply')
  await expect.poll(() => reply.inputValue()).toBe(`Hello Amina, your balance is ${ugx(0)}. Reference {reference}`)
  await button(console, 'Send Reply').click()
  await console.getByText('Failed to send message: Replace {reference} by the reference of the last payment').waitFor()
  await reply.fill('Hello Amina, it is on its way.')
  await button(console, 'Send Reply').click()
  await conversation.getByText('Waiting under 1 min').waitFor({ state: 'detached' })

  await button(conversation, 'More actions of this conversation').click()
  await console.getByRole('menuitem', { name: 'Transfer' }).click()
  const transfer = console.getByRole('dialog', { name: 'Transfer the conversation' })
  await button(transfer, 'Transfer').click()
  await transfer.getByText('Choose a member of staff.').waitFor()
  await transfer.getByLabel('Member of staff').selectOption(colleague.userId)
  expect(await violations(console, 'everything')).toEqual([])
  await button(transfer, 'Transfer').click()
  await transfer.waitFor({ state: 'detached' })
  await button(conversation, 'Take').waitFor()

  // A change by others appears without a reload.
  await operator.client.must('PUT /api/admin/chat/{userId}/state', {
    params: params(),
    body: { isOpen: true, assignedTo: null, seen: { isOpen: true, assignedTo: colleague.userId } },
  })
  await conversation.getByText('Not assigned').waitFor()
  await button(conversation, 'Close').click()
  await conversation.getByText('Closed', { exact: true }).waitFor()
  await console.getByLabel('State of the conversation').selectOption('closed')
  await row.waitFor({ state: 'detached' })
  await console
    .getByRole('link', { name: /it is on its way/ })
    .first()
    .waitFor()
  await button(console, 'Answer times').click()
  const report = console.getByRole('dialog', { name: 'Answer times' })
  await report.getByText('Closed by').waitFor()
  expect(await violations(console, 'everything')).toEqual([])
  await button(report, 'Close').click()
  await console.setViewportSize(PHONE)
  const bottomOfReply = () => button(console, 'Send Reply').evaluate((each) => each.getBoundingClientRect().bottom)
  await expect
    .poll(bottomOfReply, { message: 'the reply is on the screen of a phone' })
    .toBeLessThanOrEqual(PHONE.height)
  await consoleVisit.context.close()
})
