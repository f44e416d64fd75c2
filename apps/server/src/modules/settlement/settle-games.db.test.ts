import { placeBet } from '@mupiira/contract/bets.ts'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { settleGames } from './settle-games.ts'
import { createTestApp, NOON, type TestApp } from '../../testing/test-app.ts'
import { inChunks } from './testing/in-chunks.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)

describe('a finished game', () => {
  it('[SETL-01] [SETL-07] [SETL-09] a finished game pays a won ticket its potential win, once', async () => {
    const user = await app.player({ balanceUgx: 100_000 })
    const game = await app.game()
    const ticket = await app.placeBet(user, { selections: await app.picks([game.id]) })
    await app.finishGame(game.id, 2, 0)
    await app.settle()
    await app.settle()
    const settled = await app.ticket(ticket)
    expect(settled).toMatchObject({ status: 'won', payout: ticket.potentialWin, settledAt: NOON.toISOString() })
    expect(settled.selections[0]).toMatchObject({ outcome: 'won', label: 'WON', gameStatus: 'settled', homeScore: 2 })
    expect(await app.balance(user)).toBeCloseTo(75_000 + ticket.potentialWin, 2)
  })

  it('[SETL-04] [SETL-08] [TICK-49] a finished game makes a ticket lost at the first lost leg, and won or void only after the last leg', async () => {
    const user = await app.player({ balanceUgx: 100_000_000 })
    const [first, second] = [await app.game(), await app.game()]
    const losing = await app.placeBet(user, { selections: await app.picks([first.id, '1x2', '2'], [second.id]) })
    const waiting = await app.placeBet(user, { selections: await app.picks([first.id], [second.id]) })
    await app.finishGame(first.id, 1, 0)
    await app.settle()
    const lost = await app.ticket(losing)
    expect(lost).toMatchObject({ status: 'lost', payout: 0 })
    expect(lost.selections.map((leg) => leg.label)).toEqual(['LOST', 'NOT START'])
    expect(await app.ticket(waiting)).toMatchObject({ status: 'pending', payout: null })
    await app.finishGame(second.id, 1, 0)
    await app.settle()
    expect((await app.ticket(losing)).selections.map((leg) => leg.label)).toEqual(['LOST', 'WON'])
    expect(await app.ticket(losing)).toMatchObject({ status: 'lost', payout: 0 })
    expect(await app.ticket(waiting)).toMatchObject({ status: 'won', payout: waiting.potentialWin })
  })

  it('[SETL-11] no request can set the status or payout of a ticket on a finished game', () => {
    const bodies = OPERATIONS.filter(({ path }) => path.startsWith('/api/bets')).map(({ body }) =>
      JSON.stringify(body ?? {}),
    )
    expect(bodies.length).toBeGreaterThan(3)
    for (const body of bodies) expect(body).not.toMatch(/"(status|payout|outcome)"/)
    expect(OPERATIONS.map(({ path }) => path).filter((path) => /force|ticket_status/.test(path))).toEqual([])
    const forged = { stake: 25_000, selections: [], status: 'won', payout: 1_000_000 }
    expect(Value.Check(placeBet.body as TSchema, forged)).toBe(false)
  })

  it('[SETL-47] a live score does not settle a bet before the game has finished', async () => {
    const game = await app.game()
    const ticket = await app.placeBet(await app.player({ balanceUgx: 100_000_000 }), {
      selections: await app.picks([game.id]),
    })
    await app.changeGame(game.id, { status: 'live', homeScore: 3 })
    await app.settle()
    expect(await app.openTicket(ticket)).toMatchObject({
      status: 'pending',
      selections: [{ outcome: null, label: 'LIVE' }],
    })
  })

  it('[SETL-05] a finished game decides only bets with its game id, not bets on another game of the same teams', async () => {
    const user = await app.player({ balanceUgx: 100_000_000 })
    const first = await app.game()
    const second = await app.game({ homeTeam: first.homeTeam, awayTeam: first.awayTeam })
    expect([second.homeTeam, second.awayTeam]).toEqual([first.homeTeam, first.awayTeam])
    const [onFirst, onSecond] = [
      await app.placeBet(user, { selections: await app.picks([first.id]) }),
      await app.placeBet(user, { selections: await app.picks([second.id]) }),
    ]
    await app.finishGame(second.id, 2, 0)
    await app.settle()
    expect(await app.ticket(onFirst)).toMatchObject({ status: 'pending', selections: [{ outcome: null }] })
    expect(await app.ticket(onSecond)).toMatchObject({ status: 'won', selections: [{ outcome: 'won' }] })
  })

  it('[SETL-36] a finished game leaves a half-time selection open while the half-time score is unknown', async () => {
    const game = await app.game()
    const ticket = await app.placeBet(await app.player({ balanceUgx: 100_000_000 }), {
      selections: await app.picks([game.id, 'half_time_result', '1']),
    })
    await app.finishGame(game.id, 2, 1)
    await app.settle()
    expect(await app.openTicket(ticket)).toMatchObject({
      status: 'pending',
      selections: [{ outcome: null, label: 'FINISHED' }],
    })
  })

  it('[SETL-12] [SETL-19] [SETL-34] a finished game settles each ticket by the rulebook that was valid at placement', async () => {
    const user = await app.player({ balanceUgx: 100_000_000 })
    const game = await app.game()
    const slip = { selections: await app.picks([game.id, 'draw_no_bet', '1']) }
    const ticketByHouseRules = await app.placeBet(user, slip)
    await app.set('settlement_rulebook', 'industry')
    const industryTicket = await app.placeBet(user, slip)
    await app.finishGame(game.id, 1, 1)
    await app.settle()
    await app.set('settlement_rulebook', 'house')
    expect(await app.ticket(ticketByHouseRules)).toMatchObject({ status: 'won', rulebook: 'house' })
    expect(await app.ticket(industryTicket)).toMatchObject({ status: 'void', rulebook: 'industry', payout: 25_000 })
  })
})

describe('the history of a settled ticket', () => {
  it('[SETL-04] [SETL-06] the history of a settled ticket shows result and time of each decided leg, and how the ticket ended', async () => {
    const user = await app.player({ balanceUgx: 100_000_000 })
    const [first, second] = [await app.game(), await app.game()]
    const ticket = await app.placeBet(user, { selections: await app.picks([first.id], [second.id, '1x2', 'X']) })
    expect((await app.openTicket(ticket)).trail).toEqual({ legs: [], moves: [], parts: [] })
    app.clock.set(minutesLater(100))
    await app.finishGame(first.id, 2, 1, { halfTimeHomeScore: 0, halfTimeAwayScore: 1 })
    await app.settle()
    app.clock.set(minutesLater(130))
    await app.changeGame(second.id, { status: 'cancelled' })
    await app.settle()
    const { trail, payout, selections } = await app.openTicket(ticket)
    app.clock.set(NOON)
    const result = { version: 1, decidedBy: 'operator', decidedAt: minutesLater(100).toISOString(), voidReason: null }
    const score = { homeScore: 2, awayScore: 1, halfTimeHomeScore: 0, halfTimeAwayScore: 1 }
    expect(trail.legs).toMatchObject([
      {
        selectionId: selections[0]?.selectionId,
        at: minutesLater(100).toISOString(),
        before: null,
        outcome: 'won',
        placedAfterStart: false,
        result: { ...result, ...score },
      },
      {
        selectionId: selections[1]?.selectionId,
        at: minutesLater(130).toISOString(),
        outcome: 'void',
        placedAfterStart: false,
        result: { voidReason: 'CANCELLED', homeScore: null },
      },
    ])
    const move = { cause: 'settled', gameId: null, statusBefore: 'pending', status: 'won', payoutBefore: null, payout }
    expect(trail.moves).toEqual([{ at: minutesLater(130).toISOString(), ...move }])
  })
})

describe('opening a ticket', () => {
  it('[SETL-02] opening a ticket settles the ticket at once when its games are over', async () => {
    const user = await app.player({ balanceUgx: 25_000 })
    const [first, second] = [await app.game(), await app.game()]
    const ticket = await app.placeBet(user, { selections: await app.picks([first.id], [second.id]) })
    await app.finishGame(first.id, 1, 0)
    expect(await app.openTicket(ticket)).toMatchObject({ status: 'pending' })
    await app.finishGame(second.id, 2, 0)
    expect(await app.openTicket(ticket)).toMatchObject({ status: 'won', payout: ticket.potentialWin })
    expect(await app.balance(user)).toBeCloseTo(ticket.potentialWin, 2)
    await app.settle()
    expect(await app.balance(user)).toBeCloseTo(ticket.potentialWin, 2)
  })

  it('[TICK-31] [OPS-02] a player cannot open another player’s ticket', async () => {
    const game = await app.game()
    const ticket = await app.placeBet(await app.player({ balanceUgx: 100_000_000 }), {
      selections: await app.picks([game.id]),
    })
    await expect(app.openTicket(ticket, await app.player())).rejects.toThrow('TICKET_NOT_FOUND')
  })
})

describe('a manual game that restarts', () => {
  const step = (id: string, kind: 'start' | 'postpone' | 'abandon' | 'reopen') =>
    app.kernel.db.transaction((tx) => app.modules.catalogue.manualGames.step(tx, id, { kind }, app.clock.now()))
  const runTo = async (minutes: number): Promise<void> => {
    app.clock.set(minutesLater(minutes))
    await app.modules.catalogue.clock.run()
    await app.settle()
  }
  afterEach(() => app.clock.set(NOON))

  it('[SETL-03] [SETL-46] [LIVE-16] a manual game that restarts after a postponement counts minutes from the new start, and bets placed after that start are void', async () => {
    const game = await app.game()
    const user = await app.player({ balanceUgx: 100_000_000 })
    const before = await app.placeBet(user, { selections: await app.picks([game.id]) })
    await runTo(72)
    await app.changeGame(game.id, { goalEvents: [{ team: 'away', minute: 9 }] })
    await step(game.id, 'postpone')
    expect(await step(game.id, 'reopen')).toEqual({ ok: false, error: 'START_HAS_PASSED' })
    await app.changeGame(game.id, { startTime: minutesLater(240) })
    expect(await step(game.id, 'reopen')).toMatchObject({ ok: true })
    const since = await app.placeBet(user, { selections: await app.picks([game.id]) })
    app.clock.set(minutesLater(239.5))
    const late = await app.placeBet(user, { selections: await app.picks([game.id]) })
    await step(game.id, 'start')
    // The actual kick-off was half a minute before the last bet.
    await app.changeGame(game.id, { firstLiveAt: minutesLater(239) })
    await runTo(240)
    expect(await app.ticket(since)).toMatchObject({ status: 'pending', selections: [{ gameStatus: 'live' }] })
    await app.changeGame(game.id, { goalEvents: [{ team: 'home', minute: 1 }] })
    await runTo(338)
    expect((await app.ticket(since)).status).toBe('pending')
    await runTo(339)
    for (const ticket of [before, since]) {
      const settled = await app.ticket(ticket)
      expect(settled).toMatchObject({ status: 'won', selections: [{ homeScore: 1, awayScore: 0 }] })
    }
    expect((await app.ticket(late)).status).toBe('void')
  })

  it('[SETL-03] [SETL-46] [LIVE-16] a manual game that restarts after it was abandoned counts minutes from the new start, without the earlier goals', async () => {
    const game = await app.game()
    const user = await app.player({ balanceUgx: 100_000_000 })
    const before = await app.placeBet(user, { selections: await app.picks([game.id, '1x2', 'X']) })
    await runTo(60)
    await runTo(80)
    await app.changeGame(game.id, { goalEvents: [{ team: 'home', minute: 12 }] })
    await step(game.id, 'abandon')
    app.clock.set(minutesLater(260))
    await step(game.id, 'start')
    await runTo(261)
    expect(await app.ticket(before)).toMatchObject({ status: 'pending', selections: [{ gameStatus: 'live' }] })
    await runTo(360)
    expect(await app.ticket(before)).toMatchObject({ status: 'won', selections: [{ homeScore: 0, awayScore: 0 }] })
  })
})

describe('crashes and races', () => {
  it('[SETL-01] [OPS-07] settlement resumes after a crash between two chunks of tickets and pays each ticket once', async () => {
    const game = await app.game()
    const users = await Promise.all(Array.from({ length: 30 }, () => app.player({ balanceUgx: 25_000 })))
    const slip = { selections: await app.picks([game.id]) }
    const tickets = await Promise.all(users.map((user) => app.placeBet(user, slip)))
    await app.finishGame(game.id, 1, 0)
    let chunks = 0
    const { transfers } = app.modules.wallet
    const failing: typeof transfers = {
      ...transfers,
      post: async (...call) => {
        const posted = await transfers.post(...call)
        chunks += 1
        // Fails after the postings of its transaction and before the commit.
        if (chunks % 2 === 0) throw Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' })
        return posted
      },
    }
    const wallet = { ...app.modules.wallet, transfers: failing }
    let kills = 0
    for (let run = 0; run < 20; run++) {
      await settleGames(app.kernel, { ...inChunks(app), wallet }).catch(() => (kills += 1))
    }
    expect(kills).toBeGreaterThan(2)
    for (const ticket of tickets) expect(await app.ticket(ticket)).toMatchObject({ status: 'won' })
    for (const user of users) expect(await app.balance(user)).toBeCloseTo(tickets[0]?.potentialWin ?? 0, 2)
    const events = await app.kernel.db.query<{ id: string }>(
      `select e->'data'->>'ticketId' as id from outbox, json_array_elements(events) e
        where e->>'type' = 'ticket-settled' and e->'data'->>'ticketId' = any($1)`,
      [tickets.map((ticket) => ticket.id)],
    )
    expect(events).toHaveLength(tickets.length)
  })

  it('[SETL-09] a ticket is paid once when several processes settle the same games while players open tickets', async () => {
    const games = [await app.game(), await app.game(), await app.game()]
    const users = await Promise.all(Array.from({ length: 20 }, () => app.player({ balanceUgx: 25_000 })))
    const slip = { selections: await app.picks(...games.map((game) => [game.id] as const)) }
    const tickets = await Promise.all(users.map((user) => app.placeBet(user, slip)))
    await Promise.all(games.map((game) => app.finishGame(game.id, 2, 1)))
    await Promise.all([
      settleGames(app.kernel, inChunks(app)),
      settleGames(app.kernel, inChunks(app)),
      ...tickets.map((ticket) => app.openTicket(ticket)),
    ])
    for (const ticket of tickets)
      expect(await app.ticket(ticket)).toMatchObject({ status: 'won', payout: ticket.potentialWin })
    for (const user of users) expect(await app.balance(user)).toBeCloseTo(tickets[0]?.potentialWin ?? 0, 2)
  })
})

it('[OPS-05] [SETL-09] every payout in the ledger belongs to a ticket, and the ledger check passes', async () => {
  expect((await app.modules.wallet.ledger.check()).differences).toEqual([])
})
