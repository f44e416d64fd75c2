import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Player, registerPlayer } from '../support/player.ts'
import { hydrated, browserFixture, type BrowserFixture } from './browser-fixture.ts'

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

let fixture: BrowserFixture
let player: Player

beforeAll(async () => {
  fixture = await browserFixture()
  player = await registerPlayer(fixture.product, '772510130')
})
afterAll(() => fixture?.close())

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
    '[AUTH-01] without scripts, every form on the screens of a %s is posted, and the response says that the page needs scripts',
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
  it('[AUTH-01] [AUTH-14] a login form submitted before the scripts have loaded logs the player in once they have loaded', async () => {
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
    '[AUTH-01] the form on %s, submitted before the scripts have loaded, keeps entered values out of the URL and works afterwards',
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
