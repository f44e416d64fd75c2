import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'
import {
  editWithConfirmation,
  GAME_FORM,
  hoursAhead,
  type ManualGamesFixture,
  manualGamesFixture,
} from '../../../testing/test-manual-games.ts'

let app: ManualGamesFixture
let player: TestAccount
beforeAll(async () => {
  app = await manualGamesFixture()
  player = await app.player({ balanceUgx: 50_000_000 })
})
afterAll(() => app?.close())

const edit = (id: string, change: object) => app.staff.put(`/api/admin/games/${id}`, change)
const shown = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame
const lastEntry = async (id: string) => (await app.staffActions(`game:${id}`)).at(-1)
const statusOf = async ({ id }: { readonly id: string }) => (await player.get(`/api/bets/${id}`)).body['status']

/** A live game, one up, with a bet of 30,000 on the home team. */
async function winningGame() {
  const { id } = await app.createGame()
  const ticket = await app.bet(player, [await app.pick(id)], 30_000)
  await app.step(id, { step: 'start' })
  await app.step(id, { step: 'goal', team: 'home', minute: 1 })
  return { id, ticket }
}

describe('a change in the form of a game that affects bets', () => {
  it('[ADMG-13] [ADMT-30] a final status is saved only after staff confirmed the tickets, players and amounts that it settles', async () => {
    const { id, ticket } = await winningGame()
    const change = { status: 'finished', league: 'Cup' }
    const effect = { tickets: 1, players: 1, paid: ticket.potentialWin, takenBack: 0, openTickets: 0, belowZero: 0 }
    const refused = await edit(id, change)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'CHANGE_MOVES_BETS', details: { kind: 'result', amount: ticket.potentialWin, ...effect } },
    })
    const tooLittle = { amount: ticket.potentialWin - 1, reason: 'the final whistle' }
    expect((await edit(id, { ...change, confirmed: tooLittle })).body['code']).toBe('CHANGE_MOVES_BETS')
    expect(await shown(id)).toMatchObject({ status: 'live', league: GAME_FORM.league, result: null })
    const confirmed = { amount: ticket.potentialWin, reason: 'the final whistle' }
    expect((await edit(id, { ...change, confirmed })).body['game']).toMatchObject({ status: 'finished', league: 'Cup' })
    await app.settle()
    expect(await statusOf(ticket)).toBe('won')
    expect(await lastEntry(id)).toMatchObject({ action: 'game.result', reason: 'the final whistle', after: { effect } })
  })

  it('[ADMG-13] a cancellation in the form counts the goals and bets at the time, and needs no confirmation without bets', async () => {
    const { id, ticket } = await winningGame()
    expect((await edit(id, { status: 'cancelled' })).body['details']).toMatchObject({ kind: 'result', paid: 30_000 })
    expect((await editWithConfirmation(app.staff, id, { status: 'cancelled' })).status).toBe(200)
    await app.settle()
    expect(await statusOf(ticket)).toBe('void')
    const unused = [await app.createGame(), await app.createGame()] as const
    expect((await edit(unused[0].id, { status: 'cancelled' })).status).toBe(200)
    // An edit that ends a match without bets settles nothing.
    await app.step(unused[1].id, { step: 'start' })
    await app.step(unused[1].id, { step: 'minute', minute: 85 })
    expect((await edit(unused[1].id, { breakDuration: 1, matchDuration: 1 })).status).toBe(200)
    expect((await shown(unused[1].id)).result).toMatchObject({ version: 1 })
  })

  it('[ADMG-13] the preview of a final status uses the goals of the form', async () => {
    const { id, ticket } = await winningGame()
    const goals = [{ team: 'away', minute: 1 }]
    expect((await edit(id, { status: 'finished', goals })).body['details']).toMatchObject({ tickets: 1, paid: 0 })
    expect((await editWithConfirmation(app.staff, id, { status: 'finished', goals })).status).toBe(200)
    await app.settle()
    expect(await statusOf(ticket)).toBe('lost')
  })

  it('[ADMG-05] [ADMG-13] new base odds are saved only after staff confirmed them while bets are open', async () => {
    const { id } = await app.createGame()
    const higher = { homeOdds: 2.13, drawOdds: 3.4, awayOdds: 3.55 }
    expect((await edit(id, higher)).status).toBe(200)
    const ticket = await app.bet(player, [await app.pick(id)], 30_000)
    const lower = { homeOdds: 2.08, drawOdds: 3.4, awayOdds: 3.65 }
    const details = { kind: 'odds', openTickets: 1, players: 1, openUpTo: ticket.potentialWin, tickets: 0 }
    expect(await edit(id, lower)).toMatchObject({ status: 409, body: { code: 'CHANGE_MOVES_BETS', details } })
    expect(await shown(id)).toMatchObject(higher)
    const confirmed = { amount: 0, reason: 'the line-ups' }
    expect((await edit(id, { ...lower, confirmed })).status).toBe(200)
    expect(await shown(id)).toMatchObject(lower)
    expect(await lastEntry(id)).toMatchObject({
      action: 'game.edit',
      reason: 'the line-ups',
      after: { effect: { openTickets: 1, players: 1, openUpTo: ticket.potentialWin } },
    })
    // A change without an effect on bets needs no confirmation.
    expect((await edit(id, { league: 'Cup' })).status).toBe(200)
    expect((await lastEntry(id))?.after).not.toHaveProperty('effect')
  })

  it('[SETL-40] [ADMT-30] a new start shows its tickets and players, and its approval keeps the reason and the effect', async () => {
    const colleague = await app.admin({ firstName: 'Ruth', balanceUgx: 0 })
    await app.set('four_eyes_threshold', 50_000)
    const { id } = await app.createGame()
    await app.bet(player, [await app.pick(id)], 60_000)
    const startTime = hoursAhead(app, 48)
    const effect = { openTickets: 1, players: 1, openUpTo: 60_000 }
    expect((await edit(id, { startTime })).body).toMatchObject({
      code: 'CHANGE_MOVES_BETS',
      details: { kind: 'start', amount: 60_000, ...effect },
    })
    const confirmed = { amount: 60_000, reason: 'the pitch is flooded' }
    expect((await edit(id, { startTime, confirmed })).body['code']).toBe('START_WAITS')
    expect(await lastEntry(id)).toMatchObject({ reason: 'the pitch is flooded', after: { waits: true, effect } })
    const { items } = (await app.get('/api/admin/approvals')).body as { items: { id: string; subject: string }[] }
    const request = items.find(({ subject }) => subject === `game:${id}`)
    expect(request).toMatchObject({ reason: 'the pitch is flooded' })
    const approved = await colleague.post(`/api/admin/approvals/${request?.id}`, { decision: 'approve' })
    expect(approved.status).toBe(200)
    expect(await lastEntry(id)).toMatchObject({ reason: 'the pitch is flooded', after: { startTime, effect } })
  })

  it.each(['start', 'postpone', 'abandon', 'reopen', 'no-goal', 'finish', 'cancel'] as const)(
    '[ADMG-14] [ADMT-30] the step "%s" of a game with bets is taken only after staff confirmed the tickets and players that it affects',
    async (step) => {
      await app.set('four_eyes_threshold', 10_000_000)
      const { id } = await app.createGame()
      const ticket = await app.bet(player, [await app.pick(id)], 30_000)
      if (step !== 'start') await app.step(id, { step: step === 'reopen' ? 'postpone' : 'start' })
      if (step === 'no-goal') await app.step(id, { step: 'goal', team: 'home', minute: 1 })
      const body = { step, ...(step === 'no-goal' ? { team: 'home', minute: 1 } : {}) }
      const send = (more: object = {}) => app.post(`/api/admin/games/${id}/step`, { ...body, ...more })
      const before = await shown(id)
      const isEnd = step === 'finish' || step === 'cancel'
      const effect = isEnd ? { kind: 'result', tickets: 1, players: 1 } : { kind: 'state', openTickets: 1, players: 1 }
      for (const more of [{}, { reason: 'the referee' }]) {
        const refused = await send(more)
        expect(refused).toMatchObject({ status: 409, body: { code: 'CHANGE_MOVES_BETS', details: effect } })
      }
      if (step === 'cancel') {
        const tooLittle = { confirmed: { amount: 29_999, reason: 'the referee' } }
        expect((await send(tooLittle)).body['code']).toBe('CHANGE_MOVES_BETS')
      }
      expect(await shown(id)).toEqual(before)
      const confirmed = { amount: isEnd ? ticket.potentialWin : 0, reason: 'the referee' }
      expect((await send({ confirmed })).status).toBe(200)
      expect(await shown(id)).not.toEqual(before)
      const facts = isEnd ? { effect: { tickets: 1 } } : { openBets: { tickets: 1, players: 1, stake: 30_000 } }
      expect(await lastEntry(id)).toMatchObject({ reason: 'the referee', after: facts })
    },
  )

  it('[ADMG-14] steps of a game without bets, and goals and the clock, need no confirmation', async () => {
    const { id } = await app.createGame()
    for (const step of ['postpone', 'reopen', 'start', 'half-time', 'abandon'])
      expect((await app.post(`/api/admin/games/${id}/step`, { step })).status).toBe(200)
    const live = await winningGame()
    const minute = await app.post(`/api/admin/games/${live.id}/step`, { step: 'minute', minute: 20 })
    expect(minute.status).toBe(200)
    const end = await app.post(`/api/admin/games/${live.id}/step`, { step: 'minute', minute: 90 })
    expect(end.body).toMatchObject({ code: 'CHANGE_MOVES_BETS', details: { kind: 'result', tickets: 1 } })
  })
})
