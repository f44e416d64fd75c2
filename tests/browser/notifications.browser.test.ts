import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { chimesOf, recordChimes } from './chimes.ts'
import { withClockAndNoStream } from './clock.ts'
import { lineOf, SETTLING } from './matches.ts'
import { firstMissingLine, readingOrder, violations } from './inspect.ts'
import { failConnection, intercept, loseResponse, neverAnswer, refuse } from './network.ts'
import {
  browserFixture,
  type BrowserFixture,
  button,
  DESKTOP,
  hoverMessage,
  hydrated,
  link,
  open,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
  sees,
  type Visit,
  goOffline,
} from './browser-fixture.ts'

const DAY_MS = 24 * 3_600_000

let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture({
    matches: SETTLING.map((each) => lineOf(each)),
    kickoffInSeconds: 3_000,
    fullBrowser: true,
  })
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

let players = 0

/** A new player with a page of their own, so that no test finds the notifications of another. */
async function newPlayer(options: Parameters<BrowserFixture['visit']>[0] = {}): Promise<void> {
  players += 1
  // The simulator declines or delays payments of numbers that end in other digits.
  player = await registerPlayer(fixture.product, `77230${String(players).padStart(3, '0')}0`)
  visit = await fixture.visit({ player, ...options })
  page = visit.page
}

const sample = (type: 'bet' | 'error' | 'info' | 'warning' | 'win') =>
  player.client.must('POST /api/developer/notifications', { body: { type } })

const messages = () => page.getByRole('region', { name: 'Messages' })
const badge = (unread: number) => link(page, `Notifications, ${unread} unread`)

it('[full] [NOTE-32] [NOTE-33] [NOTE-07] the daily welcome and a later tip with a link appear once, even with two open tabs', async () => {
  await newPlayer({ welcomes: true })
  await open(page, '/account')
  // Wait for both toasts at the same time: they last only a few seconds, and the other tab may still be opening.
  const welcomed = Promise.all([
    messages().getByText('Welcome! Good to see you today.').waitFor(),
    messages()
      .filter({ hasText: /Tip of the day/ })
      .getByRole('link', { name: 'View' })
      .click(),
  ])
  const other = await visit.context.newPage()
  await Promise.all([welcomed, open(other, '/account')])
  const { items } = await player.client.must('GET /api/notifications', {})
  await page.waitForURL(`**${items[0]?.link}`)
  await link(other, 'Notifications, 2 unread').first().waitFor()
  await other.close()
  await open(page, '/account')
  await badge(2).first().waitFor()
})

it('[full] [NOTE-34] [NOTE-35] a first deposit that is also a big deposit shows both celebrations in one notification', async () => {
  await newPlayer({ welcomes: true, motion: 'no-preference' })
  await open(page, '/account')
  await badge(2).first().waitFor()
  // After a reload the toasts of the daily welcome are gone.
  await open(page, '/account')
  await badge(2).first().waitFor()
  // Both last only a few seconds.
  const announced = Promise.all([
    messages()
      .getByText(
        /^Payment confirmed! 100,000\.00\sUGX added to your account\. Welcome! This was your first deposit\. A big deposit!/,
      )
      .waitFor(),
    page.locator('[data-celebration] i').first().waitFor({ state: 'attached' }),
  ])
  await Promise.all([deposit(player, 100_000), announced])
  await page.locator('[data-celebration]').waitFor({ state: 'detached' })
  await badge(3).first().waitFor()
})

it('[full] [HELP-25] [NOTE-07] [NOTE-20] a sample notification of each type is created and shown as a toast at once', async () => {
  await newPlayer()
  await open(page, '/notification-test')
  const samples = page.getByRole('main').getByRole('button')
  await expect
    .poll(async () => (await samples.allInnerTexts()).filter((name) => name !== ''))
    .toEqual([
      ...['Default', 'Success', 'Error', 'Warning', 'Info', 'Bet', 'Deposit', 'Withdrawal', 'Win', 'System'],
      'Promotion',
    ])
  await button(page, 'Win').click()
  const message = await hoverMessage(page, /Congratulations! Your bet SAMPLE01/)
  await message.getByText('Success', { exact: true }).waitFor()
  await link(message, 'View').click()
  await page.waitForURL(/\/mybets\?highlight=SAMPLE01$/)
})

it('[full] [NOTE-19] [NOTE-11] a failed change of a notification is logged and keeps the list, and a successful change refetches the list', async () => {
  await newPlayer()
  await sample('win')
  await open(page, '/notifications')
  await page.getByRole('tab', { name: 'Wins' }).click()
  // A toast may show the same text.
  const win = page.getByRole('main').getByText(/^Congratulations! Your bet SAMPLE01/)
  await win.waitFor()
  const restoreNetwork = await intercept(page, 'DELETE /api/notifications/*', failConnection)
  visit.faults()
  await button(page, 'Delete notification').click()
  await expect.poll(() => visit.faults().join('\n')).toContain('a notification could not be changed')
  await win.waitFor()
  await restoreNetwork()
  await button(page, 'Delete notification').click()
  await sees(page, 'No notifications found')
})

it('[full] [NOTE-01] [NOTE-02] a screen reader reads the filters before the notifications, and each notification with age and status', async () => {
  await newPlayer({ welcomes: true })
  await open(page, '/notifications')
  const list = page.getByRole('tabpanel')
  await list.getByText(/^Tip of the day/).waitFor()
  await deposit(player, 100_000)
  await list.getByText(/A big deposit!/).waitFor()
  const lines = await readingOrder(page.getByRole('main'))
  const item = (message: string) => [
    /^listitem/,
    new RegExp(`${message}.* (?:ago|just now) · unread`),
    /^button "Delete notification"/,
  ]
  const order = [
    /^button "Back"/,
    /^heading "Notifications" \[level=1\]/,
    /^button "Refresh"/,
    /^button "Mark All as Read"/,
    /^group: Push notifications/,
    /^tab "All" \[selected\]/,
    /^tab "System"/,
    /^tabpanel "All"/,
    /^list$/,
    ...item('Payment confirmed!'),
    ...item('Tip of the day'),
    ...item('Good to see you today'),
  ]
  expect(firstMissingLine(lines, order)).toBe(null)
})

it('[full] [NOTE-09] [OPS-07] the unread badge is correct in two open tabs and after the server was killed', async () => {
  await newPlayer()
  await sample('info')
  await open(page, '/account')
  const other = await visit.context.newPage()
  await open(other, '/account')
  for (const tab of [page, other]) await link(tab, 'Notifications, 1 unread').first().waitFor()
  await player.client.must('POST /api/notifications/read-all', {})
  for (const tab of [page, other]) await link(tab, 'Notifications').first().waitFor()
  await fixture.product.kill()
  await fixture.product.restart()
  await sample('info')
  for (const tab of [page, other]) await link(tab, 'Notifications, 1 unread').first().waitFor()
  await open(other, '/notifications')
  await button(other, 'Mark as read').click()
  await open(other, '/account')
  for (const tab of [page, other]) await link(tab, 'Notifications').first().waitFor()
  await other.close()
  visit.faults()
})

const SOUND = 'mupiira.sound'

/** The number of tabs that hold or wait for the lock of this name. */
const tabsAt = (name: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...pending].filter((each) => each.name?.startsWith(wanted) === true).length
  }, name)

/** Whether this tab plays the sounds. Each tab recognises its own lock. */
const playsSounds = (tab: Page): Promise<boolean> =>
  tab.evaluate(
    (sound) =>
      navigator.locks.request('this tab', async () => {
        const { held = [] } = await navigator.locks.query()
        const holderOf = (name: string) => held.find((each) => each.name === name)?.clientId
        return holderOf(sound) === holderOf('this tab')
      }),
    SOUND,
  )

it('[full] [NOTE-21] [NOTE-31] with several open tabs, only the most recently used one plays the sound, and the sound setting applies to all', async () => {
  await newPlayer()
  const streams = page.waitForResponse((response) => response.url().includes('/api/stream') && response.ok())
  await open(page, '/account')
  await streams
  const tabs = [await visit.context.newPage(), await visit.context.newPage()] as const
  try {
    for (const tab of tabs) await tab.addInitScript(recordChimes)
    const isReceivedIn = async (touched: Page, chimes: readonly number[][]) => {
      for (const tab of tabs) await open(tab, '/account')
      for (const lock of ['mupiira.live.2 ', SOUND])
        await expect.poll(() => tabsAt(lock)).toBe(visit.context.pages().length)
      await touched.keyboard.press('Shift')
      await expect.poll(() => playsSounds(touched)).toBe(true)
      await sample('error')
      for (const tab of tabs) await button(tab, 'Close message').first().waitFor()
      await expect.poll(() => Promise.all(tabs.map(chimesOf))).toEqual(chimes)
    }
    // The account menu plays at one volume.
    const CHIME = [0.7, 0.7]
    await isReceivedIn(tabs[0], [CHIME, []])
    await isReceivedIn(tabs[1], [[], CHIME])
    const sound = (tab: Page) => tab.getByRole('switch', { name: /Notification sound/ })
    await sound(tabs[0]).click()
    await expect.poll(() => sound(tabs[1]).getAttribute('aria-checked')).toBe('false')
    await sound(tabs[1]).click()
  } finally {
    // Later tests expect one open page.
    for (const tab of tabs) await tab.close()
  }
})

it('[full] [HELP-26] /database-test shows the result of a database connection test, and nothing about the server', async () => {
  await newPlayer()
  const tested = page.waitForResponse('**/api/developer')
  await open(page, '/database-test')
  await sees(page, 'Connected')
  await page.getByText(/^\d+(\.\d+)? ms$/).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/postgres|version|server/i)
  expect(Object.keys((await (await tested).json()) as object)).toEqual(['milliseconds'])
  // The previous test's result must not count here.
  const failing = await intercept(page, 'GET /api/developer', refuse(422))
  // A new stream refetches by itself, so this request may already have failed.
  await button(page, /^(Test again|Try Again)$/).click()
  await sees(page, 'The connection test has failed.')
  expect(await page.getByText('Connected', { exact: true }).count()).toBe(0)
  await failing()
  const slow = await intercept(page, 'GET /api/developer', neverAnswer)
  await button(page, 'Try Again').click()
  await page.getByText('Loading the connection test').waitFor({ state: 'attached' })
  await slow()
  await open(page, '/database-test')
  await intercept(page, 'GET /api/developer', neverAnswer)
  await button(page, 'Test again').click()
  await button(page, 'Testing…').waitFor()
  visit.faults()
})

it('[ACCT-06] [ACCT-08] [ACCT-09] the account shows the submenu of the Help Center, reports a failed installation, and links to the main site', async () => {
  await newPlayer()
  await open(page, '/account')
  const main = page.getByRole('main')
  await main.getByText('Help Center', { exact: true }).click()
  for (const path of ['/extended-rules', '/help', '/rules']) await main.locator(`a[href="${path}"]`).waitFor()
  // The row "Limits and breaks" leads there too.
  await main.locator('a[href="/responsible-gambling"]').filter({ hasText: 'Responsible Gambling' }).waitFor()
  const site = main.getByRole('link', { name: /main site$/ })
  await expect.poll(() => site.getAttribute('href')).toMatch(/^https?:\/\//)
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.reject(new Error('no')),
      userChoice: Promise.resolve({ outcome: 'dismissed' }),
    })
    window.dispatchEvent(offer)
  })
  await button(page, 'Install app').click()
  await messages().getByText('Installation failed. Please try again.').waitFor()
})

describe('the notification list', () => {
  const row = (startOf: RegExp) => page.getByRole('listitem').filter({ hasText: startOf })
  const focused = () => page.locator(':focus')

  it('[full] [NOTE-08] [NOTE-10] deleting a notification shows progress, accepts one tap, and moves the focus to the next row', async () => {
    await newPlayer()
    for (const type of ['info', 'bet', 'warning'] as const) await sample(type)
    await open(page, '/notifications')
    const [newest, second] = (await player.client.must('GET /api/notifications', {})).items
    const startOf = (message = '') => new RegExp(message.slice(0, 20).replace(/[^\w ]/g, '.'))
    const sent: string[] = []
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const hold = async (route: Route) => {
      sent.push(route.request().url())
      await held
      await route.fallback()
    }
    await intercept(page, 'DELETE /api/notifications/*', hold)
    const remove = button(row(startOf(newest?.message)), 'Delete notification')
    await remove.press('Enter')
    await expect.poll(() => remove.getAttribute('aria-busy')).toBe('true')
    await remove.press('Enter')
    release()
    await row(startOf(second?.message)).and(focused()).waitFor()
    expect(sent).toHaveLength(1)
    // A read notification stays in the list of all, and leaves the list of unread ones.
    await button(row(startOf(second?.message)), 'Mark as read').press('Enter')
    await row(startOf(second?.message)).and(focused()).waitFor()
    await page.getByRole('tab', { name: 'Unread' }).click()
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1)
    await button(page, 'Mark as read').press('Enter')
    await sees(page, 'No notifications found')
    await page.getByRole('tabpanel').and(focused()).waitFor()
  })

  it('[full] [NOTE-09] marking all notifications as read sends one request and shows progress', async () => {
    await newPlayer()
    await sample('info')
    await open(page, '/notifications')
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let sent = 0
    await intercept(page, 'POST /api/notifications/read-all', async (route) => {
      sent++
      await held
      await route.fallback()
    })
    const all = button(page, 'Mark All as Read')
    await all.press('Enter')
    await expect.poll(() => all.getAttribute('aria-busy')).toBe('true')
    await all.press('Enter')
    release()
    await expect.poll(() => all.getAttribute('aria-busy')).toBe(null)
    expect(sent).toBe(1)
  })

  it('[NOTE-04] refreshing the notifications offline reports the missing network connection', async () => {
    await newPlayer()
    await open(page, '/notifications')
    await goOffline(page)
    await page.getByText('You are offline.').waitFor()
    await button(page, 'Refresh').click()
    await messages().getByText('Connection error. Please try again.').first().waitFor()
    await visit.context.setOffline(false)
  })
})

it('[APP-35] [APP-36] [ACCT-02] [ACCT-05] the bell and the account menu show the unread count up to 9, then 9+', async () => {
  await newPlayer()
  for (let made = 0; made < 9; made++) await sample('info')
  await open(page, '/account')
  const bell = link(page.getByRole('banner'), /^Notifications/)
  const row = link(page.getByRole('main'), /^Notifications/)
  const counts = async (shown: string) => {
    await expect.poll(() => bell.innerText()).toBe(shown)
    await expect.poll(() => bell.getAttribute('aria-label')).toBe(`Notifications, ${shown} unread`)
    await expect.poll(async () => (await row.innerText()).split(/\s+/).slice(0, 2)).toEqual(['Notifications', shown])
  }
  await counts('9')
  await sample('info')
  await counts('9+')
})

let staff: Awaited<ReturnType<typeof registerStaff>> | undefined

it('[full] [NOTE-13] [NOTE-14] [NOTE-10] staff can send a notice to all players from the console and withdraw the notice', async () => {
  await newPlayer()
  staff ??= await registerStaff(fixture.product, '772309928')
  const operator = staff
  await operator.client.must('POST /api/admin/confirm', { body: { password: operator.password } })
  // A notice left by a failed run would be in every player's list.
  onTestFinished(async () => {
    const { items } = await operator.client.must('GET /api/admin/notices', {})
    for (const { id } of items) await operator.client.must('DELETE /api/admin/notices/{id}', { params: { id } })
  })
  const consoleVisit = await fixture.visit({ player: operator, size: DESKTOP })
  const { page: console } = consoleVisit
  await open(page, '/notifications')
  await open(console, '/admin/notices')
  await sees(console, 'No notices yet')
  await button(console, 'New notice').click()
  const writing = console.getByRole('dialog', { name: 'New notice' })
  await button(writing, 'Send to everyone').click()
  await writing.getByText('Please write the text of the notice.').waitFor()
  await writing.getByLabel('Text').fill('No deposits from 02:00 to 03:00')
  await writing.getByText('269 characters left').waitFor()
  await writing.getByLabel('Priority').selectOption('High')
  await writing.getByLabel('Link').fill('https://elsewhere.example')
  await button(writing, 'Send to everyone').click()
  await writing.getByText(/^A link must open a page of this app/).waitFor()
  await writing.getByLabel('Link').fill('/deposit')
  expect(await violations(console, 'everything')).toEqual([])
  // The response is lost and the request repeated, which creates one notice.
  await intercept(console, 'POST /api/admin/notices', loseResponse, 1)
  const [message] = await Promise.all([
    hoverMessage(page, 'No deposits from 02:00 to 03:00'),
    button(writing, 'Send to everyone').click(),
  ])
  await writing.waitFor({ state: 'detached' })
  const list = page.getByRole('tabpanel').getByText('No deposits from 02:00 to 03:00')
  await expect.poll(() => list.count()).toBe(1)
  await link(message, 'View').click()
  await page.waitForURL('**/deposit')
  await open(page, '/notifications')
  const row = console.getByRole('row', { name: /No deposits/ })
  await expect.poll(() => row.innerText()).toMatch(/\/deposit\s+High\s+\d+\s+Withdraw/)
  await expect.poll(() => console.getByRole('row').count()).toBe(2)
  expect(await violations(console, 'everything')).toEqual([])
  await console.setViewportSize(PHONE)
  await expect.poll(() => overflowsSideways(console)).toBe(false)
  await button(row, /^Details of /).click()
  await button(row, 'Withdraw').click()
  await button(console.getByRole('dialog', { name: 'Withdraw this notice?' }), 'Withdraw').click()
  await sees(console, 'No notices yet')
  await expect.poll(() => list.count()).toBe(0)
  consoleVisit.faults()
})

describe('while the app is closed', () => {
  const CLOSED = /^Push notifications/
  const pushed = () => fixture.product.push.messages()
  const toggle = (name: string) => page.getByRole('switch', { name })
  const sends = (kind: string) => toggle(kind).and(page.getByRole('switch', { checked: true }))

  it('[full] [NOTE-18] [AUTH-77] a player can choose which push messages the device receives, a click on a message opens its page, and no message arrives after logout', async () => {
    const before = pushed().length
    let registrationId = ''
    await newPlayer({ installs: true })
    await visit.context.grantPermissions(['notifications'])
    await visit.context.addInitScript(subscribeWith, fixture.product.push.subscribe())
    const browser = await visit.context.newCDPSession(page)
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId
    })
    await browser.send('ServiceWorker.enable')
    await open(page, '/')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await open(page, '/notifications')
    await page.getByText(CLOSED).click()
    await toggle('Payments').click()
    await sends('Payments').waitFor()
    await toggle('Settled bets').click()
    await sends('Settled bets').waitFor()
    await page.getByText('2 of 3', { exact: true }).waitFor()
    await toggle('Settled bets').click()
    await page.getByText('1 of 3', { exact: true }).waitFor()

    const payment = await deposit(player, 25_000)
    await expect.poll(() => pushed().length).toBe(before + 1)
    const message = pushed()[before]
    const { text = '' } = message ?? {}
    await open(page, '/account')
    const [worker] = visit.context.serviceWorkers()
    await worker?.evaluate(countShown)
    // A duplicate message is shown once.
    for (let times = 0; times < 2; times++)
      await browser.send('ServiceWorker.deliverPushMessage', {
        origin: fixture.product.url,
        registrationId,
        data: text,
      })
    const shown = () =>
      page.evaluate(async () => {
        const all = await (await navigator.serviceWorker.ready).getNotifications()
        return all.map(({ title, body, tag, icon }) => ({ title, body, tag, icon: new URL(icon).pathname }))
      })
    const { topic } = message ?? {}
    const icon = '/icons/icon-192.png'
    await expect
      .poll(shown)
      .toEqual([{ title: 'Your deposit', body: expect.stringContaining('25,000'), tag: topic, icon }])
    // If the device showed a second message, it would appear after the first one is closed.
    await expect.poll(() => worker?.evaluate(() => (globalThis as unknown as { shown: number }).shown)).toBe(2)
    await worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const [notification] = await registration.getNotifications()
      dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
    })
    await page.waitForURL(`**/payments/${payment.id}`)
    await hydrated(page)
    await expect.poll(shown).toEqual([])

    await open(page, '/account')
    await button(page, 'Log Out').click()
    await link(page, 'LOGIN').waitFor()
    await page.waitForFunction(() => localStorage.getItem('test.subscribed') === 'no')
    const { phone: phoneNumber, password } = player
    await player.client.must('POST /api/auth/login', { body: { phoneNumber, password } })
    expect(await player.client.must('GET /api/push', {})).toMatchObject({ kinds: null })
    await deposit(player, 25_000)
    // The message of a later deposit arrives on another device, so one of this deposit would have arrived too.
    await player.client.must('PUT /api/push', { body: { subscription: fixture.product.push.subscribe() } })
    await deposit(player, 26_000)
    await expect.poll(() => pushed().some(({ text }) => text.includes('26,000'))).toBe(true)
    expect(pushed().length).toBe(before + 2)
  })
})

it('[full] [NOTE-20] without an event stream, new notifications in a response show a toast, and older ones do not', async () => {
  await newPlayer()
  await sample('info')
  await withClockAndNoStream(page)
  // Toasts appear only for notifications after the first response. The badge is part of the page and appears earlier.
  const firstResponse = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/notifications')
  await open(page, '/')
  await firstResponse
  await badge(1).first().waitFor()
  await sample('error')
  await page.clock.fastForward(31_000)
  await badge(2).first().waitFor()
  await hoverMessage(page, 'Error')
  await expect.poll(() => button(messages(), 'Close message').count()).toBe(1)
})

it('[full] [NOTE-32] an app that stays open past midnight shows the welcome of the next day', async () => {
  const { clock } = fixture.product
  await newPlayer({ welcomes: true })
  let arrivals = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notifications/arrival')) arrivals++
  })
  const welcomes = async (): Promise<number> => {
    const { items } = await player.client.must('GET /api/notifications', {})
    return items.filter(({ message }) => message.startsWith('Welcome!')).length
  }
  await open(page, '/notifications')
  // Otherwise the server might process the first arrival on the next day.
  await expect.poll(welcomes).toBe(1)
  await expect.poll(() => arrivals).toBe(1)
  const looks = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await looks()
  await clock.moveTo(new Date(clock.now().getTime() + DAY_MS))
  await until('the page knows that it is another day', async () => {
    // Any response carries the server's time.
    await button(page, 'Refresh').click()
    await looks()
    return arrivals > 1
  })
  await expect.poll(welcomes).toBe(2)
  await looks()
  // A request of the event would be sent before the request of the button.
  const refreshed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/notifications')
  await button(page, 'Refresh').click()
  await refreshed
  expect(arrivals).toBe(2)
})

/** Runs in the page before its own scripts. The simulator replaces only the browser's push service. */
function subscribeWith(form: { readonly endpoint: string }): void {
  const key = 'test.subscribed'
  const subscription = {
    ...form,
    options: { applicationServerKey: null },
    toJSON: () => form,
    unsubscribe: () => Promise.resolve(localStorage.setItem(key, 'no')),
  }
  const found = () => (localStorage.getItem(key) === 'yes' ? subscription : null)
  Object.assign(PushManager.prototype, {
    getSubscription: () => Promise.resolve(found()),
    subscribe: () => Promise.resolve(localStorage.setItem(key, 'yes')).then(found),
  })
}

/** Runs in the service worker: counts the messages that it has shown. */
function countShown(): void {
  const own = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: number }
  const show = own.registration.showNotification.bind(own.registration)
  own.shown = 0
  own.registration.showNotification = async (...message) => {
    await show(...message)
    own.shown++
  }
}
