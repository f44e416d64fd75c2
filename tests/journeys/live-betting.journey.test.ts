import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '@mupiira/contract/games.ts'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import { expectCleanLedger } from './ledger-proof.ts'

// Staff sets the terms of a league in play, follows the live bets of a player, and suspends and restricts.

const MINUTE_MS = 60_000
const LEAGUE_DELAY_S = 6

let product: Product
let staff: Player
let second: Player
let player: Player

beforeAll(async () => {
  product = await startProduct({
    matches: recordedLines(1).map((line) => ({ ...line, FTHG: '0', FTAG: '0', HTHG: '0', HTAG: '0' })),
    kickoffInSeconds: 120,
    feedSpeed: 1,
  })
  staff = await registerConfirmedStaff(product, '772450190')
  second = await registerConfirmedStaff(product, '772450191')
  player = await registerPlayer(product, '772450195')
  await deposit(player, 300_000)
  await change({ in_play_betting: 'on', in_play_silence_seconds: '60' })
  await until('the match is listed', async () => {
    const { counts } = await player.client.must('GET /api/games', { query: { limit: 1 } })
    return counts.total > 0
  })
  await passes((product.loaded[0]?.kickoff.getTime() ?? 0) + 30 * MINUTE_MS - product.clock.now().getTime())
  await opens()
})
afterAll(() => product?.close())

const passes = (ms: number) => product.clock.moveTo(new Date(product.clock.now().getTime() + ms))

/** Changes settings with the approval of a second member of staff. */
async function change(settings: { readonly [key: string]: string }): Promise<void> {
  for (const { client, password } of [staff, second])
    await client.must('POST /api/admin/confirm', { body: { password } })
  const changes = Object.entries(settings).map(([key, value]) => ({ key, value }))
  const { items } = await staff.client.must('PUT /api/admin/settings', { body: { changes, reason: 'a test in play' } })
  for (const id of new Set(items.flatMap(({ waiting }) => waiting.map(({ approvalId }) => approvalId))))
    await second.client.must('POST /api/admin/approvals/{id}', { params: { id }, body: { decision: 'approve' } })
}

async function game(): Promise<Game> {
  const { items } = await player.client.must('GET /api/games', { query: { status: 'live', sport: 'soccer' } })
  const [live] = items
  if (live === undefined) throw new Error('no game is live')
  return live
}
const opens = (): Promise<Game> =>
  until('the game takes bets', async () => {
    const { items } = await player.client.must('GET /api/games', { query: { status: 'live', sport: 'soccer' } })
    return items.find(({ open }) => open)
  })
const scores = (side: 'home' | 'away') =>
  product.feed.control({ match_id: product.loaded[0]?.matchId ?? '', action: 'goal', side })

/** A bet on the home win that waits. */
async function bets(): Promise<string> {
  const { id, prices } = await opens()
  const selections = [{ gameId: id, market: '1x2', selection: '1', odds: prices['1'] ?? 0 }]
  const body = { stake: 25_000, selections, oddsPolicy: 'any' } as const
  const answer = await player.client.must('POST /api/bets', { body })
  if (!('delayed' in answer)) throw new Error('the bet does not wait')
  return answer.delayed.id
}
const decided = (id: string) =>
  until('the bet is decided', async () => {
    const bet = await player.client.must('GET /api/delayed-bets/{id}', { params: { id } })
    return bet.state === 'waiting' ? null : bet
  })
const liveBets = async (query: { readonly reason?: 'GOAL'; readonly user?: string }) =>
  (await staff.client.must('GET /api/admin/delayed-bets', { query })).items
const board = async () => {
  const { games } = await staff.client.must('GET /api/admin/in-play', {})
  if (games[0] === undefined) throw new Error('the board is empty')
  return games[0]
}

it('[INP-04] [INP-05] a league has its own bet delay and margin once a second member of staff has approved them', async () => {
  const { id, league, country, prices } = await opens()
  const before = prices['1'] ?? 0
  const scope = `${country ?? ''}/${league}`
  await change({
    in_play_leagues: JSON.stringify({ [scope]: { delaySeconds: LEAGUE_DELAY_S, margin: { popular: 25 } } }),
  })
  await until('the odds have the margin of the league', async () => ((await game()).prices['1'] ?? before) < before)
  const selections = [{ gameId: id, market: '1x2', selection: '1', odds: before }]
  const quote = await player.client.must('POST /api/bets/quote', { body: { stake: 25_000, selections } })
  expect(quote.delaySeconds).toBe(LEAGUE_DELAY_S)
  expect(await board()).toMatchObject({ delaySeconds: LEAGUE_DELAY_S, state: 'open' })
})

it('[INP-06] [INP-16] staff sees why a live bet was rejected, with what the feed had reported', async () => {
  const id = await bets()
  scores('away')
  expect(await decided(id)).toMatchObject({ state: 'rejected', rejectedBecause: 'GOAL' })
  const [bet] = await liveBets({ reason: 'GOAL' })
  expect(bet).toMatchObject({
    id,
    user: { id: player.userId },
    games: [{ request: { awayScore: 0 }, decision: { awayScore: 1, lastEvent: { kind: 'goal' } } }],
  })
  const { counts } = await staff.client.must('GET /api/admin/delayed-bets/counts', { query: {} })
  expect(counts).toEqual([{ state: 'rejected', reason: 'GOAL', bets: 1 }])
})

it('[INP-12] a goal after the acceptance of a live bet counts in the courtsiding report, and one bet accuses no player', async () => {
  await passes(MINUTE_MS)
  expect(await decided(await bets())).toMatchObject({ state: 'accepted' })
  scores('home')
  await until('the game is suspended', async () => !(await game()).open)
  await passes(30_000)
  const report = () => staff.client.must('GET /api/admin/in-play/courtsiding', {})
  const { total, items } = await until('the move is measured', async () => {
    const found = await report()
    return found.total.selections > 0 ? found : null
  })
  expect(total).toEqual({ players: 1, selections: 1, favourable: 1 })
  expect(items).toEqual([])
  const restriction = { extraDelaySeconds: 10, isExcluded: false }
  const refused = await staff.client.call('PUT /api/admin/users/{id}/in-play-restriction', {
    params: { id: player.userId },
    body: { restriction, seen: { extraDelaySeconds: 0, isExcluded: false }, reason: 'one lucky bet' },
  })
  expect(refused.ok ? null : refused.problem.code).toBe('BELOW_COURTSIDING_THRESHOLD')
})

it('[INP-08] staff suspends and reopens the league of a live game from the board', async () => {
  await passes(MINUTE_MS)
  const { league, country } = await opens()
  const scope = `${country ?? ''}/${league}`
  const set = (suspended: boolean) =>
    staff.client.must('POST /api/admin/risk/suspensions', { body: { scope, suspended, reason: 'a slow feed' } })
  await set(true)
  await until('the league is suspended', async () => (await board()).suspendedBy === 'SUSPENDED_BY_STAFF')
  expect(await board()).toMatchObject({ isSuspended: false, suspendedScopes: [scope], state: 'suspended' })
  expect((await board()).outcomes['1']).toMatchObject({ odds: null, lastOdds: expect.any(Number) })
  await set(false)
  await opens()
  await expectCleanLedger(product)
})
