import type { Locator, Page } from 'playwright-core'
import type { Game } from '@mupiira/contract/games.ts'
import type { Player } from '../support/player.ts'
import type { Product } from '../support/product.ts'
import { steadyPrices } from '../support/business-time.ts'
import { logIn as logInAs } from './login-page.ts'
import { SETTLING } from './matches.ts'
import { button, open, option } from './browser-fixture.ts'

export const PLACE = 'POST /api/bets'
export const GAMES = '/sports?sport=soccer'

/**
 * The option of a team's win at its current odds. A page that was rendered just before a price step first shows the
 * previous ones, and the slip would ask whether to accept the change.
 */
export async function homeWinOption(page: Page, product: Product, team: string): Promise<Locator> {
  const { items } = await product.client(1).must('GET /api/games', { query: { sport: 'soccer', q: team } })
  const game = items.find(({ homeTeam, awayTeam }) => homeTeam === team || awayTeam === team)
  const selection = game?.homeTeam === team ? '1' : '2'
  return option(page, `${selection} ${game?.prices[selection]?.toFixed(2)}`, team)
}

/** A slip of home wins, as the app stores it on the device. */
export function storedSlip(
  games: readonly Game[],
  settings: { readonly stake: string; readonly acceptOddsChanges: boolean },
): string {
  const items = games.map(({ id, homeTeam, awayTeam, league, sport, startTime, status, prices }) => ({
    id: `${id}-moneyline-1`,
    gameId: id,
    market: '1x2',
    marketCategory: 'match_winner',
    selection: '1',
    oddsSeen: (prices['1'] ?? 0).toFixed(2),
    isNew: false,
    names: {
      section: 'Moneyline',
      label: homeTeam,
      homeTeam,
      awayTeam,
      league,
      sport,
      gameTime: startTime,
      gameStatus: status,
    },
  }))
  return JSON.stringify({ state: { items, ...settings, code: null }, version: 3 })
}

/** Actions and readings of the slip on the current page. */
export function slipOn(page: () => Page, product: () => Product) {
  /** Selects 1 of this many games, and opens the slip. */
  async function fillSlip(games = 1): Promise<void> {
    await steadyPrices(product())
    await open(page(), GAMES)
    for (const { home } of SETTLING.slice(0, games)) await (await homeWinOption(page(), product(), home)).click()
    // The minimum of a first bet applies until the quote arrives.
    const quoted = page().waitForResponse((response) => response.url().endsWith('/api/bets/quote'))
    await quick(/^Betslip/).click()
    await quoted
    await page()
      .getByLabel(/^Stake/)
      .waitFor()
  }
  /** Opens the slip with 1 of this many games, as the player left it on an earlier visit. */
  async function openSlip(games = 1): Promise<void> {
    await steadyPrices(product())
    const { items } = await product()
      .client(1)
      .must('GET /api/games', { query: { sport: 'soccer', limit: 100 } })
    const chosen = SETTLING.slice(0, games).flatMap(({ home }) => items.filter(({ homeTeam }) => homeTeam === home))
    // No app runs on this page.
    await page().goto('/api/settings')
    await page().evaluate(
      (slip) => localStorage.setItem('mupiira.slip', slip),
      storedSlip(chosen, { stake: '25,000', acceptOddsChanges: false }),
    )
    const quoted = page().waitForResponse((response) => response.url().endsWith('/api/bets/quote'))
    await open(page(), '/betslip')
    await quoted
  }
  const quick = (name: RegExp) => page().getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name })
  const stake = () => page().getByLabel(/^Stake \(UGX\)/)
  const place = () => button(page(), 'PLACE BET')
  async function logIn({ phone, password }: Player, landsAt = '/'): Promise<void> {
    await logInAs(page(), phone, password)
    await page().waitForURL(landsAt)
  }
  /** A total of the slip; for changed odds, the current value. */
  const figure = async (name: string | RegExp): Promise<string> => {
    const shown = page().getByText(name, { exact: true }).locator('xpath=following-sibling::dd')
    const now = shown.locator('b')
    return (await ((await now.count()) > 0 ? now : shown).textContent()) ?? ''
  }
  const cards = () =>
    page()
      .getByRole('list')
      .getByRole('button', { name: /^Remove/ })
  const focused = () => page().locator(':focus')
  return { cards, figure, fillSlip, focused, logIn, openSlip, place, quick, stake }
}
