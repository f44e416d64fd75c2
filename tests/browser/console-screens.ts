import type { Page } from 'playwright-core'
import { NOTICES } from './notice-samples.ts'
import { FINANCE_SCREENS, FINANCE_STEPS } from './finance-screens.ts'
import { showHeldWithdrawals } from './held-withdrawals.ts'
import { changeResponse } from './network.ts'
import { showFailingJobs, showTasks } from './task-samples.ts'
import { PROFILE_SCREENS, PROFILE_STEPS, restrictPlayer } from './profile-screens.ts'
import { registerPlayer } from '../support/player.ts'
import type { Player } from '../support/player.ts'
import type { Product } from '../support/product.ts'

const STAFF = { needsLogin: true, state: 'staff', title: 'Admin Panel' } as const

/** The console (see `screens.ts`): each screen, and the details that open over its lists. */
export const CONSOLE_SCREENS = [
  { ...STAFF, name: 'console-dashboard', path: '/admin/dashboard' },
  { ...STAFF, name: 'console-chat', path: '/admin/chat/{regularId}' },
  { ...STAFF, name: 'console-chat-visitor', path: '/admin/chat/{visitorId}' },
  { ...STAFF, name: 'console-answer-times', path: '/admin/chat?view=report' },
  { ...STAFF, name: 'console-games', path: '/admin/games' },
  { ...STAFF, name: 'console-trading', path: '/admin/trading' },
  { ...STAFF, name: 'console-game', path: '/admin/games/{handGameId}' },
  { ...STAFF, name: 'console-game-odds', path: '/admin/games/{handGameId}' },
  { ...STAFF, name: 'console-game-doubted', path: '/admin/games/{playedGameId}' },
  { ...STAFF, name: 'console-users', path: '/admin/users' },
  { ...STAFF, name: 'console-user', path: '/admin/users/{regularId}' },
  ...PROFILE_SCREENS,
  ...FINANCE_SCREENS,
  { ...STAFF, name: 'console-block', path: '/admin/users/{regularId}' },
  { ...STAFF, name: 'console-transactions', path: '/admin/transactions' },
  { ...STAFF, name: 'console-transaction', path: '/admin/transactions?view={withdrawalId}' },
  { ...STAFF, name: 'console-reconciliation', path: '/admin/transactions/reconciliation' },
  { ...STAFF, name: 'console-withdrawals', path: '/admin/transactions/withdrawals' },
  { ...STAFF, name: 'console-report', path: '/admin/reports' },
  { ...STAFF, name: 'console-profit', path: '/admin/reports/profit-and-loss' },
  { ...STAFF, name: 'console-figure-rows', path: '/admin/reports/rows?figure=grossGamingRevenue' },
  { ...STAFF, name: 'console-bets', path: '/admin/bets' },
  { ...STAFF, name: 'console-bet', path: '/admin/bets?view={wonTicketId}' },
  { ...STAFF, name: 'console-risk', path: '/admin/risk' },
  { ...STAFF, name: 'console-in-play', path: '/admin/in-play' },
  { ...STAFF, name: 'console-live-bets', path: '/admin/in-play/bets' },
  { ...STAFF, name: 'console-live-bet', path: '/admin/in-play/bets' },
  { ...STAFF, name: 'console-restrict', path: '/admin/in-play/courtsiding' },
  { ...STAFF, name: 'console-league-form', path: '/admin/in-play/leagues' },
  { ...STAFF, name: 'console-courtsiding', path: '/admin/in-play/courtsiding' },
  { ...STAFF, name: 'console-live-leagues', path: '/admin/in-play/leagues' },
  { ...STAFF, name: 'console-fixtures', path: '/admin/fixtures' },
  { ...STAFF, name: 'console-search-names', path: '/admin/search-names' },
  { ...STAFF, name: 'console-aviator', path: '/admin/aviator' },
  { ...STAFF, name: 'console-notices', path: '/admin/notices' },
  { ...STAFF, name: 'console-settings', path: '/admin/settings' },
  { ...STAFF, name: 'console-settings-preview', path: '/admin/settings' },
  { ...STAFF, name: 'console-jobs', path: '/admin/jobs' },
  { ...STAFF, name: 'console-approvals', path: '/admin/approvals' },
  { ...STAFF, name: 'console-staff', path: '/admin/staff' },
  { ...STAFF, name: 'console-audit', path: '/admin/audit' },
] as const

/** An open game of the in-play board, for the board's states. */
export const LIVE_GAME = {
  gameId: '00000000-0000-4000-8000-000000000001',
  name: 'Vipers SC vs KCCA FC',
  league: 'Premier League',
  country: 'Uganda',
  clock: "Live 63'",
  homeScore: 2,
  awayScore: 1,
  state: 'open',
  suspendedBy: null,
  reportsIncidents: true,
  reopensAt: null,
  suspendedByStaff: false,
  isSuspended: false,
  suspendedScopes: [],
  suspendedMarkets: [{ id: 'btts', name: 'Both Teams to Score' }],
  outcomes: {
    '1': { odds: 1.32, lastOdds: null, liability: 1_240_500 },
    X: { odds: 4.6, lastOdds: null, liability: 310_000 },
    '2': { odds: 9.1, lastOdds: null, liability: 82_000 },
  },
  delaySeconds: 8,
  stake: 2_850_000,
  worstCase: -940_300,
  lastEvent: { kind: 'goal', at: '2026-11-21T08:04:10.000Z' },
  reportedAt: '2026-11-21T08:06:28.000Z',
}
const NO_ODDS = { odds: null, lastOdds: 2.35, liability: 25_000 }
const SUSPENDED = { ...LIVE_GAME, state: 'suspended', outcomes: { '1': NO_ODDS, X: NO_ODDS, '2': NO_ODDS } }
const LIVE_GAMES = [
  LIVE_GAME,
  {
    ...SUSPENDED,
    gameId: '2',
    name: 'Express FC vs SC Villa',
    suspendedBy: 'GOAL',
    reopensAt: '2026-11-21T08:06:40.000Z',
  },
  { ...SUSPENDED, gameId: '3', name: 'BUL FC vs Maroons FC', suspendedBy: 'NO_NEWS' },
  { ...SUSPENDED, gameId: '5', name: 'Mbarara City vs Lugazi', suspendedBy: 'NOT_PRICED', reportsIncidents: false },
  {
    ...SUSPENDED,
    gameId: '4',
    name: 'NEC FC vs URA FC',
    suspendedBy: 'SUSPENDED_BY_STAFF',
    suspendedByStaff: true,
    isSuspended: true,
  },
]

type Settings = { readonly items: readonly { readonly key: string }[] }

/** Leagues with their own rules, and a change that waits. */
export const showLiveLeagues = (page: Page): Promise<void> =>
  changeResponse<Settings>(page, 'GET /api/admin/settings', ({ items }) => {
    const value = JSON.stringify({
      'Uganda/Premier League': { delaySeconds: 12, margin: { popular: 4 } },
      'England/Championship': { delaySeconds: 5 },
    })
    const requested = JSON.stringify({ 'England/Championship': { delaySeconds: 6 } })
    const waiting = {
      approvalId: '1',
      value: requested,
      askedBy: 'Ruth',
      askedAt: '2026-11-21T08:00:00.000Z',
      isOwn: false,
    }
    return {
      items: items.map((each) => (each.key === 'in_play_leagues' ? { ...each, value, waiting: [waiting] } : each)),
    }
  })

const person = (no: number, username: string) => ({
  id: `00000000-0000-4000-8000-00000000000${no}`,
  username,
  name: 'Amina Nansubuga',
  email: `${username}@mupiira.example`,
  phoneNumber: '+256772430140',
})
const BETTOR = {
  selections: 120,
  favourable: 11,
  expected: 1.4,
  oneIn: 40_112,
  isAboveThreshold: true,
  accepted: 118,
  rejectedByEvent: 9,
  turnover: 4_120_000,
  returnPercent: 141.3,
  restriction: { extraDelaySeconds: 0, isExcluded: false },
}

/** A conspicuous player, a restricted one and an ordinary one. */
export const showCourtsiding = (page: Page): Promise<void> =>
  changeResponse(page, 'GET /api/admin/in-play/courtsiding', () => ({
    total: { players: 214, selections: 6_310, favourable: 74 },
    items: [
      { ...BETTOR, userId: '1', user: person(1, 'amina') },
      {
        ...BETTOR,
        userId: '2',
        user: person(2, 'okello'),
        oneIn: 3_000_000,
        restriction: { extraDelaySeconds: 6, isExcluded: false },
      },
      {
        ...BETTOR,
        userId: '3',
        user: person(3, 'ruth'),
        favourable: 1,
        oneIn: 1,
        isAboveThreshold: false,
        returnPercent: 88.2,
        rejectedByEvent: 0,
      },
    ],
  }))

const LIVE_BET = {
  id: '1',
  state: 'rejected',
  stake: 25_000,
  oddsPolicy: 'better',
  requestedOdds: 2.1,
  acceptedOdds: null,
  selections: [
    {
      gameId: '1',
      match: 'Vipers SC vs KCCA FC',
      market: '1x2',
      marketName: 'Moneyline',
      selection: '1',
      selectionLabel: 'Vipers SC',
      odds: 2.1,
      inPlay: true,
    },
  ],
  ticketId: null,
  rejectedBecause: 'GOAL',
  createdAt: '2026-11-21T08:04:04.000Z',
  decidesAt: '2026-11-21T08:04:12.400Z',
  decidedAt: '2026-11-21T08:04:10.100Z',
  remainingMs: 0,
  userId: '1',
  user: person(1, 'amina'),
  games: [
    {
      gameId: '1',
      match: 'Vipers SC vs KCCA FC',
      request: { minute: 62, homeScore: 1, awayScore: 1, lastEvent: null, reportedAt: '2026-11-21T08:04:03.000Z' },
      decision: {
        minute: 63,
        homeScore: 2,
        awayScore: 1,
        lastEvent: { kind: 'goal', at: '2026-11-21T08:04:10.000Z' },
        reportedAt: '2026-11-21T08:04:10.000Z',
      },
    },
  ],
}

/** A rejected, an accepted and a waiting bet. */
export async function showLiveBets(page: Page): Promise<void> {
  await changeResponse(page, 'GET /api/admin/delayed-bets', () => ({
    total: 3,
    items: [
      LIVE_BET,
      { ...LIVE_BET, id: '2', state: 'accepted', acceptedOdds: 2.15, rejectedBecause: null, user: person(2, 'okello') },
      { ...LIVE_BET, id: '3', state: 'waiting', decidedAt: null, rejectedBecause: null },
    ],
  }))
  await changeResponse(page, 'GET /api/admin/delayed-bets/counts', () => ({
    counts: [{ state: 'rejected', reason: 'GOAL', bets: 12 }],
  }))
}

/** The input of one screen must not be restored in another. */
const removeDrafts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('mupiira.draft.')) sessionStorage.removeItem(key)
  })

/** Waits for content that is not in the first response. */
export const CONSOLE_STEPS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'console-game-odds'(page) {
    await page.getByRole('button', { name: 'Set', exact: true }).first().click()
    await page.getByLabel(/^Odds of /).fill('9')
    await page.getByText(/^Fair odds .* These odds give away/).waitFor()
    await removeDrafts(page)
  },
  async 'console-settings-preview'(page) {
    await page.getByRole('combobox', { name: 'Betting', exact: true }).selectOption('Off')
    await page.getByRole('textbox', { name: 'Maximum bet', exact: true }).fill('6000000')
    await page.getByRole('button', { name: 'Save All Settings' }).click()
    await page.getByRole('dialog', { name: 'Check the changes' }).getByText('Applies to new bets.').waitFor()
    await removeDrafts(page)
  },
  async 'console-game-doubted'(page) {
    const toldResult = { home: 1, away: 1, halfTime: { home: 0, away: 1 } }
    await changeResponse(page, 'GET /api/admin/games/*/markets', ({ game }: { readonly game: object }) => ({
      game: { ...game, toldResult },
    }))
    await page.getByText(/^The feed now reports another result/).waitFor()
  },
  // Real notices would appear in every player's notifications.
  async 'console-notices'(page) {
    await changeResponse(page, 'GET /api/admin/notices', () => ({ items: NOTICES, total: NOTICES.length }))
    await page.getByText(/^Your account is safe with us/).waitFor()
  },
  async 'console-in-play'(page) {
    const missingLiveOdds = { failure: 'LATE', receivedAt: '2026-11-21T08:06:10.000Z' }
    await changeResponse(page, 'GET /api/admin/in-play', () => ({ isOn: true, missingLiveOdds, games: LIVE_GAMES }))
    await page.getByText('suspended: goal').first().waitFor()
  },
  async 'console-live-bets'(page) {
    await showLiveBets(page)
    await page.getByText('rejected: goal').first().waitFor()
  },
  async 'console-live-bet'(page) {
    await showLiveBets(page)
    await openFirstRow(page)
    await page.getByRole('button', { name: 'View' }).first().click()
    await page.getByRole('dialog').getByText('At the decision').waitFor()
  },
  async 'console-restrict'(page) {
    await showCourtsiding(page)
    await openFirstRow(page)
    await page.getByRole('button', { name: 'Restrict amina' }).click()
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
  },
  async 'console-league-form'(page) {
    await showLiveLeagues(page)
    await page.getByRole('button', { name: 'Add a league' }).click()
    await page.getByRole('dialog').getByLabel('Popular').fill('6')
    await page
      .getByRole('dialog')
      .getByText(/^Over\/Under, an even chance/)
      .waitFor()
  },
  async 'console-courtsiding'(page) {
    await showCourtsiding(page)
    await page.getByText('1 in 40,112').first().waitFor()
  },
  async 'console-live-leagues'(page) {
    await showLiveLeagues(page)
    await page.getByText('Uganda · Premier League').first().waitFor()
  },
  async 'console-answer-times'(page) {
    await page.getByRole('dialog').getByText('Time to close').first().waitFor()
  },
  ...PROFILE_STEPS,
  ...FINANCE_STEPS,
  async 'console-block'(page) {
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
  },
  async 'console-users'(page) {
    await openFirstRow(page)
  },
  async 'console-withdrawals'(page) {
    await showHeldWithdrawals(page)
    await page.getByText('Large amount').first().waitFor()
  },
  async 'console-transactions'(page) {
    await openFirstRow(page)
  },
  async 'console-jobs'(page) {
    await showFailingJobs(page)
    await page.getByText('reconcile-providers').first().waitFor()
  },
  async 'console-dashboard'(page) {
    await showTasks(page)
    await page.getByRole('link', { name: 'Players in debt' }).waitFor()
    await page.getByRole('region', { name: 'Open liability' }).locator('canvas').waitFor()
  },
}

/** On a phone, the first row is open in the picture. */
async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).waitFor()
  const arrow = page.getByRole('button', { name: /^Details of / }).first()
  if ((await arrow.count()) > 0) await arrow.click()
}

/** The staff's work before the pictures; returns the parameters of the screens' addresses. */
export async function prepareConsole(
  product: Product,
  { client, password }: Player,
  gameId: string,
): Promise<Readonly<Record<string, string>>> {
  await client.must('POST /api/admin/confirm', { body: { password } })
  await client.must('POST /api/admin/aviator/chains', { body: { beacon: 'bitcoin', height: '976072' } })
  const tomorrow = new Date(product.clock.now().getTime() + 86_400_000)
  const { game } = await client.must('POST /api/admin/games', {
    body: {
      homeTeam: 'Busoga United',
      awayTeam: 'Gaddafi FC',
      league: 'Uganda Premier League',
      startTime: tomorrow.toISOString(),
      homeOdds: 2.15,
      drawOdds: 3.05,
      awayOdds: 3.4,
    },
  })
  const market = { id: game.id, market: '1x2' }
  await client.must('PUT /api/admin/games/{id}/markets/{market}', {
    params: market,
    body: { odds: { '1': 1.9 }, mostStake: { '1': 500_000 }, reason: 'as the other houses say' },
  })
  await client.must('POST /api/admin/games/{id}/suspend', {
    params: { id: gameId },
    body: { suspended: true, reason: 'the goalkeeper is ill' },
  })
  const players: Player[] = []
  for (let at = 0; at < 12; at++) players.push(await registerPlayer(product, `7726${String(at).padStart(2, '0')}140`))
  const [owing, gone, restricted] = players
  await restrictPlayer(client, restricted?.userId ?? '', new Date(tomorrow.getTime() + 29 * 86_400_000))
  const change = (userId: string, newStatus: 'suspended' | 'banned', reason: string) =>
    client.must('POST /api/admin/users/{id}/status', { params: { id: userId }, body: { newStatus, reason } })
  await change(owing?.userId ?? '', 'suspended', 'bets from three accounts')
  await change(gone?.userId ?? '', 'banned', 'a stolen phone')
  const matches = (names: readonly (readonly [string, string])[]) =>
    names.map(([homeTeam, awayTeam]) => ({ homeTeam, awayTeam, date: '2027-01-09', time: '16:00', venue: 'Njeru' }))
  await client.must('POST /api/admin/fixtures', {
    body: {
      tournament: 'Uganda Cup, round of 16',
      season: '2026/27',
      matches: matches([
        ['Kitara FC', 'Maroons FC'],
        ['NEC FC', 'Vipers SC'],
        ['Police FC', 'SC Villa'],
      ]),
    },
  })
  return { handGameId: game.id, restrictedId: restricted?.userId ?? '' }
}
