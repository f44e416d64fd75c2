import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UnconfirmedGames } from '@mupiira/contract/admin-trading-changes.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { type ManualGamesFixture, manualGamesFixture } from '../../../testing/test-manual-games.ts'

let app: ManualGamesFixture
let player: TestAccount
let colleague: TestAccount
beforeAll(async () => {
  app = await manualGamesFixture()
  player = await app.player({ balanceUgx: 50_000_000 })
  colleague = await app.admin({ firstName: 'Ruth', balanceUgx: 0 })
})
afterAll(() => app?.close())
// The sum of results without approval starts at zero.
beforeEach(() => app.clock.forward(2 * DAY_MS))

const OTHER_TEAMS = { homeTeam: 'Maroons FC', awayTeam: 'NEC FC' }
const REASON = 'the league has decided'
const send = (path: 'suspend' | 'end', body: object) => app.post(`/api/admin/trading/${path}`, body)
const previewOf = async (path: 'suspend' | 'end', body: object): Promise<UnconfirmedGames> => {
  const refused = await send(path, body)
  expect(refused).toMatchObject({ status: 409, body: { code: 'CHANGE_MOVES_BETS' } })
  return refused.body['details'] as unknown as UnconfirmedGames
}
const confirmedBy = ({ amount, seen }: UnconfirmedGames) => ({ amount, seen, reason: REASON })
const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body
const lastEntry = async (id: string) => (await app.staffActions(`game:${id}`)).at(-1)

/** A live game, one up, with a bet on the home team. */
async function winningGame(stake = 30_000) {
  const { id } = await app.createGame()
  const ticket = await app.bet(player, [await app.pick(id)], stake)
  await app.step(id, { step: 'start' })
  await app.step(id, { step: 'goal', team: 'home', minute: 1 })
  return { id, ticket }
}

it('[ADMG-28] several games are suspended and reopened with one preview and one reason, and each has an audit entry', async () => {
  const games = [(await app.createGame()).id, (await app.createGame(OTHER_TEAMS)).id]
  const ticket = await app.bet(player, [await app.pick(games[0] ?? ''), await app.pick(games[1] ?? '')], 30_000)
  const body = { games, suspended: true }
  const preview = await previewOf('suspend', body)
  expect(preview).toMatchObject({ tickets: 0, openTickets: 1, players: 1, openUpTo: ticket.potentialWin })
  expect(preview.games.map(({ id }) => id).toSorted()).toEqual(games.toSorted())
  expect((await shown(games[0] ?? ''))['suspended']).toBe(false)
  expect((await send('suspend', { ...body, confirmed: confirmedBy(preview) })).body).toEqual({ games: 2 })
  for (const id of games) {
    expect((await shown(id))['suspended']).toBe(true)
    expect(await lastEntry(id)).toMatchObject({
      action: 'game.suspend',
      reason: REASON,
      after: { suspended: true, openBets: { tickets: 1 } },
    })
  }
  // The games have changed since that preview.
  expect(await previewOf('suspend', { ...body, suspended: false, confirmed: confirmedBy(preview) })).toBeTruthy()
  const reopening = { games, suspended: false }
  const confirmed = confirmedBy(await previewOf('suspend', reopening))
  expect((await send('suspend', { ...reopening, confirmed })).body).toEqual({ games: 2 })
  for (const id of games) expect(await lastEntry(id)).toMatchObject({ action: 'game.resume', reason: REASON })
})

it('[ADMG-14] [ADMT-30] several games are settled and voided after staff confirmed the effect of all of them together', async () => {
  const [won, other] = [await winningGame(), await winningGame()]
  const upcoming = [await app.createGame(), await app.createGame(OTHER_TEAMS)]
  const double = await app.bet(player, await Promise.all(upcoming.map(({ id }) => app.pick(id))), 30_000)
  const games = [won.id, other.id]
  const settle = { games, kind: 'result' }
  const preview = await previewOf('end', settle)
  const paid = won.ticket.potentialWin + other.ticket.potentialWin
  expect(preview).toMatchObject({ amount: paid, tickets: 2, players: 1, paid, takenBack: 0, belowZero: 0 })
  expect(preview.games.map(({ score }) => score)).toEqual(['1 – 0', '1 – 0'])
  const tooLittle = { ...confirmedBy(preview), amount: paid - 1 }
  await previewOf('end', { ...settle, confirmed: tooLittle })
  // A goal changes what the games are settled with.
  await app.step(other.id, { step: 'goal', team: 'home', minute: 2 })
  const next = await previewOf('end', { ...settle, confirmed: confirmedBy(preview) })
  expect(new Set(next.games.map(({ score }) => score))).toEqual(new Set(['1 – 0', '2 – 0']))
  expect((await shown(won.id))['result']).toBeNull()
  expect((await send('end', { ...settle, confirmed: confirmedBy(next) })).body).toEqual({ games: 2 })
  for (const id of games) expect(await lastEntry(id)).toMatchObject({ action: 'game.result', reason: REASON })

  // A ticket with both games counts once.
  const voiding = { games: upcoming.map(({ id }) => id), kind: 'void' }
  const voided = await previewOf('end', voiding)
  expect(voided).toMatchObject({ amount: 30_000, tickets: 1, players: 1, paid: 30_000, openTickets: 0 })
  expect((await send('end', { ...voiding, confirmed: confirmedBy(voided) })).body).toEqual({ games: 2 })
  await app.settle()
  expect((await player.get(`/api/bets/${double.id}`)).body['status']).toBe('void')
})

it('[ADMG-14] a goal that is entered while several games are being settled asks for a new confirmation', async () => {
  const [{ id }, other] = [await winningGame(), await winningGame()]
  const body = { games: [id, other.id], kind: 'result' }
  const confirmed = confirmedBy(await previewOf('end', body))
  const { games, manualGames } = app.modules.catalogue
  const refused = await app.kernel.db.transaction(async (tx) => {
    await games.lock(tx, id)
    const response = send('end', { ...body, confirmed })
    await untilLockWaits(app.kernel.db)
    const goal = { kind: 'goal', goal: { team: 'home', minute: 2 } } as const
    expect(await manualGames.step(tx, id, goal, app.clock.now())).toMatchObject({ ok: true })
    return { response }
  })
  expect(await refused.response).toMatchObject({ status: 409, body: { code: 'CHANGE_MOVES_BETS' } })
  expect((await Promise.all([id, other.id].map(shown))).map(({ result }) => result)).toEqual([null, null])
  const next = await previewOf('end', body)
  expect(next.games.find((game) => game.id === id)?.score).toBe('2 – 0')
})

it('[ADMG-14] a change of several games names the games that prevent it, and changes none of them', async () => {
  const [live, upcoming] = [await winningGame(), await app.createGame()]
  const over = await app.createGame()
  await app.step(over.id, { step: 'cancel' })
  const named = async (path: 'suspend' | 'end', body: object) => {
    const refused = await send(path, body)
    expect(refused).toMatchObject({ status: 409, body: { code: 'GAMES_IMPOSSIBLE' } })
    return (refused.body['details'] as { games: { id: string; text: string }[] }).games.map(({ id }) => id)
  }
  const early = [upcoming.id, (await app.createGame()).id].toSorted()
  expect(await named('end', { games: [live.id, ...early], kind: 'result' })).toEqual(early)
  expect(await named('end', { games: [live.id, over.id], kind: 'void' })).toEqual([over.id])
  expect(await named('suspend', { games: [live.id, over.id, 'none'], suspended: true })).toEqual(
    [over.id, 'none'].toSorted(),
  )
  expect(await shown(live.id)).toMatchObject({ status: 'live', suspended: false, result: null })
})

it('[ADMT-30] results of several games that exceed the four-eyes threshold together all wait for a second member of staff', async () => {
  // Each of them pays about 63,000.
  await app.set('four_eyes_threshold', 150_000)
  const games = await Promise.all([winningGame(), winningGame(), winningGame()])
  const ids = games.map(({ id }) => id)
  const body = { games: ids, kind: 'result' }
  const confirmed = confirmedBy(await previewOf('end', body))
  expect(await send('end', { ...body, confirmed })).toMatchObject({ status: 202, body: { approvals: 3 } })
  for (const id of ids) {
    expect((await shown(id))['result']).toBeNull()
    expect(await lastEntry(id)).toMatchObject({ action: 'game.result', after: { waits: true } })
  }
  const { items } = (await app.get('/api/admin/approvals')).body as { items: { id: string; subject: string }[] }
  const waiting = items.filter(({ subject }) => ids.includes(subject.replace('game:', '')))
  expect(waiting.length).toBe(3)
  const approve = (id = '') => colleague.post(`/api/admin/approvals/${id}`, { decision: 'approve' })
  expect((await approve(waiting[0]?.id)).status).toBe(200)
  expect((await Promise.all(ids.map(shown))).filter(({ result }) => result !== null).length).toBe(1)
})

it('[ADMT-30] [ADMG-28] a trader reopens what traders suspended, but not a game that Risk suspended, alone or with others', async () => {
  const risk = await app.admin({ firstName: 'Grace', permissions: { role: 'risk' }, balanceUgx: 0 })
  const trader = await app.admin({ firstName: 'Joel', permissions: { role: 'trader' }, balanceUgx: 0 })
  const { id } = await app.createGame()
  const set = (who: TestAccount, suspended: boolean) =>
    who.post(`/api/admin/games/${id}/suspend`, { suspended, reason: REASON })
  expect((await set(trader, true)).status).toBe(200)
  expect((await set(trader, false)).status).toBe(200)
  expect((await set(risk, true)).status).toBe(200)
  // A further suspension does not make it the trader's own.
  expect((await set(trader, true)).status).toBe(200)
  expect((await set(trader, false)).body['code']).toBe('SUSPENDED_BY_RISK')
  const together = await trader.post('/api/admin/trading/suspend', { games: [id], suspended: false })
  expect(together).toMatchObject({
    status: 409,
    body: { code: 'GAMES_IMPOSSIBLE', details: { games: [{ id, text: expect.stringContaining('Risk') }] } },
  })
  expect((await shown(id))['suspended']).toBe(true)
  expect((await set(risk, false)).status).toBe(200)
  expect((await set(trader, true)).status).toBe(200)
  expect((await set(trader, false)).status).toBe(200)
})

it('[ADMT-30] [ADMG-28] a game that a trader suspended first is kept by a later suspension of several games by Risk', async () => {
  const risk = await app.admin({ firstName: 'Grace', permissions: { role: 'risk' }, balanceUgx: 0 })
  const trader = await app.admin({ firstName: 'Joel', permissions: { role: 'trader' }, balanceUgx: 0 })
  const [first, second] = [await app.createGame(), await app.createGame()]
  await trader.post(`/api/admin/games/${first.id}/suspend`, { suspended: true, reason: REASON })
  const games = [first.id, second.id]
  const preview = (await risk.post('/api/admin/trading/suspend', { games, suspended: true })).body
  const { seen, amount } = preview['details'] as unknown as { seen: string; amount: number }
  const confirmed = { seen, amount, reason: REASON }
  expect((await risk.post('/api/admin/trading/suspend', { games, suspended: true, confirmed })).status).toBe(200)
  const reopened = await trader.post(`/api/admin/games/${first.id}/suspend`, { suspended: false, reason: REASON })
  expect(reopened.body['code']).toBe('SUSPENDED_BY_RISK')
})
