import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Player, registerPlayer } from '../support/player.ts'
import { settlingIn } from './matches.ts'
import { failConnection, intercept, refuse } from './network.ts'
import {
  button,
  DESKTOP,
  headerBalance,
  link,
  stylesForOldBrowsers,
  open,
  browserFixture,
  option,
  overflowsSideways,
  sees,
  type BrowserFixture,
  type Visit,
  boxOf,
} from './browser-fixture.ts'
import { leaveTab, openTab, tabOfEachTest } from './tabs.ts'

let fixture: BrowserFixture
let player: Player
let visitor: Visit
let known: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_000))
  player = await registerPlayer(fixture.product, '772300110')
  ;[visitor, known] = await Promise.all([fixture.visit(), fixture.visit({ player })])
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string, visit: Visit = visitor): Promise<void> {
  page = await openTab(visit.context)
  await open(page, path)
}

const banner = () => page.getByRole('banner')
const quick = () => page.getByRole('navigation', { name: 'Quick links' })
const pathname = () => new URL(page.url()).pathname

describe('the page frame', () => {
  it('[APP-32] [APP-38] [APP-39] the header shows a visitor the menu, the logo, LOGIN and JOIN NOW', async () => {
    await at('/')
    await expect.poll(() => banner().evaluate((element) => getComputedStyle(element).position)).toBe('sticky')
    await expect.poll(() => button(banner(), 'Open menu').isVisible()).toBe(true)
    await expect.poll(() => link(banner(), 'Mupiira, home').getAttribute('href')).toBe('/')
    await expect.poll(() => link(banner(), 'LOGIN').getAttribute('href')).toBe('/login')
    await expect.poll(() => link(banner(), 'JOIN NOW').getAttribute('href')).toBe('/register')
    await expect.poll(() => banner().getByText(/^UGX/).count()).toBe(0)
  })

  it('[APP-31] [APP-35] [APP-37] [APP-39] the header shows a player the balance, Deposit, bell and account', async () => {
    page = await (await fixture.visit({ player, size: DESKTOP })).context.newPage()
    await open(page, '/')
    await link(banner(), 'Deposit').waitFor()
    await expect.poll(() => headerBalance(page)).toBe('UGX 0.00')
    await expect.poll(() => link(banner(), 'Deposit').getAttribute('href')).toBe('/deposit')
    await expect.poll(() => link(banner(), /^Notifications/).getAttribute('href')).toBe('/notifications')
    await expect.poll(() => link(banner(), 'Account').getAttribute('href')).toBe('/account')
    await expect.poll(() => link(banner(), 'LOGIN').count()).toBe(0)
    // A mouse pointer on an icon shows its name.
    const tooltip = page.getByRole('tooltip').getByText(/^Notifications/)
    // Tooltips work only after the page has loaded their code, so hover until one appears.
    const isReported = async (): Promise<boolean> => {
      await page.mouse.move(640, 500)
      await link(banner(), /^Notifications/).hover()
      return tooltip.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(isReported).toBe(true)
    await page.mouse.move(640, 500)
    await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  })

  it('[APP-04] [APP-33] [APP-34] the header’s links open their pages, and the livescore link is an icon', async () => {
    page = await (await fixture.visit({ size: DESKTOP })).context.newPage()
    await open(page, '/')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect
      .poll(() => links.evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getAttribute('href')}`)))
      .toEqual(['HOME /', 'SPORTS /sports', 'LIVE NOW /live', ' /livescore', 'AVIATOR /aviator', 'MY BETS /mybets'])
    // An icon with a name for screen readers.
    await expect.poll(() => link(banner(), 'LIVESCORE').locator('svg').isVisible()).toBe(true)
    await link(banner(), 'LIVESCORE').click()
    await page.getByRole('heading', { level: 1, name: 'Livescore' }).waitFor()
  })

  it('[APP-40] [APP-41] [APP-42] [APP-43] the bottom bar of phones has Menu, Sports, Betslip with its count, My Bets and Account', async () => {
    await at('/')
    const words = async () =>
      (await quick().innerText())
        .trim()
        .split(/\s*\n\s*/)
        .filter(Boolean)
    await expect.poll(words).toEqual(['Menu', 'Sports', 'My Bets', 'Account'])
    await expect
      .poll(() =>
        quick()
          .getByRole('link')
          .evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
      )
      .toEqual(['/sports', '/betslip', '/mybets', '/account'])
    await option(page, '1', 'Vipers SC').click()
    await expect.poll(() => link(quick(), /^Betslip, 1 selection, total odds \d/).textContent()).toBe('1')
    const slip = link(quick(), /^Betslip, 1 selection, total odds \d/)
    await expect.poll(async () => ((box) => box.width - box.height)(await boxOf(slip))).toBe(0)
    await option(page, '1', 'Vipers SC').click()
    for (const [width, shown] of [
      [767, true],
      [768, false],
    ] as const) {
      await page.setViewportSize({ width, height: 640 })
      await expect.poll(() => quick().isVisible(), { message: `${width} px` }).toBe(shown)
    }
  })

  it('[full] [APP-44] a component whose code cannot be fetched does not affect the rest of the page, and loads when the connection returns', async () => {
    page = await visitor.context.newPage()
    const repair = await intercept(page, 'GET /assets/deferred-*', failConnection)
    const cutNetwork = await intercept(page, 'HEAD /assets/index-*', failConnection)
    await open(page, '/')
    await option(page, '1', 'Vipers SC').waitFor()
    await button(quick(), 'Menu').click()
    await sees(page, 'The menu could not be loaded. Please check your internet connection and reload the page.')
    await cutNetwork()
    await button(quick(), 'Menu').click()
    await sees(page, 'The menu could not be loaded. Please reload the page.')
    // The odds still work: select an option and remove it again.
    await option(page, '1', 'Vipers SC').click()
    await option(page, '1', 'Vipers SC').click()
    await expect.poll(() => page.getByText('Something Went Wrong').count()).toBe(0)
    await repair()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await button(quick(), 'Menu').click()
    await link(page.getByRole('dialog', { name: 'Mupiira' }), 'Home').waitFor()
  })

  it('[full] header, menu, list headings and focus look the same in browsers as old as Chrome 95 and Firefox 98', async () => {
    page = await visitor.context.newPage()
    const look = async () => {
      await open(page, '/')
      const league = page.getByRole('main').locator('button[aria-expanded=true] svg').first()
      const arrow = await league.evaluate((icon) => getComputedStyle(icon).transform)
      await button(quick(), 'Menu').click()
      const menu = page.getByRole('dialog', { name: 'Mupiira' })
      await link(menu, 'Home').waitFor()
      const height = (await menu.boundingBox())?.height
      const colour = await option(page, '1', 'Vipers SC').evaluate((odds) => getComputedStyle(odds).borderTopColor)
      const position = await page.getByRole('banner').evaluate((banner) => getComputedStyle(banner).position)
      const cursor = await button(quick(), 'Menu').evaluate((opener) => getComputedStyle(opener).cursor)
      const theme = menu.getByRole('radio', { name: 'System' })
      await theme.focus()
      const focus = await theme.evaluate((input) => getComputedStyle(input.closest('label') ?? input).outlineStyle)
      return { height, colour, position, cursor, focus, arrow }
    }
    const modern = await look()
    expect(modern).toMatchObject({ height: 640, position: 'sticky', cursor: 'pointer', focus: 'solid' })
    // The icon is rotated by 180°; the other numbers of the matrix are rounding errors.
    expect(modern.arrow).toMatch(/^matrix\(-1, /)
    await page.route('**/assets/*.css', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: stylesForOldBrowsers(await response.text()) })
    })
    const old = await look()
    expect(old).toEqual(modern)
  })

  describe('a screen whose code cannot be loaded', () => {
    const goToHelp = async (): Promise<void> => {
      await page.evaluate(() => history.pushState(null, '', '/help'))
    }
    const loads = (): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('loads')))

    beforeEach(async () => {
      page = await visitor.context.newPage()
      await page.addInitScript(() =>
        sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads')) + 1)),
      )
      await open(page, '/')
    })

    it('[full] after a release, a screen whose script cannot be loaded reloads the page once at the same URL', async () => {
      await intercept(page, 'GET /assets/help-screen-*', refuse(404), 1)
      await intercept(page, 'HEAD /assets/index-*', refuse(404), 1)
      await goToHelp()
      await page.getByRole('heading', { name: 'Help Center' }).waitFor()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/help')
      await expect.poll(loads).toBe(2)
    })

    it('[full] after a release, a screen whose script still cannot be loaded reloads only once, and shows no network error', async () => {
      await intercept(page, 'GET /assets/help-screen-*', refuse(404))
      await intercept(page, 'HEAD /assets/index-*', refuse(404))
      await goToHelp()
      await page.getByText('Please try again. Your money and your tickets are safe.').waitFor()
      await expect.poll(loads).toBe(2)
    })

    it('[full] a screen whose code cannot be loaded shows a network error if the server cannot be reached', async () => {
      await intercept(page, 'GET /assets/help-screen-*', failConnection)
      await intercept(page, 'HEAD /assets/index-*', failConnection)
      await goToHelp()
      await page.getByText(/^Please check your internet connection and try again/).waitFor()
      await expect.poll(loads).toBe(1)
    })
  })

  it('[full] a component that failed to load while online is loaded again automatically', async () => {
    const wide = await fixture.visit({ size: DESKTOP })
    page = wide.page
    await page.clock.install()
    const repair = await intercept(page, 'GET /assets/sports-column-*', failConnection)
    await open(page, '/')
    await sees(page, 'The sports list could not be loaded.')
    await repair()
    const sports = page.getByRole('navigation', { name: 'Sports and leagues' })
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000)
        return sports.count()
      })
      .toBe(1)
    await wide.context.close()
  })

  it('[full] [SLIP-01] on desktop a slip whose script cannot be fetched shows an error beside the games, and loads when another page is opened', async () => {
    const consoleVisit = await fixture.visit({ size: DESKTOP })
    page = consoleVisit.page
    const repair = await intercept(page, 'GET /assets/slip-panel-*', failConnection)
    await open(page, '/')
    const slip = page.getByRole('complementary', { name: 'Betslip' })
    await slip.getByText('The betslip could not be loaded.').waitFor()
    await option(page, '1', 'Vipers SC').waitFor()
    await repair()
    await button(slip, 'Reload').click()
    await slip.getByRole('heading').first().waitFor()
    await consoleVisit.context.close()
  })

  it('[APP-04] [APP-44] [APP-45] [APP-47] [APP-48] [APP-49] [APP-50] [APP-51] the side menu leads to sports, leagues and countries', async () => {
    await at('/')
    await button(quick(), 'Menu').click()
    const menu = page.getByRole('dialog', { name: 'Mupiira' })
    const entries = menu.getByRole('navigation', { name: 'Menu', exact: true }).getByRole('link')
    await expect
      .poll(() =>
        entries.evaluateAll((all) =>
          all.map((each) => `${each.querySelector('span')?.textContent} ${each.getAttribute('href')}`),
        ),
      )
      .toEqual([
        'Home /',
        'Sports /sports',
        'Live Now /live',
        'Casino /casino',
        'Aviator /aviator',
        'Booking Code /booking-code',
        'Livescore /livescore',
      ])
    await expect.poll(() => link(menu, 'Responsible Gambling').getAttribute('href')).toBe('/responsible-gambling')
    await menu.getByText('Soccer', { exact: true }).click()
    await link(menu, /^All Soccer/).waitFor()
    await link(menu, /Premier League/).click()
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).searchParams.get('league')).toMatch(/Premier League/)
    await option(page, '1', 'Vipers SC').waitFor()

    await button(quick(), 'Menu').click()
    await expect
      .poll(() => menu.getByRole('navigation', { name: 'Countries' }).getByRole('link').allTextContents())
      .toEqual(['Uganda', 'Kenya', 'Tanzania', 'Rwanda', 'Ghana'])
    await link(menu, 'Kenya').click()
    await expect.poll(pathname).toBe('/sports')
    await expect.poll(() => new URL(page.url()).search).toBe('?country=Kenya')
    await sees(page, 'No games match')
  })

  it('[full] [APP-44] the Back button closes the side menu without leaving the page, and choosing an entry adds no extra history entry', async () => {
    const openMenu = async () => {
      await button(quick(), 'Menu').click()
      await menu.waitFor()
      await expect.poll(entries).toBe(1)
    }
    /** The number of dialogs in the current history entry. */
    const entries = () => page.evaluate(() => (history.state as { dialogs?: number } | null)?.dialogs ?? 0)
    const isAt = async (path: string) => {
      await expect.poll(pathname).toBe(path)
    }
    await at('/')
    const menu = page.getByRole('dialog', { name: 'Mupiira' })
    await link(quick(), 'Sports').click()
    await isAt('/sports')

    await openMenu()
    await page.goBack()
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(pathname).toBe('/sports')
    // The browser's Forward button finds no dialog, so the app goes back.
    await page.goForward()
    await expect.poll(entries).toBe(0)
    await expect.poll(() => menu.isVisible()).toBe(false)

    await openMenu()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(entries).toBe(0)
    await openMenu()
    await page.reload()
    await option(page, '1', 'Vipers SC').waitFor()
    await expect.poll(entries).toBe(0)
    // The menu's history entry is now an entry of the page.
    await page.goBack()
    await option(page, '1', 'Vipers SC').waitFor()
    await expect.poll(pathname).toBe('/sports')

    await openMenu()
    await link(menu, 'Home').click()
    await isAt('/')
    await menu.waitFor({ state: 'hidden' })
    await page.goBack()
    await isAt('/sports')
    await expect.poll(() => menu.isVisible()).toBe(false)
    await page.goBack()
    await isAt('/')
  })

  it('[APP-54] [APP-55] [APP-57] [APP-58] [APP-59] [APP-52] [APP-53] [APP-56] the footer shows the age limit, the rules and the contacts', async () => {
    await at('/')
    const footer = page.getByRole('contentinfo')
    const text = async () => ((await footer.textContent()) ?? '').replaceAll(/\s+/g, ' ')
    await expect.poll(text).toMatch(/Technical problems \S+@\S+/)
    await expect.poll(text).toMatch(/General questions \S+@\S+/)
    await expect.poll(text).toContain('1-2 hours within business hours 8 AM-6 PM EAT')
    await expect.poll(text).toContain('Bet responsibly')
    await expect.poll(text).toContain('Only people above 25 may use this platform.')
    await expect.poll(() => link(footer, 'Join Now').getAttribute('href')).toBe('/register')
    await expect.poll(() => link(footer, 'Log In').getAttribute('href')).toBe('/login')
    const quickLinks = page.getByRole('navigation', { name: 'Footer' }).locator('a:not([target])')
    await expect
      .poll(() =>
        quickLinks.evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getAttribute('href')}`)),
      )
      .toEqual([
        'Sports /sports',
        'My Bets /mybets',
        'Help Center /help',
        'Terms /terms',
        'Refund Policy /refund-policy',
      ])
    // The demo's brand has no pages on other sites.
    expect(await footer.locator('a[target=_blank]').count()).toBe(0)
  })
})

describe('sizes', () => {
  it('[full] [APP-20] every tap target is at least 44 px high or part of a text, and odds are at least 48 px high', async () => {
    const paths = ['/', '/login', '/register'].map((path) => [path, visitor] as const)
    const guarded = ['/account', '/deposit', '/withdraw', '/notifications'].map((path) => [path, known] as const)
    for (const [path, visit] of [...paths, ...guarded]) {
      await at(path, visit)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('a, button, input, select, summary')].flatMap((element) => {
          const target = element.closest('label') ?? element
          const style = getComputedStyle(element)
          const { width, height } = target.getBoundingClientRect()
          const isHidden = width === 0 || style.visibility === 'hidden' || element.closest('.sr-only') !== null
          const isInText = style.display === 'inline'
          // The box of a field counts as its target. The small "+24" of a row is beside a link to the same page.
          const box = element.closest('.min-h-12') ?? target
          const isShort =
            box.getBoundingClientRect().height < 44 && !/more markets/.test(element.getAttribute('aria-label') ?? '')
          return !isHidden && !isInText && isShort
            ? [
                `${element.getAttribute('aria-label') ?? element.textContent}: ${width.toFixed(0)} × ${height.toFixed(0)}`,
              ]
            : []
        }),
      )
      expect(small, path).toEqual([])
      await leaveTab(page)
    }
    await at('/')
    await option(page, '1', 'Vipers SC').waitFor()
    const lowest = () =>
      page.locator('button[aria-pressed]').evaluateAll((all) => Math.min(...all.map((each) => each.clientHeight + 2)))
    await expect.poll(lowest).toBeGreaterThanOrEqual(48)
  })
})

describe('keyboard and accessibility', () => {
  it('[SLIP-01] [APP-32] skip link, menu and odds can be reached and used by keyboard alone', async () => {
    await at('/sports?sport=soccer')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    const focused = option(page, '1', 'Vipers SC')
    for (let steps = 0; steps < 40; steps += 1) {
      await page.keyboard.press('Tab')
      if (await focused.evaluate((element) => element === document.activeElement)) break
    }
    await expect.poll(() => focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
    await page.keyboard.press('Space')
    await expect.poll(() => focused.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Space')

    await button(quick(), 'Menu').focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Mupiira' })
    await menu.waitFor()
    await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await expect
      .poll(() => button(quick(), 'Menu').evaluate((element) => element === document.activeElement))
      .toBe(true)
  })

  it('[full] [NOTE-01] arrow keys move between tabs', async () => {
    await at('/notifications', known)
    await page.getByRole('tab', { name: 'All' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.getByRole('tab', { name: 'Unread' }).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.getByRole('tab', { name: 'System' }).getAttribute('aria-selected')).toBe('true')
  })

  it('[full] [SLIP-01] in forced-colours mode the odds on the slip are distinguishable', async () => {
    await at('/')
    await page.emulateMedia({ forcedColors: 'active' })
    const [chosen, other] = [option(page, '1', 'Vipers SC'), option(page, 'X', 'Draw').first()]
    const ground = (element: Element): string => getComputedStyle(element).backgroundColor
    await chosen.click()
    await expect.poll(() => chosen.getAttribute('aria-pressed')).toBe('true')
    expect(await chosen.evaluate(ground)).not.toBe(await other.evaluate(ground))
    await chosen.click()
  })

  it('[full] [APP-20] at 125 % text size the header contains the link to the notifications', async () => {
    page = await known.context.newPage()
    const devtools = await known.context.newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 20, fixed: 16 } })
    await open(page, '/')
    await expect.poll(() => overflowsSideways(page)).toBe(false)
  })
})

it('[full] the slip count on a page translated by the browser is updated', async () => {
  await at('/sports?sport=soccer')
  // The toast region loads after the page, together with the code that restores translated texts.
  await page.locator('div[role=status].fixed').waitFor({ state: 'attached' })
  await page.evaluate(translateOnce)
  const count = page.getByRole('status').filter({ hasText: 'in your betslip' })
  await expect.poll(() => count.textContent()).toBe('0 selections in your betslip')
  await option(page, '1', 'Vipers SC').click()
  await expect.poll(() => count.textContent()).toBe('1 selection in your betslip')
  await option(page, '1', 'SC Villa').click()
  await expect.poll(() => count.textContent()).toBe('2 selections in your betslip')
})

/** Runs in the page: replaces every text by an element, as the browser's translation does. */
function translateOnce(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('script, style, svg') === null && node.textContent?.trim() !== '') texts.push(node)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = text.textContent
    ;(text as Text).replaceWith(font)
  }
}
