import type { Page } from 'playwright-core'
import type { Game, Market } from '@mupiira/contract/games.ts'
import type { TicketDetail } from '@mupiira/contract/tickets.ts'
import { until } from '../support/player.ts'
import { ACCOUNT_STEPS, ACCOUNT_SCREENS } from './account-screens.ts'
import { CHAT_STEPS, CHAT_SCREENS } from './chat-screens.ts'
import { CONSOLE_STEPS, CONSOLE_SCREENS } from './console-screens.ts'
import { MONEY_STEPS, MONEY_SCREENS } from './money-screens.ts'
import { failConnection, intercept, changeResponse } from './network.ts'
import { PROTECTION_STEPS, PROTECTION_SCREENS } from './protection-screens.ts'
import { acceptAnyOdds } from './browser-fixture.ts'

/**
 * Every screen of the app with the states that a picture is taken of. `npm run screens` and the accessibility
 * test use this list. Placeholders in a path, such as `{gameId}`, are filled in by the test.
 */
export type Screen = {
  /** The file name of the picture. */
  readonly name: string
  readonly path: string
  readonly needsLogin: boolean
  /** The document's title without the product's name. */
  readonly title: string
  /**
   * The state before the picture. `slip`: three selections in the slip. `loading`, `error`, `offline`: the network's
   * state. `unknown`: the address names something that does not exist. `staff`: the console, on a desktop instead of a
   * laptop.
   */
  readonly state: 'filled' | 'empty' | 'slip' | 'loading' | 'error' | 'offline' | 'unknown' | 'staff'
  readonly status?: 404
  /** One of its requests fails, and the browser logs that. */
  readonly hasFailingRequest?: true
}

const HOME = 'Football bets and mobile money for Uganda'

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', needsLogin: false, title: HOME, state: 'filled' },
  { name: 'home-player', path: '/', needsLogin: true, title: HOME, state: 'slip' },
  {
    name: 'notification-test',
    path: '/notification-test',
    needsLogin: true,
    title: 'Notification test',
    state: 'filled',
  },
  { name: 'database-test', path: '/database-test', needsLogin: true, title: 'Database test', state: 'filled' },
  { name: 'home-search', path: '/sports', needsLogin: false, title: 'Sports', state: 'filled' },
  { name: 'menu', path: '/', needsLogin: false, title: HOME, state: 'filled' },
  { name: 'footer', path: '/login', needsLogin: false, title: 'Log in', state: 'filled' },
  { name: 'home-loading', path: '/sports', needsLogin: true, title: 'Sports', state: 'loading' },
  {
    name: 'home-nothing-found',
    path: '/sports?q=no+such+team',
    needsLogin: false,
    title: 'Sports',
    state: 'empty',
  },
  { name: 'home-error', path: '/sports', needsLogin: false, title: 'Sports', state: 'error' },
  { name: 'home-offline', path: '/sports', needsLogin: true, title: 'Sports', state: 'offline' },
  { name: 'live', path: '/live', needsLogin: false, title: 'Live Now', state: 'filled' },
  { name: 'live-in-play', path: '/live', needsLogin: false, title: 'Live Now', state: 'filled' },
  { name: 'live-suspended', path: '/live', needsLogin: false, title: 'Live Now', state: 'filled' },
  { name: 'live-loading', path: '/live', needsLogin: false, title: 'Live Now', state: 'loading' },
  { name: 'live-error', path: '/live', needsLogin: false, title: 'Live Now', state: 'error' },
  { name: 'livescore', path: '/livescore', needsLogin: false, title: 'Livescore', state: 'filled' },
  { name: 'game', path: '/live/{liveGameId}', needsLogin: false, title: 'Game', state: 'filled' },
  { name: 'livescore-in-play', path: '/livescore', needsLogin: false, title: 'Livescore', state: 'filled' },
  { name: 'game-in-play', path: '/live/{liveGameId}', needsLogin: true, title: 'Game', state: 'filled' },
  { name: 'game-suspended', path: '/live/{liveGameId}', needsLogin: true, title: 'Game', state: 'filled' },
  { name: 'game-ahead', path: '/live/{gameId}', needsLogin: false, title: 'Game', state: 'filled' },
  { name: 'game-unknown', path: '/live/unknown', needsLogin: false, title: 'Game', state: 'unknown' },
  { name: 'offer', path: '/ads1', needsLogin: false, title: 'Offer', state: 'filled' },
  { name: 'markets', path: '/betting-options?gameId={gameId}', needsLogin: false, title: 'Markets', state: 'filled' },
  {
    name: 'markets-unknown-game',
    path: '/betting-options?gameId=unknown',
    needsLogin: false,
    title: 'Markets',
    state: 'unknown',
  },
  { name: 'booking-code', path: '/booking-code', needsLogin: false, title: 'Booking Code', state: 'empty' },
  {
    name: 'booking-code-unknown',
    path: '/booking-code?code=ABCDEF123456',
    needsLogin: false,
    title: 'Booking Code',
    state: 'unknown',
  },
  {
    name: 'booking-code-found',
    path: '/booking-code?code={bookingCode}',
    needsLogin: true,
    title: 'Booking Code',
    state: 'filled',
  },
  { name: 'aviator', path: '/aviator', needsLogin: false, title: 'Aviator', state: 'filled' },
  { name: 'aviator-player', path: '/aviator', needsLogin: true, title: 'Aviator', state: 'filled' },
  { name: 'aviator-standing-still', path: '/aviator?play', needsLogin: true, title: 'Aviator', state: 'empty' },
  { name: 'aviator-verify', path: '/aviator/verify', needsLogin: false, title: 'Verify a round', state: 'empty' },
  {
    name: 'aviator-verify-unknown',
    path: '/aviator/verify?round=999999',
    needsLogin: false,
    title: 'Verify a round',
    state: 'unknown',
  },
  { name: 'casino', path: '/casino', needsLogin: false, title: 'Casino', state: 'filled' },
  { name: 'login', path: '/login', needsLogin: false, title: 'Log in', state: 'filled' },
  { name: 'login-refused', path: '/login', needsLogin: false, title: 'Log in', state: 'unknown' },
  { name: 'register', path: '/register', needsLogin: false, title: 'Create account', state: 'filled' },
  { name: 'slip', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'slip' },
  { name: 'slip-refused', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'slip' },
  { name: 'slip-moved', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'slip' },
  { name: 'slip-closed', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'slip' },
  {
    name: 'slip-unanswered',
    path: '/betslip',
    needsLogin: true,
    title: 'Betslip',
    state: 'slip',
    hasFailingRequest: true,
  },
  { name: 'slip-empty', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'empty' },
  { name: 'my-bets', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'filled' },
  { name: 'my-bets-settled', path: '/mybets?tab=settled', needsLogin: true, title: 'My Bets', state: 'filled' },
  { name: 'my-bets-empty', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'empty' },
  { name: 'my-bets-loading', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'loading' },
  { name: 'my-bets-error', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'error' },
  { name: 'my-bets-offline', path: '/mybets', needsLogin: true, title: 'My Bets', state: 'offline' },
  {
    name: 'ticket-running',
    path: '/bet/{runningTicketId}',
    needsLogin: true,
    title: 'Ticket Details',
    state: 'filled',
  },
  { name: 'ticket-won', path: '/bet/{wonTicketId}', needsLogin: true, title: 'Ticket Details', state: 'filled' },
  { name: 'ticket-lost', path: '/bet/{lostTicketId}', needsLogin: true, title: 'Ticket Details', state: 'filled' },
  {
    name: 'ticket-corrected',
    path: '/bet/{wonTicketId}',
    needsLogin: true,
    title: 'Ticket Details',
    state: 'filled',
  },
  { name: 'ticket-cashout', path: '/bet/{lostTicketId}', needsLogin: true, title: 'Ticket Details', state: 'filled' },
  {
    name: 'ticket-loading',
    path: '/bet/{runningTicketId}',
    needsLogin: true,
    title: 'Ticket Details',
    state: 'loading',
  },
  {
    name: 'ticket-unknown',
    path: '/bet/00000000-0000-7000-8000-000000000000',
    needsLogin: true,
    title: 'Ticket Details',
    state: 'unknown',
  },
  ...MONEY_SCREENS,
  { name: 'statement', path: '/statement', needsLogin: true, title: 'Statement', state: 'filled' },
  { name: 'statement-totals', path: '/statement', needsLogin: true, title: 'Statement', state: 'filled' },
  { name: 'statement-empty', path: '/statement', needsLogin: true, title: 'Statement', state: 'empty' },
  { name: 'notifications', path: '/notifications', needsLogin: true, title: 'Notifications', state: 'filled' },
  { name: 'notifications-empty', path: '/notifications', needsLogin: true, title: 'Notifications', state: 'empty' },
  { name: 'account', path: '/account', needsLogin: true, title: 'Account', state: 'filled' },
  ...PROTECTION_SCREENS,
  ...ACCOUNT_SCREENS,
  ...CHAT_SCREENS,
  ...CONSOLE_SCREENS,
  { name: 'not-found', path: '/nowhere', needsLogin: false, title: 'Page not found', state: 'filled', status: 404 },
  // Must be the last, because it empties the slip.
  { name: 'slip-placed', path: '/betslip', needsLogin: true, title: 'Betslip', state: 'slip' },
]

type Quote = { selections: { odds: number | null; problem: string | null }[] }

const stake = (page: Page, typed: string): Promise<void> =>
  page
    .getByLabel(/^Stake/)
    .first()
    .fill(typed)

type Cause = NonNullable<Game['inPlay']>['suspendedBy']

/** A live football game as it is while bets in play are possible. */
const inPlay = (game: Game, suspendedBy: Cause): Game =>
  game.status !== 'live' || game.sport !== 'soccer'
    ? game
    : {
        ...game,
        open: suspendedBy === null,
        inPlay: { suspendedBy, reopensAt: null },
        ...(suspendedBy === null ? { prices: { '1': 1.62, X: 3.4, '2': 6.15 } } : {}),
      }

/** A new minute of the real game, which the stream delivers, can replace the changed response. */
async function refreshUntil(page: Page, text: string): Promise<void> {
  await until(`the screen shows ${text}`, async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    return page.getByText(text).first().isVisible()
  })
}

/** Lists the live games as if they took bets in play. */
async function showInPlayGames(page: Page, suspendedBy: Cause): Promise<void> {
  await intercept(page, 'GET /api/games', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { readonly items: readonly Game[] }
    await route.fulfill({ response, json: { ...body, items: body.items.map((game) => inPlay(game, suspendedBy)) } })
  })
  await refreshUntil(page, suspendedBy === null ? '3.40' : 'Red card, penalty or review')
  // The odds replace a line above the list, so the rows move.
  await page.evaluate(() => void (window.layoutShifts = []))
}

/** Shows the markets of a live game as if it took bets in play. */
async function showInPlayMarkets(page: Page, suspendedBy: Cause): Promise<void> {
  await intercept(page, 'GET /api/games/*/markets', async (route) => {
    const response = await route.fetch()
    const { game, items } = (await response.json()) as { readonly game: Game; readonly items: readonly Market[] }
    const priced = items.map(({ selections, ...market }, at) => ({
      ...market,
      selections: selections.map((each, index) => ({
        ...each,
        odds: suspendedBy === null && at % 4 < 3 ? 1.4 + 0.65 * index : null,
      })),
    }))
    await route.fulfill({ response, json: { game: inPlay(game, suspendedBy), items: priced } })
  })
  await refreshUntil(page, suspendedBy === null ? 'Live odds' : 'Suspended · Goal')
  // The markets replace one line, so the content below moves.
  await page.evaluate(() => void (window.layoutShifts = []))
}

/** A won ticket after its result was corrected. */
function corrected({ selections, trail, payout }: TicketDetail): Partial<TicketDetail> {
  const at = new Date(Date.parse(trail.moves[0]?.at ?? '') + 30 * 60_000).toISOString()
  const [first] = trail.legs
  if (first === undefined) throw new Error('the ticket has no trail')
  const result = { ...first.result, version: 2, homeScore: 2, awayScore: 3, decidedBy: 'operator' as const }
  return {
    status: 'lost',
    payout: 0,
    selections: selections.map((leg) =>
      leg.gameId === first.gameId ? { ...leg, label: 'LOST', outcome: 'lost', homeScore: 2, awayScore: 3 } : leg,
    ),
    trail: {
      parts: [],
      legs: [...trail.legs, { ...first, at, before: first.outcome, outcome: 'lost', result }],
      moves: [
        ...trail.moves,
        {
          at,
          cause: 'corrected',
          gameId: first.gameId,
          statusBefore: 'won',
          status: 'lost',
          payoutBefore: payout,
          payout: 0,
        },
      ],
    },
  }
}

/** Steps on a screen before it is checked, by screen name. */
export const SCREEN_STEPS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  ...ACCOUNT_STEPS,
  ...CHAT_STEPS,
  ...CONSOLE_STEPS,
  async menu(page) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByText('Soccer', { exact: true }).first().click()
  },
  async footer(page) {
    await page.getByRole('contentinfo').getByText('Only people above').scrollIntoViewIfNeeded()
  },
  async 'home-search'(page) {
    // Wide screens have the field in their header.
    const opener = page.getByRole('button', { name: 'Search', exact: true })
    if (await opener.isVisible()) await opener.click()
    await page.getByPlaceholder('Search games, teams, league...').fill('castle')
    await page.waitForURL(/q=castle/)
  },
  async 'login-refused'(page) {
    await page.getByLabel('Mobile number').fill('772999888')
    await page.getByLabel('Password', { exact: true }).fill('a-long-word')
    await page.getByRole('button', { name: 'LOG IN' }).click()
    await page.getByRole('alert').waitFor()
  },
  async 'booking-code-unknown'(page) {
    await page.getByText('No bet found with this booking code').waitFor()
  },
  async 'booking-code-found'(page) {
    await page.getByRole('region', { name: 'Booking', exact: true }).waitFor()
  },
  'live-in-play': (page) => showInPlayGames(page, null),
  'live-suspended': (page) => showInPlayGames(page, 'INCIDENT'),
  'livescore-in-play': (page) => showInPlayGames(page, null),
  'game-in-play': (page) => showInPlayMarkets(page, null),
  'game-suspended': (page) => showInPlayMarkets(page, 'GOAL'),
  ...MONEY_STEPS,
  ...PROTECTION_STEPS,
  async 'statement-totals'(page) {
    await page.getByText('Net result of betting').click()
    await page.getByText('Closing balance').waitFor()
  },
  async 'slip-refused'(page) {
    // The server would refuse a bet without a balance for another reason.
    await page.getByRole('banner').getByText(/^UGX /).waitFor()
    await stake(page, '4000000')
    await acceptAnyOdds(page)
    await page.getByRole('button', { name: 'PLACE BET' }).click()
    await page.getByText(/^Insufficient balance/).waitFor()
  },
  async 'slip-moved'(page) {
    await stake(page, '25,000')
    // An earlier screen of the same visit has ticked this box.
    await page.getByLabel('Accept odds changes').first().uncheck()
    await changeResponse<Quote>(page, 'POST /api/bets/quote', ({ selections }) => ({
      selections: selections.map((selection, i) => ({
        ...selection,
        odds: Math.round((selection.odds ?? 0) * (i === 0 ? 0.94 : i === 1 ? 1.03 : 1) * 100) / 100,
      })),
    }))
    await page.getByRole('button', { name: 'Accept changes and place bet' }).waitFor()
  },
  async 'slip-closed'(page) {
    await stake(page, '25,000')
    await changeResponse<Quote>(page, 'POST /api/bets/quote', ({ selections }) => ({
      selections: selections.map((selection, i) => ({
        ...selection,
        problem: i === 0 ? 'GAME_CLOSED' : selection.problem,
      })),
    }))
    await page.getByRole('button', { name: 'Remove 1 closed' }).waitFor()
  },
  async 'slip-unanswered'(page) {
    await intercept(page, 'POST /api/bets', failConnection)
    await stake(page, '25,000')
    await acceptAnyOdds(page)
    await page.getByRole('button', { name: 'PLACE BET' }).click()
    await page.getByText('We do not know yet whether your bet was placed.').waitFor()
    // The message replaces the pressed button and is larger, so the content below moves.
    await page.evaluate(() => void (window.layoutShifts = []))
  },
  async 'ticket-corrected'(page) {
    await changeResponse<TicketDetail>(page, 'GET /api/bets/*', corrected)
    await page.getByText(/deducted/).waitFor()
  },
  async 'ticket-cashout'(page) {
    await changeResponse<TicketDetail>(page, 'GET /api/bets/*', ({ createdAt, totalStake, trail }) => {
      const at = new Date(Date.parse(createdAt) + 40 * 60_000).toISOString()
      const payout = totalStake * 0.86
      const move = { at, cause: 'cashout', gameId: null, statusBefore: 'pending', status: 'cashout' } as const
      return {
        status: 'cashout',
        payout,
        trail: { legs: trail.legs, moves: [{ ...move, payoutBefore: null, payout }] },
      }
    })
    await page.getByText(/^You cashed out/).waitFor()
  },
  async 'slip-placed'(page) {
    await stake(page, '25000')
    await acceptAnyOdds(page)
    await page.getByRole('button', { name: 'PLACE BET' }).click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
  },
}
