import { randomUUID } from 'node:crypto'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { RequestInput } from '../support/client.ts'
import type { OperationKey } from '@mupiira/contract/operations.ts'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { sendForm, smallPng } from '../support/chat-form.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { CHAT_REQUESTS } from './chat-requests.ts'
import { mustPlace } from '../support/place-bet.ts'
import { fixtureForm, gameForm, goodSlip, today } from './access-forms.ts'
import { STAFF_REQUESTS } from './staff-requests.ts'

/** A product with data of two players: the owner has money, a ticket, a payment and notifications. */
export type AccessFixture = {
  readonly product: Product
  readonly owner: Player
  readonly otherPlayer: Player
  readonly gameId: string
  readonly ticket: Ticket
  readonly paymentId: string
  readonly notificationId: string
  /** The owner's session in another browser. */
  readonly otherSessionId: string
  /** An image that the owner sent to customer care. */
  readonly imageName: string
}

export async function accessFixture(env: Readonly<Record<string, string>> = {}): Promise<AccessFixture> {
  const product = await startProduct({ matches: recordedLines(4), kickoffInSeconds: 7_200, env })
  const owner = await registerPlayer(product, '774000010', { connections: 8 })
  const otherPlayer = await registerPlayer(product, '774000028')
  const payment = await deposit(owner, 1_000_000)
  await deposit(otherPlayer, 500_000)
  const gameId = await until('a game is on offer', async () => {
    const { items } = await owner.client.must('GET /api/games', { query: { status: 'open' } })
    return items.length === 4 && items[0]?.id
  })
  const { ticket } = await mustPlace(owner.client, { body: goodSlip(gameId) })
  const notificationId = await until('the notifications are there', async () => {
    const { items } = await owner.client.must('GET /api/notifications', {})
    return items.length >= 2 && items[0]?.id
  })
  const otherSessionId = await otherSession(product, owner)
  const imageName = await sendImage(owner)
  const found = { gameId, ticket, paymentId: payment.id, notificationId, otherSessionId, imageName }
  return { product, owner, otherPlayer, ...found }
}

async function sendImage({ client }: Player): Promise<string> {
  const { message } = await sendForm(client, '/api/chat/messages', { content: 'See here', image: smallPng() })
  return message.imageUrl?.split('/').at(-1) ?? ''
}

async function otherSession(product: Product, { client, phone, password }: Player): Promise<string> {
  await product.client().must('POST /api/auth/login', { body: { phoneNumber: phone, password } })
  const { items } = await client.must('GET /api/auth/sessions', {})
  return items.find(({ isCurrent }) => !isCurrent)?.id ?? ''
}

const NO_SUCH_ID = '01900000-0000-7000-8000-000000000000'

/** Phone numbers that are not registered yet. */
let registered = 0
const newPhone = (): string => `7741${String(++registered).padStart(4, '0')}0`

const orderCallback = () => ({
  params: { provider: 'mtn' as const, seal: 'guessed' },
  body: { status: 'SUCCESSFUL' },
})

/** For each operation one valid request of the owner. A new operation does not compile without one. */
export const VALID_REQUESTS: { readonly [K in OperationKey]: (fixture: AccessFixture) => RequestInput<K> } = {
  'POST /api/auth/register': () => ({
    body: {
      firstName: 'Okello',
      lastName: 'Mirembe',
      phoneNumber: newPhone(),
      nin: 'CM12345678ABCD',
      password: 'matooke-and-beans',
      location: 'Jinja',
      nationality: 'Ugandan',
      acceptTerms: true,
    },
  }),
  // The owner's password changes during the test, so another player signs in.
  'POST /api/auth/login': ({ otherPlayer }) => ({
    body: { phoneNumber: otherPlayer.phone, password: otherPlayer.password, keepLoggedIn: true },
  }),
  'POST /api/auth/login/code': () => ({ body: { phoneNumber: newPhone() } }),
  'POST /api/auth/logout': () => ({ body: {} }),
  'GET /api/auth/session': () => ({}),
  'GET /api/auth/sessions': () => ({}),
  'DELETE /api/auth/sessions/{id}': ({ otherSessionId }) => ({ params: { id: otherSessionId } }),
  'POST /api/auth/sessions/end-others': () => ({ body: {} }),
  'GET /api/auth/email': () => ({}),
  'POST /api/auth/email': ({ owner }) => ({
    body: { email: 'owner@example.com', currentPassword: owner.password },
  }),
  'DELETE /api/auth/email/waiting': () => ({}),
  'POST /api/auth/email/remove': ({ owner }) => ({ body: { currentPassword: owner.password } }),
  'POST /api/auth/email/confirm': () => ({ body: { token: 'guessed' } }),
  // The owner has money, so the account stays.
  'POST /api/account/erasure': ({ owner }) => ({ body: { currentPassword: owner.password } }),
  'POST /api/account/export': ({ owner }) => ({ body: { currentPassword: owner.password } }),
  'POST /api/auth/password/change': ({ owner }) => ({
    body: { currentPassword: owner.password, newPassword: `${owner.password}-and-more` },
  }),
  'POST /api/auth/profile': () => ({ body: {} }),
  'POST /api/auth/password/forgot': () => ({ body: { emailOrPhone: newPhone() } }),
  'POST /api/auth/password/reset': () => ({ body: { token: 'guessed', newPassword: 'matooke-and-beans' } }),
  'GET /api/aviator/state': () => ({}),
  'GET /api/aviator/clock': () => ({}),
  'POST /api/aviator/bets': () => ({ body: { stake: 10_000, target: 2.5, auto: false } }),
  'POST /api/aviator/bets/{id}/cashout': () => ({ params: { id: NO_SUCH_ID } }),
  'POST /api/aviator/bets/{id}/cancel': () => ({ params: { id: NO_SUCH_ID } }),
  'GET /api/aviator/bets': () => ({ query: { limit: 10 } }),
  'GET /api/aviator/rounds': () => ({ query: { limit: 10 } }),
  'GET /api/aviator/rounds/{id}/proof': () => ({ params: { id: '1' } }),
  'GET /api/aviator/chains': () => ({}),
  'GET /api/aviator/top': () => ({ query: { period: 'today' } }),
  'GET /api/admin/aviator/chains': () => ({}),
  'POST /api/admin/aviator/chains': () => ({ body: { beacon: 'bitcoin', height: '960000' } }),
  'POST /api/admin/aviator/chains/{id}/salt': () => ({
    params: { id: NO_SUCH_ID },
    body: { height: '960000', header: 'ab'.repeat(80) },
  }),
  'POST /api/bets': ({ gameId }) => ({ body: goodSlip(gameId) }),
  'POST /api/bets/quote': ({ gameId }) => ({ body: goodSlip(gameId) }),
  'GET /api/bets': () => ({ query: { tab: 'open', status: 'pending', limit: 10 } }),
  'GET /api/bets/counts': () => ({}),
  'GET /api/delayed-bets': () => ({}),
  'GET /api/delayed-bets/{id}': () => ({ params: { id: NO_SUCH_ID } }),
  'GET /api/bets/{id}': ({ ticket }) => ({ params: { id: ticket.id } }),
  'POST /api/booking-codes': ({ gameId }) => ({ body: { selections: [{ gameId, market: '1x2', selection: '1' }] } }),
  'GET /api/booking-codes/{code}': ({ ticket }) => ({ params: { code: ticket.bookingCode } }),
  'GET /api/cashouts': ({ ticket }) => ({ query: { ids: ticket.id } }),
  'GET /api/bets/{id}/cashout': ({ ticket }) => ({ params: { id: ticket.id } }),
  'POST /api/bets/{id}/cashout': ({ ticket }) => ({ params: { id: ticket.id }, body: { offer: 20_000 } }),
  'GET /api/bets/{id}/cashout/history': ({ ticket }) => ({ params: { id: ticket.id } }),
  'PUT /api/bets/{id}/cashout/automatic': ({ ticket }) => ({
    params: { id: ticket.id },
    body: { target: 31_000, percent: 100 },
  }),
  'DELETE /api/bets/{id}/cashout/automatic': ({ ticket }) => ({ params: { id: ticket.id } }),
  ...CHAT_REQUESTS,
  'GET /api/admin/users/{id}/related': ({ owner }) => ({ params: { id: owner.userId } }),
  'POST /api/admin/users/{id}/export': ({ owner }) => ({
    params: { id: owner.userId },
    body: { reason: 'the player asked by letter' },
  }),
  'POST /api/admin/users/{id}/erasure': ({ owner }) => ({
    params: { id: owner.userId },
    body: { reason: 'the player asked by letter' },
  }),
  'GET /api/admin/user-tags': () => ({}),
  'POST /api/admin/users/{id}/tags': ({ owner }) => ({
    params: { id: owner.userId },
    body: { tag: 'vip', isSet: true },
  }),
  'GET /api/admin/users/{id}/timeline': ({ owner }) => ({ params: { id: owner.userId } }),
  'GET /api/admin/users/{id}/lifetime': ({ owner }) => ({ params: { id: owner.userId } }),
  'GET /api/casino/games': () => ({}),
  'GET /api/jackpot': () => ({}),
  'GET /api/games': () => ({ query: { status: 'open', sport: 'soccer', limit: 10 } }),
  'GET /api/games/{id}': ({ gameId }) => ({ params: { id: gameId } }),
  'GET /api/games/{id}/markets': ({ gameId }) => ({ params: { id: gameId } }),
  'GET /api/games/{id}/statistics': ({ gameId }) => ({ params: { id: gameId } }),
  'GET /api/games/{id}/head-to-head': ({ gameId }) => ({ params: { id: gameId } }),
  'GET /api/games/{id}/standings': ({ gameId }) => ({ params: { id: gameId } }),
  'GET /api/games/{id}/timeline': ({ gameId }) => ({ params: { id: gameId } }),
  'GET /api/games/{id}/lineups': ({ gameId }) => ({ params: { id: gameId } }),
  'POST /api/games/refresh-scores': () => ({ body: {} }),
  'GET /api/sports': () => ({}),
  'GET /api/goal-prices': () => ({ query: { ids: NO_SUCH_ID } }),
  'GET /api/developer': () => ({}),
  'POST /api/developer/notifications': () => ({ body: { type: 'info' } }),
  'POST /api/notifications/arrival': () => ({}),
  'GET /api/notifications': () => ({ query: { filter: 'all', limit: 10 } }),
  'POST /api/notifications/{id}/read': ({ notificationId }) => ({ params: { id: notificationId } }),
  'POST /api/notifications/read-all': () => ({}),
  'DELETE /api/notifications/{id}': ({ notificationId }) => ({ params: { id: notificationId } }),
  'GET /api/push': () => ({}),
  'PUT /api/push': ({ product }) => ({ body: { subscription: product.push.subscribe(), kinds: ['bets', 'support'] } }),
  'DELETE /api/push': () => ({}),
  'POST /api/payments/deposits': ({ owner }) => ({
    body: { amount: 30_000, phoneNumber: owner.phone, method: 'MTN' },
  }),
  'POST /api/payments/withdrawals': () => ({ body: { amount: 30_000 } }),
  'GET /api/payments': () => ({ query: { limit: 10 } }),
  'GET /api/payments/{id}': ({ paymentId }) => ({ params: { id: paymentId } }),
  'POST /api/payments/{id}/cancel': ({ paymentId }) => ({ params: { id: paymentId }, body: {} }),
  'GET /api/payer/own-number': () => ({}),
  'POST /api/payer/own-number/code': () => ({ body: {} }),
  'POST /api/payer/own-number/confirm': () => ({ body: { code: '000000' } }),
  'POST /api/payer/opt-out/code': () => ({ body: { phoneNumber: newPhone() } }),
  'POST /api/payer/opt-out/confirm': () => ({ body: { phoneNumber: newPhone(), code: '000000', optedOut: true } }),
  'POST /api/webhooks/{provider}': () => ({ params: { provider: 'relworx' }, body: { status: 'success' } }),
  'POST /api/webhooks/{provider}/{seal}': orderCallback,
  'PUT /api/webhooks/{provider}/{seal}': orderCallback,
  'GET /api/settings': () => ({}),
  'GET /api/stream': () => ({ query: { topics: 'games' } }),
  'GET /api/admin/me': () => ({}),
  'POST /api/admin/second-factor': () => ({}),
  'POST /api/admin/second-factor/enable': () => ({ body: { code: '123456' } }),
  'POST /api/admin/confirm': () => ({ body: { code: '123456' } }),
  'GET /api/admin/audit': () => ({ query: { q: 'a word', action: 'user' } }),
  'GET /api/admin/audit/export': () => ({ query: { action: 'user' } }),
  'GET /api/admin/search': () => ({ query: { q: '0772' } }),
  'GET /api/admin/users': () => ({ query: { q: '077', status: 'active' } }),
  'GET /api/admin/users/export': () => ({ query: { status: 'active' } }),
  'GET /api/admin/users/counts': () => ({}),
  'POST /api/admin/users/{id}/status': ({ otherPlayer }) => ({
    params: { id: otherPlayer.userId },
    body: { newStatus: 'active', reason: 'the player has explained himself' },
  }),
  'GET /api/admin/adjustments/foreseen': () => ({ query: { amount: 5_000 } }),
  'POST /api/admin/users/{id}/top-up': ({ owner }) => ({ params: { id: owner.userId }, body: { amount: 5_000 } }),
  'POST /api/admin/users/{id}/deduct': ({ owner }) => ({ params: { id: owner.userId }, body: { amount: 3_000 } }),
  'GET /api/admin/users/{id}': ({ owner }) => ({ params: { id: owner.userId } }),
  'GET /api/admin/users/{id}/ledger': ({ owner }) => ({ params: { id: owner.userId } }),
  'GET /api/admin/users/{id}/ledger/export': ({ owner }) => ({ params: { id: owner.userId } }),
  'GET /api/admin/users/{id}/tickets': ({ owner }) => ({
    params: { id: owner.userId },
    query: { status: 'pending', page: 1, pageSize: 5 },
  }),
  'POST /api/admin/users/{id}/sessions/end': ({ otherPlayer }) => ({
    params: { id: otherPlayer.userId },
    body: { reason: 'the phone was stolen' },
  }),
  'POST /api/admin/users/{id}/notes': ({ owner }) => ({ params: { id: owner.userId }, body: { note: 'has called' } }),
  'GET /api/admin/settings': () => ({}),
  'PUT /api/admin/settings': () => ({
    body: { changes: [{ key: 'max_daily_bets', value: '49' }], reason: 'Too many bets' },
  }),
  'POST /api/admin/settings/preview': () => ({ body: { changes: [{ key: 'max_daily_bets', value: '49' }] } }),
  'GET /api/admin/approvals': () => ({}),
  'POST /api/admin/approvals/{id}': () => ({ params: { id: NO_SUCH_ID }, body: { decision: 'approve' } }),
  'GET /api/admin/ledger/check': () => ({}),
  'POST /api/admin/transactions/{id}/ask': ({ paymentId }) => ({ params: { id: paymentId } }),
  'POST /api/admin/transactions/{id}/resolve': ({ paymentId }) => ({
    params: { id: paymentId },
    body: { ending: 'success', note: 'as the provider says' },
  }),
  'GET /api/admin/withdrawal-reviews': () => ({ query: { page: 1 } }),
  'POST /api/admin/withdrawal-reviews/{id}/approve': ({ paymentId }) => ({ params: { id: paymentId }, body: {} }),
  'POST /api/admin/withdrawal-reviews/{id}/reject': ({ paymentId }) => ({
    params: { id: paymentId },
    body: { message: 'Call us', note: 'name differs' },
  }),
  'POST /api/admin/reconciliation': () => ({ body: { day: '2026-11-21' } }),
  'GET /api/admin/reconciliation/cases': () => ({}),
  'POST /api/admin/reconciliation/cases/{id}/close': ({ paymentId }) => ({
    params: { id: paymentId },
    body: { note: 'the operator has paid it in', booked: true, amount: 50_000 },
  }),
  'GET /api/admin/games': () => ({ query: { q: 'Vipers', status: 'upcoming', decide: false } }),
  'GET /api/admin/games/{id}': ({ gameId }) => ({ params: { id: gameId } }),
  'GET /api/admin/offer': () => ({
    query: { sport: 'soccer', home: 2.1, draw: 3.4, away: 3.6, over25: 1.9, under25: 1.9 },
  }),
  'POST /api/admin/games': (fixture) => ({ body: gameForm(fixture) }),
  'PUT /api/admin/games/{id}': (fixture) => ({
    params: { id: fixture.gameId },
    body: { ...gameForm(fixture), status: 'upcoming' },
  }),
  'DELETE /api/admin/games/{id}': () => ({ params: { id: NO_SUCH_ID } }),
  'POST /api/admin/games/{id}/step': ({ gameId }) => ({
    params: { id: gameId },
    body: { step: 'goal', minute: 12, team: 'home', scorer: 'Okello', reason: 'seen' },
  }),
  'POST /api/admin/games/{id}/goals': ({ gameId }) => ({
    params: { id: gameId },
    body: { team: 'home', minute: 12, scorer: 'Okello', reason: 'seen' },
  }),
  'POST /api/admin/games/{id}/suspend': ({ gameId }) => ({
    params: { id: gameId },
    body: { suspended: false, reason: 'seen' },
  }),
  'POST /api/admin/games/{id}/control': ({ gameId }) => ({
    params: { id: gameId },
    body: { by: 'staff', reason: 'the feed is wrong' },
  }),
  'POST /api/admin/games/{id}/show': ({ gameId }) => ({ params: { id: gameId } }),
  'POST /api/admin/games/sync-scores': () => ({}),
  'POST /api/admin/games/{id}/result/preview': ({ gameId }) => ({
    params: { id: gameId },
    body: { kind: 'result', home: 1, away: 0, halfTimeHome: 0, halfTimeAway: 0, goals: [{ team: 'home', minute: 50 }] },
  }),
  'POST /api/admin/games/{id}/result': ({ gameId }) => ({
    params: { id: gameId },
    body: { result: { kind: 'void' }, confirmed: { amount: 0, seen: '', reason: 'as the referee says' } },
  }),
  'GET /api/admin/games/{id}/markets': ({ gameId }) => ({ params: { id: gameId } }),
  'PUT /api/admin/games/{id}/markets/{market}': ({ gameId }) => ({
    params: { id: gameId, market: '1x2' },
    body: { suspended: false, odds: { '1': 1.1 }, mostStake: { '1': 100_000 }, reason: 'as the market says' },
  }),
  'POST /api/admin/trading/suspend': ({ gameId }) => ({ body: { games: [gameId], suspended: true } }),
  'POST /api/admin/trading/end': ({ gameId }) => ({ body: { games: [gameId], kind: 'void' } }),
  'GET /api/admin/trading': () => ({ query: { day: '2026-11-21', sport: 'soccer', state: 'suspended', page: 1 } }),
  'GET /api/admin/notices': () => ({ query: { page: 1 } }),
  'POST /api/admin/notices': () => ({ body: { message: 'No deposits from 02:00 to 03:00', priority: 'low' } }),
  'DELETE /api/admin/notices/{id}': () => ({ params: { id: NO_SUCH_ID } }),
  'GET /api/admin/search-names': () => ({ query: { page: 1 } }),
  'POST /api/admin/search-names': () => ({ body: { kind: 'team', name: 'Access FC', aliases: ['access'] } }),
  'PUT /api/admin/search-names/{id}': () => ({
    params: { id: NO_SUCH_ID },
    body: { aliases: [], seen: '2026-11-21T12:00:00.000Z' },
  }),
  'DELETE /api/admin/search-names/{id}': () => ({ params: { id: NO_SUCH_ID } }),
  'GET /api/admin/fixtures': () => ({ query: { page: 1 } }),
  'POST /api/admin/fixtures': (fixture) => ({ body: fixtureForm(fixture) }),
  'PUT /api/admin/fixtures/{id}': (fixture) => ({ params: { id: NO_SUCH_ID }, body: fixtureForm(fixture) }),
  'DELETE /api/admin/fixtures/{id}': () => ({ params: { id: NO_SUCH_ID } }),
  'POST /api/admin/fixtures/{id}/publish': () => ({ params: { id: NO_SUCH_ID }, body: {} }),
  'GET /api/admin/report': () => ({ query: { day: '2026-11-21' } }),
  'GET /api/admin/report.csv': () => ({ query: { day: '2026-11-21' } }),
  'GET /api/admin/profit-and-loss': () => ({ query: { from: '2026-11-01', to: '2026-11-21', by: 'league' } }),
  'GET /api/admin/profit-and-loss.csv': () => ({ query: { from: '2026-11-01', to: '2026-11-21', by: 'day' } }),
  'GET /api/admin/figures/rows': () => ({
    query: { figure: 'payouts', from: '2026-11-01', to: '2026-11-21', by: 'market', key: '1x2', page: 1 },
  }),
  'GET /api/admin/figures/rows/export': () => ({ query: { figure: 'debts', from: '2026-11-01', to: '2026-11-21' } }),
  'GET /api/admin/in-play': () => ({}),
  'GET /api/admin/in-play/leagues': () => ({}),
  'GET /api/admin/delayed-bets': () => ({ query: { state: 'rejected', reason: 'GOAL', q: '0774', page: 1 } }),
  'GET /api/admin/delayed-bets/counts': () => ({ query: { from: '2026-01-01' } }),
  'GET /api/admin/delayed-bets/export': () => ({ query: { state: 'accepted' } }),
  'GET /api/admin/in-play/courtsiding': () => ({}),
  'PUT /api/admin/users/{id}/in-play-restriction': ({ otherPlayer }) => ({
    params: { id: otherPlayer.userId },
    body: {
      restriction: { extraDelaySeconds: 0, isExcluded: false },
      seen: { extraDelaySeconds: 0, isExcluded: false },
      reason: 'as it was',
    },
  }),
  'GET /api/admin/risk': () => ({}),
  'GET /api/admin/risk/open-bets': () => ({}),
  'GET /api/admin/risk/prices': () => ({}),
  'GET /api/admin/games/{id}/scores': ({ gameId }) => ({ params: { id: gameId } }),
  'GET /api/admin/charts/money': () => ({ query: { by: 'hour' } }),
  'GET /api/admin/charts/desk': () => ({}),
  'GET /api/admin/stats': () => ({}),
  ...STAFF_REQUESTS,
  'POST /api/admin/risk/suspensions': () => ({
    body: { scope: 'Uganda/No such league', suspended: false, reason: 'as it was' },
  }),
  'POST /api/admin/users/{id}/restrictions': ({ otherPlayer }) => ({
    params: { id: otherPlayer.userId },
    body: { kind: 'stake-factor', value: 50, endsAt: null, reason: 'bets on late news', seen: null },
  }),
  'POST /api/admin/users/{id}/restrictions/lift': ({ otherPlayer }) => ({
    params: { id: otherPlayer.userId },
    body: { restrictionId: otherPlayer.userId, reason: 'the check is over' },
  }),
  'PUT /api/admin/users/{id}/stake-limit': ({ otherPlayer }) => ({
    params: { id: otherPlayer.userId },
    body: { reason: 'as it was' },
  }),
  'GET /api/admin/bets': () => ({ query: { status: 'pending', q: '0774', from: '2026-01-01', page: 1 } }),
  'GET /api/admin/withdrawal-reviews/export': () => ({ query: { format: 'xlsx' } }),
  'GET /api/admin/reconciliation/cases/export': () => ({ query: { format: 'xlsx' } }),
  'GET /api/admin/games/export': () => ({ query: { format: 'xlsx' } }),
  'GET /api/admin/fixtures/export': () => ({ query: { format: 'xlsx' } }),
  'GET /api/admin/search-names/export': () => ({ query: { format: 'xlsx' } }),
  'GET /api/admin/notices/export': () => ({ query: { format: 'xlsx' } }),
  'GET /api/admin/staff/export': () => ({ query: { format: 'xlsx' } }),
  'GET /api/admin/approvals/export': () => ({ query: { format: 'xlsx' } }),
  'GET /api/admin/bets/export': (fixture) => ({ query: { to: today(fixture) } }),
  'GET /api/admin/bets/totals': () => ({ query: { from: '2026-01-01' } }),
  'GET /api/admin/bets/{id}': ({ ticket }) => ({ params: { id: ticket.id } }),
  'POST /api/admin/bets/{id}/cancel': ({ ticket }) => ({
    params: { id: ticket.id },
    body: { reason: 'asked for by its owner' },
  }),
  'GET /api/admin/transactions': () => ({ query: { type: 'deposit', q: '0774', review: false } }),
  'GET /api/admin/transactions/export': () => ({ query: { type: 'deposit' } }),
  'GET /api/admin/transactions/totals': () => ({ query: { from: '2026-01-01' } }),
  'GET /api/admin/transactions/{id}': ({ paymentId }) => ({ params: { id: paymentId } }),
  'PUT /api/account/settings': () => ({ body: { default_stake: 20_000 } }),
  'GET /api/protection': () => ({}),
  'GET /api/protection/limits': () => ({}),
  'PUT /api/protection/limits': () => ({ body: { kind: 'stake', period: 'month', amount: 900_000_000 } }),
  'POST /api/protection/limits/confirm': () => ({ body: { kind: 'stake', period: 'month' } }),
  'PUT /api/protection/reality-check': () => ({ body: { minutes: 30 } }),
  'GET /api/protection/net-result': ({ product }) => ({ query: { since: product.clock.now().toISOString() } }),
  'POST /api/protection/exclusion': () => ({ body: { length: '24h' } }),
  'GET /api/wallet': () => ({}),
  'GET /api/wallet/statement': (fixture) => ({
    query: { limit: 10, filter: 'bets', from: '2026-01-01', to: today(fixture) },
  }),
  'GET /api/wallet/statement/totals': () => ({ query: { from: '2026-01-01' } }),
  'GET /api/wallet/statement.csv': (fixture) => ({ query: { to: today(fixture) } }),
  'POST /api/wallet/repair': () => ({}),
}

export const newKey = (): string => randomUUID()
