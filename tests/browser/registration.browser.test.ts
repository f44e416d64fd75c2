import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOperator } from '../support/operator.ts'
import { type Player, registerPlayer } from '../support/player.ts'
import { stopClock, timesSent, withClock } from './clock.ts'
import { fillLogin, openTabOfVisitor } from './login-page.ts'
import { answer, failConnection, loseResponse, intercept, refuse, neverAnswer } from './network.ts'
import {
  button,
  hydrated,
  link,
  open,
  browserFixture,
  sees,
  type BrowserFixture,
  type Visit,
  boxOf,
} from './browser-fixture.ts'
import { tabOfEachTest } from './tabs.ts'

const KNOWN = '772200110'
const REGISTER = 'POST /api/auth/register'

let registered = 0
/** A number that no other attempt has registered. */
const freeNumber = (): string => `77221${String(++registered).padStart(3, '0')}0`

let fixture: BrowserFixture
let player: Player
let visitor: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture()
  player = await registerPlayer(fixture.product, KNOWN)
  visitor = await fixture.visit()
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string): Promise<void> {
  page = await openTabOfVisitor(visitor, page)
  await open(page, path)
}

describe('registration', () => {
  async function fillIn(phone: string, password = 'kasana-4728'): Promise<void> {
    await page.getByLabel('First name').fill('  Okot ')
    await page.getByLabel('Last name').fill('Bitek')
    await fillLogin(page, phone, password)
    await page.getByLabel('District').fill('Gulu')
    await page.getByLabel(/^I am at least/).check()
  }
  const create = () => button(page, 'CREATE ACCOUNT')

  it('[AUTH-40] [AUTH-41] [AUTH-42] [AUTH-43] [AUTH-45] [AUTH-46] [AUTH-47] [AUTH-48] [AUTH-50] the registration form has the specified fields, hints and districts', async () => {
    await at('/register')
    for (const label of ['First name', 'Last name', 'Mobile number', 'District']) {
      await expect.poll(() => page.getByLabel(label).isVisible(), { message: label }).toBe(true)
    }
    await page.getByLabel(/^NIN/).pressSequentially('cm9001234ab5cdefgh')
    await expect.poll(() => page.getByLabel(/^NIN/).inputValue()).toBe('CM9001234AB5CD')
    await sees(page, 'Used for identity verification')
    await sees(page, 'Min. 4 Characters')
    const password = page.getByLabel('Password', { exact: true })
    await expect.poll(() => password.getAttribute('type')).toBe('password')
    await button(page, 'Show password').click()
    await expect.poll(() => password.getAttribute('type')).toBe('text')
    await expect.poll(() => page.getByLabel('Mobile number').getAttribute('placeholder')).toBe('7XXXXXXXX')
    await expect.poll(() => page.getByRole('img', { name: 'Uganda' }).isVisible()).toBe(true)
    const district = page.getByLabel('District')
    await expect.poll(() => district.getAttribute('placeholder')).toBe('Select your district')
    await district.click()
    await expect
      .poll(async () => (await page.getByRole('option').allTextContents()).slice(0, 20))
      .toEqual(
        `Kampala,Wakiso,Mukono,Jinja,Mbale,Mbarara,Gulu,Lira,Arua,Masaka,Kabale,Hoima,Soroti,Tororo,Fort Portal,Kasese,Mityana,Koboko,Moroto,Masindi`.split(
          ',',
        ),
      )
    // Other districts follow, and are found by a part of their names.
    await district.pressSequentially('nged')
    await page.getByText('No district has this name.').waitFor()
    await district.fill('enge')
    await district.press('ArrowDown')
    await district.press('Enter')
    await expect.poll(() => district.inputValue()).toBe('Kamwenge')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await expect.poll(() => create().isDisabled()).toBe(true)
    await page.getByLabel('I am at least 25 years old and accept the terms').check()
    await expect.poll(() => create().isEnabled()).toBe(true)
    await link(page.getByRole('main'), 'Log In').click()
    await page.waitForURL('/login')
  })

  it('[full] [AUTH-44] [AUTH-45] [AUTH-47] [AUTH-53] the registration form applies the settings for NIN, password length and minimum age', async () => {
    const operator = startOperator(fixture.product)
    const set = async (settings: Record<string, unknown>) => {
      for (const [key, value] of Object.entries(settings)) await operator.order('set', { key, value })
    }
    try {
      await at('/register')
      await fillIn('772200138', 'x1-y2')
      await set({ minimum_age: 30, password_min_length: 6, nin_required: true })
      await page.getByLabel('I am at least 30 years old and accept the terms', { exact: true }).waitFor()
      await sees(page, 'Min. 6 Characters')
      await page.getByLabel('NIN', { exact: true }).fill('CM9001234AB5C')
      await create().click()
      await expect.poll(() => page.getByRole('alert').textContent()).toBe('Please enter a valid NIN ')
      await page.getByLabel('NIN', { exact: true }).fill('CM9001234AB5CD')
      await create().click()
      await sees(page, 'The password must have at least 6 characters.')
    } finally {
      await set({ minimum_age: 25, password_min_length: 4, nin_required: false })
      await operator.close()
    }
  })

  it('[full] [AUTH-51] the registration form requires every mandatory field', async () => {
    await at('/register')
    await fillIn('772200131')
    await page.getByLabel('District').fill('')
    await page.getByLabel('District').press('Escape')
    await create().click()
    await sees(page, 'Please fill in all required fields and accept the terms')
    const focused = (label: string) => page.getByLabel(label).and(page.locator(':focus'))
    await focused('District').waitFor()
    await page.getByLabel('First name').fill('')
    await create().click()
    // The first invalid field has the focus, each shows that it is missing, and the form shows why it was not
    // sent.
    await focused('First name').waitFor()
    await expect
      .poll(() => page.getByLabel('First name').boundingBox())
      .toMatchObject({ y: expect.toSatisfy((y) => y > 0) })
    for (const label of ['First name', 'District']) {
      const described = page.getByLabel(label).and(page.locator('[aria-invalid=true]'))
      const note = `#${(await described.getAttribute('aria-describedby'))?.replaceAll(':', '\\\\:')}`
      await expect.poll(() => page.locator(note).textContent(), { message: label }).toBe('Required')
    }
    await sees(page, 'Please fill in all required fields and accept the terms')
    await expect.poll(() => page.getByLabel('Last name').getAttribute('aria-invalid')).toBeNull()
  })

  it('[full] [AUTH-05] [AUTH-51] [AUTH-53] the registration form shows all errors at once, and hides each error when its field is corrected', async () => {
    await at('/register')
    await fillIn('7722', 'abc')
    await page.getByLabel('District').fill('Nairobi')
    await create().click()
    const errors = page.locator('[aria-invalid=true]')
    await expect.poll(() => errors.count()).toBe(3)
    await page.getByLabel('District').fill('nai')
    await page.getByLabel('District').fill('ru')
    await page.getByRole('option', { name: 'Rukiga' }).click()
    await expect.poll(() => errors.count()).toBe(2)
    await page.getByLabel('Password', { exact: true }).fill('kasana-4728')
    await expect.poll(() => errors.count()).toBe(1)
    await page.getByLabel('Mobile number').fill('772200139')
    await expect.poll(() => errors.count()).toBe(0)
    // The list of districts stays closed, and the focus in the edited field.
    await page.getByLabel('Mobile number').and(page.locator(':focus')).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
  })

  it('[full] [AUTH-51] [AUTH-08] [AUTH-52] the registration form marks a name without letters, and requires a confirmation of a number without a known network', async () => {
    await at('/register')
    await fillIn(KNOWN)
    await page.getByLabel('First name').fill('123')
    await create().click()
    await sees(page, 'At least one letter')
    await expect.poll(() => page.getByLabel('First name').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Mobile number').fill('123456789')
    await page.getByText(/^Is this number correct\? It is not an MTN or Airtel number/).waitFor()
    await fillLogin(page, KNOWN, 'kasana-4728')
    await expect.poll(() => page.getByText(/^Is this number correct/).count()).toBe(0)
    await page.getByLabel('First name').fill('Okot')
    await create().click()
    await expect.poll(() => link(page, 'Log in with this number').getAttribute('href')).toBe('/login')
    await expect.poll(() => link(page, 'choose a new password').getAttribute('href')).toBe('/forgot-password')
  })

  it('[AUTH-49] the registration form keeps the button in place when an error appears or disappears', async () => {
    await at('/register')
    await fillIn(KNOWN)
    await page.getByLabel('First name').fill('')
    await page.getByLabel('District').fill('')
    await page.getByLabel('District').press('Escape')
    await create().click()
    await sees(page, 'Please fill in all required fields and accept the terms')
    await page.getByLabel('First name').fill('Amina')
    await page.getByLabel('District').fill('Gulu')
    await intercept(page, REGISTER, neverAnswer)
    const before = (await boxOf(create())).y
    await create().click()
    const working = button(page, 'Creating account...')
    await expect.poll(async () => (await boxOf(working)).y).toBe(before)
  })

  it.each([
    ['[AUTH-05]', '7722', 'kasana-4728', 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)'],
    ['[AUTH-52]', KNOWN, 'kasana-4728', 'An account with this phone number already exists'],
    ['[AUTH-53]', '772200131', 'abc', 'The password must have at least 4 characters.'],
    ['[AUTH-54]', '772200131', '1234', 'This password is too easy to guess. Please choose another one.'],
  ])('%s a registration with the number %s and the password %s shows "%s"', async (_, phone, password, text) => {
    await at('/register')
    await fillIn(phone, password)
    await create().click()
    await sees(page, text)
  })

  it.each([
    ['[full] [AUTH-58]', refuse(503), 'Registration failed. Please try again later.'],
    ['[full] [AUTH-58]', failConnection, 'Registration failed. Please try again later.'],
    ['[full] [AUTH-60]', refuse(400), 'Registration failed'],
    ['[AUTH-61]', answer({ user: {} }, 201), 'Registration failed - no user ID'],
    ['[full] [AUTH-23]', answer(null, 201), 'An unexpected error occurred'],
  ])('%s the registration form shows the message of a refused registration (%#)', async (_, fault, text) => {
    await at('/register')
    await intercept(page, REGISTER, fault)
    await fillIn('772200132')
    await create().click()
    await sees(page, text)
  })

  it('[full] [AUTH-57] [AUTH-58] a registration whose response was lost succeeds when repeated', async () => {
    ;({ page } = await fixture.visit())
    await open(page, '/register')
    await intercept(page, 'POST /api/auth/register', loseResponse, 1)
    await fillIn(freeNumber())
    await create().click()
    await sees(page, 'Registration failed. Please try again later.')
    await page.context().clearCookies()
    await create().click()
    await page.waitForURL('/')
    await page.getByRole('banner').getByText(/^UGX /).waitFor()
  })

  it('[full] [AUTH-56] a successful registration opens the home page after a second', async () => {
    ;({ page } = await fixture.visit())
    await withClock(page)
    await open(page, '/register')
    await stopClock(page)
    await fillIn(freeNumber())
    await create().click()
    await sees(page, 'Registration successful! Please wait...')
    await page.clock.runFor(999)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/register')
    await page.clock.runFor(1)
    await page.waitForURL('/')
    // The loading message has disappeared.
    await expect.poll(() => page.getByText('Registration successful! Please wait...').count()).toBe(0)
  })

  it('[full] [AUTH-49] [AUTH-59] the registration form shows progress, and times out after 30 seconds', async () => {
    ;({ page } = await fixture.visit())
    await withClock(page)
    await open(page, '/register')
    await stopClock(page)
    await intercept(page, REGISTER, neverAnswer)
    await fillIn('772200133')
    await create().click()
    const working = page.getByRole('button', { name: 'Creating account...' })
    await expect.poll(() => working.isDisabled()).toBe(true)
    await expect.poll(() => timesSent(page, REGISTER)).toBe(1)
    await page.clock.runFor(29_999)
    expect(await working.isEnabled()).toBe(false)
    await page.clock.runFor(1)
    await sees(page, 'Registration failed. Please try again later.')
  })
})

const PATHS = [
  ...['/', '/sports', '/live', '/livescore', '/betting-options', '/aviator', '/aviator/verify', '/casino'],
  ...[
    '/booking-code',
    '/help',
    '/contact',
    '/rules',
    '/extended-rules',
    '/terms',
    '/refund-policy',
    '/responsible-gambling',
  ],
  ...['/login', '/register', '/forgot-password', '/reset-password?token=x', '/confirm-email?token=x', '/betslip'],
  ...['/mybets', '/deposit', '/withdraw', '/payments', '/statement', '/notifications', '/account', '/manage-account'],
  ...['/admin', '/admin/users', '/admin/transactions', '/admin/settings'],
]
const SECRET = 'Zebra-4417'

/** Addresses of all requests of the page from now on. */
function addressesOf(page: Page): readonly string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  return addresses
}

/** `path` names the screen in failures. */
const seesReason = async (page: Page, path: string): Promise<void> =>
  await expect.poll(async () => `${path}: ${await page.locator('body').innerText()}`).toMatch(/needs JavaScript/)

const fillIn = async (page: Page): Promise<void> => {
  for (const input of await page.locator('form input:not([type=checkbox]):not([type=radio])').all())
    await input.fill(SECRET)
}

describe('a form without scripts', () => {
  it.each(['visitor', 'player'] as const)(
    '[full] [AUTH-01] without scripts, every form on the screens of a %s is posted, and the response says that the page needs scripts',
    async (who) => {
      const { page, context } = await fixture.visit({ scripts: false, ...(who === 'visitor' ? {} : { player }) })
      const addresses = addressesOf(page)
      let forms = 0
      for (const path of PATHS) {
        await page.goto(path)
        await seesReason(page, path)
        for (const form of await page.locator('form').all()) {
          forms += 1
          await expect.poll(() => form.getAttribute('method'), { message: path }).toBe('post')
          await form.getByText(/This form needs JavaScript/).waitFor()
        }
        if ((await page.locator('form').count()) === 0) continue
        await fillIn(page)
        await page.locator('form input:not([type=checkbox]):not([type=radio])').first().press('Enter')
        await page.waitForLoadState()
        expect(new URL(page.url()).search).not.toContain(SECRET)
        await seesReason(page, path)
      }
      expect(forms).toBeGreaterThan(3)
      expect(addresses.filter((address) => address.includes(SECRET))).toEqual([])
      await context.close()
    },
  )
})

describe('a form whose scripts load late', () => {
  it('[full] [AUTH-01] [AUTH-14] a login form submitted before the scripts have loaded logs the player in once they have loaded', async () => {
    const { page, context } = await fixture.visit()
    const addresses = addressesOf(page)
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/assets/index-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Mobile number').fill(player.phone)
    await page.getByLabel('Password', { exact: true }).fill(player.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect.poll(() => page.locator('form').getAttribute('data-submitted')).toBe('')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
    release()
    await page.waitForURL('/')
    await hydrated(page)
    expect(addresses.filter((address) => address.includes(player.password))).toEqual([])
    await context.close()
  })

  it.each(['/forgot-password'])(
    '[full] [AUTH-01] the form on %s, submitted before the scripts have loaded, keeps entered values out of the URL and works afterwards',
    async (path) => {
      const { page, context } = await fixture.visit()
      const addresses = addressesOf(page)
      let release = (): void => undefined
      const held = new Promise<void>((done) => (release = done))
      await page.route('**/assets/index-*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('form').first().waitFor()
      await fillIn(page)
      await page.locator('form input').first().press('Enter')
      await expect.poll(() => page.locator('form').getAttribute('data-submitted')).toBe('')
      release()
      await expect.poll(() => page.locator('form [aria-invalid], form [role=alert]').count()).toBeGreaterThan(0)
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
      expect(addresses.filter((address) => address.includes(SECRET))).toEqual([])
      await context.close()
    },
  )
})
