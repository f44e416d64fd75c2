import { placeBet } from '@mupiira/contract/bets.ts'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { settleGames } from './settle-games.ts'
import { type House, NOON, openHouse } from './test-house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)

describe('a finished game', () => {
  it('[SETL-01] [SETL-07] [SETL-09] pays a won ticket its promise, once', async () => {
    const user = await house.player(100_000)
    const game = await house.game()
    const ticket = await house.place(user, { selections: await house.picks([game.id]) })
    await house.finish(game.id, 2, 0)
    await house.settlement.settleNow()
    await house.settlement.settleNow()
    const settled = await house.stored(ticket)
    expect(settled).toMatchObject({ status: 'won', payout: ticket.potentialWin, settledAt: NOON.toISOString() })
    expect(settled.selections[0]).toMatchObject({ outcome: 'won', label: 'WON', gameStatus: 'settled', homeScore: 2 })
    expect(await house.balance(user)).toBeCloseTo(75_000 + ticket.potentialWin, 2)
  })

  it('[SETL-04] [SETL-08] [TICK-49] loses a ticket at once; won and void wait for the last leg', async () => {
    const user = await house.player()
    const [first, second] = [await house.game(), await house.game()]
    const losing = await house.place(user, { selections: await house.picks([first.id, '1x2', '2'], [second.id]) })
    const waiting = await house.place(user, { selections: await house.picks([first.id], [second.id]) })
    await house.finish(first.id, 1, 0)
    await house.settlement.settleNow()
    const lost = await house.stored(losing)
    expect(lost).toMatchObject({ status: 'lost', payout: 0 })
    expect(lost.selections.map((leg) => leg.label)).toEqual(['LOST', 'NOT START'])
    expect(await house.stored(waiting)).toMatchObject({ status: 'pending', payout: null })
    await house.finish(second.id, 1, 0)
    await house.settlement.settleNow()
    expect((await house.stored(losing)).selections.map((leg) => leg.label)).toEqual(['LOST', 'WON'])
    expect(await house.stored(losing)).toMatchObject({ status: 'lost', payout: 0 })
    expect(await house.stored(waiting)).toMatchObject({ status: 'won', payout: waiting.potentialWin })
  })

  it('[SETL-05] settles bets on the game itself, not on another of the same teams', async () => {
    const user = await house.player()
    const [today, replay] = [await house.game(), await house.game()]
    expect(replay.name).toBe(today.name)
    const ticket = await house.place(user, { selections: await house.picks([replay.id]) })
    await house.finish(today.id, 0, 3)
    await house.settlement.settleNow()
    expect(await house.stored(ticket)).toMatchObject({ status: 'pending' })
    await house.finish(replay.id, 1, 0)
    await house.settlement.settleNow()
    expect(await house.stored(ticket)).toMatchObject({ status: 'won' })
  })

  it('[SETL-11] takes no status and no payout from any client', () => {
    const bodies = OPERATIONS.filter(({ path }) => path.startsWith('/api/bets')).map(({ body }) =>
      JSON.stringify(body ?? {}),
    )
    expect(bodies.length).toBeGreaterThan(3)
    for (const body of bodies) expect(body).not.toMatch(/"(status|payout|outcome)"/)
    expect(OPERATIONS.map(({ path }) => path).filter((path) => /force|ticket_status/.test(path))).toEqual([])
    const forged = { stake: 25_000, selections: [], status: 'won', payout: 1_000_000 }
    expect(Value.Check(placeBet.body as TSchema, forged)).toBe(false)
  })

  it('[SETL-47] decides nothing by a running score', async () => {
    const game = await house.game()
    const ticket = await house.place(await house.player(), { selections: await house.picks([game.id]) })
    await house.change(game.id, { status: 'live', homeScore: 3 })
    await house.settlement.settleNow()
    expect(await house.open(ticket)).toMatchObject({
      status: 'pending',
      selections: [{ outcome: null, label: 'LIVE' }],
    })
  })

  it('[SETL-05] decides the bets on its own id, not those on another game of the same teams', async () => {
    const user = await house.player()
    const [first, second] = [await house.game(), await house.game()]
    expect([second.homeTeam, second.awayTeam]).toEqual([first.homeTeam, first.awayTeam])
    const [onFirst, onSecond] = [
      await house.place(user, { selections: await house.picks([first.id]) }),
      await house.place(user, { selections: await house.picks([second.id]) }),
    ]
    await house.finish(second.id, 2, 0)
    await house.settlement.settleNow()
    expect(await house.stored(onFirst)).toMatchObject({ status: 'pending', selections: [{ outcome: null }] })
    expect(await house.stored(onSecond)).toMatchObject({ status: 'won', selections: [{ outcome: 'won' }] })
  })

  it('[SETL-36] leaves a selection open whose half-time score is not known', async () => {
    const game = await house.game()
    const ticket = await house.place(await house.player(), {
      selections: await house.picks([game.id, 'half_time_result', '1']),
    })
    await house.finish(game.id, 2, 1)
    await house.settlement.settleNow()
    expect(await house.open(ticket)).toMatchObject({
      status: 'pending',
      selections: [{ outcome: null, label: 'FINISHED' }],
    })
  })

  it('[SETL-12] [SETL-19] [SETL-34] keeps each ticket under the rulebook that it was placed under', async () => {
    const user = await house.player()
    const game = await house.game()
    const slip = { selections: await house.picks([game.id, 'draw_no_bet', '1']) }
    const houseTicket = await house.place(user, slip)
    await house.set('settlement_rulebook', 'industry')
    const industryTicket = await house.place(user, slip)
    await house.finish(game.id, 1, 1)
    await house.settlement.settleNow()
    await house.set('settlement_rulebook', 'house')
    expect(await house.stored(houseTicket)).toMatchObject({ status: 'won', rulebook: 'house' })
    expect(await house.stored(industryTicket)).toMatchObject({ status: 'void', rulebook: 'industry', payout: 25_000 })
  })
})

describe('the trail of a settled ticket', () => {
  it('[SETL-04] [SETL-06] tells which result decided each leg, when, and what became of the ticket', async () => {
    const user = await house.player()
    const [first, second] = [await house.game(), await house.game()]
    const ticket = await house.place(user, { selections: await house.picks([first.id], [second.id, '1x2', 'X']) })
    expect((await house.open(ticket)).trail).toEqual({ legs: [], moves: [] })
    house.clock.set(minutesLater(100))
    await house.finish(first.id, 2, 1, { halfTimeHomeScore: 0, halfTimeAwayScore: 1 })
    await house.settlement.settleNow()
    house.clock.set(minutesLater(130))
    await house.change(second.id, { status: 'cancelled' })
    await house.settlement.settleNow()
    const { trail, payout, selections } = await house.open(ticket)
    house.clock.set(NOON)
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
  it('[SETL-02] settles it at once when its games are over', async () => {
    const user = await house.player(25_000)
    const [first, second] = [await house.game(), await house.game()]
    const ticket = await house.place(user, { selections: await house.picks([first.id], [second.id]) })
    await house.finish(first.id, 1, 0)
    expect(await house.open(ticket)).toMatchObject({ status: 'pending' })
    await house.finish(second.id, 2, 0)
    expect(await house.open(ticket)).toMatchObject({ status: 'won', payout: ticket.potentialWin })
    expect(await house.balance(user)).toBeCloseTo(ticket.potentialWin, 2)
    await house.settlement.settleNow()
    expect(await house.balance(user)).toBeCloseTo(ticket.potentialWin, 2)
  })

  it('[TICK-31] [OPS-02] shows nobody another player’s ticket', async () => {
    const game = await house.game()
    const ticket = await house.place(await house.player(), { selections: await house.picks([game.id]) })
    await expect(house.open({ ...ticket, userId: await house.player() })).rejects.toThrow('not found')
  })
})

describe('a game by hand that begins again', () => {
  const step = (id: string, kind: 'start' | 'postpone' | 'abandon' | 'reopen', now = house.clock.now()) =>
    house.kernel.db.transaction((tx) => house.deps.catalogue.stepGame(tx, id, { kind }, now))
  const runTo = async (minutes: number): Promise<void> => {
    house.clock.set(minutesLater(minutes))
    await house.deps.catalogue.runClock()
    await house.settlement.settleNow()
  }
  afterEach(() => house.clock.set(NOON))

  it('[SETL-03] [SETL-46] [LIVE-16] after it was postponed is played from its new start, for bets of before and since; a later one is void', async () => {
    const game = await house.game()
    const user = await house.player()
    const before = await house.place(user, { selections: await house.picks([game.id]) })
    await runTo(72)
    await house.change(game.id, { goalEvents: [{ team: 'away', minute: 9 }] })
    await step(game.id, 'postpone')
    expect(await step(game.id, 'reopen')).toEqual({ ok: false, error: 'START_HAS_PASSED' })
    await house.change(game.id, { startTime: minutesLater(240) })
    expect(await step(game.id, 'reopen')).toMatchObject({ ok: true })
    const since = await house.place(user, { selections: await house.picks([game.id]) })
    // Taken while the operator's start was under way.
    house.clock.set(minutesLater(239.5))
    const late = await house.place(user, { selections: await house.picks([game.id]) })
    await step(game.id, 'start', minutesLater(239))
    await runTo(240)
    expect(await house.stored(since)).toMatchObject({ status: 'pending', selections: [{ gameStatus: 'live' }] })
    await house.change(game.id, { goalEvents: [{ team: 'home', minute: 1 }] })
    await runTo(338)
    expect((await house.stored(since)).status).toBe('pending')
    await runTo(339)
    for (const ticket of [before, since]) {
      const settled = await house.stored(ticket)
      expect(settled).toMatchObject({ status: 'won', selections: [{ homeScore: 1, awayScore: 0 }] })
    }
    expect((await house.stored(late)).status).toBe('void')
  })

  it('[SETL-03] [SETL-46] [LIVE-16] after it was abandoned is played from its new start, without the goals of before', async () => {
    const game = await house.game()
    const user = await house.player()
    const before = await house.place(user, { selections: await house.picks([game.id, '1x2', 'X']) })
    await runTo(60)
    await runTo(80)
    await house.change(game.id, { goalEvents: [{ team: 'home', minute: 12 }] })
    await step(game.id, 'abandon')
    house.clock.set(minutesLater(260))
    await step(game.id, 'start')
    await runTo(261)
    expect(await house.stored(before)).toMatchObject({ status: 'pending', selections: [{ gameStatus: 'live' }] })
    await runTo(360)
    expect(await house.stored(before)).toMatchObject({ status: 'won', selections: [{ homeScore: 0, awayScore: 0 }] })
  })
})

describe('crashes and races', () => {
  it('[SETL-01] [OPS-07] goes on after a crash between chunks, each ticket paid once', async () => {
    const game = await house.game()
    const users = await Promise.all(Array.from({ length: 30 }, () => house.player(25_000)))
    const slip = { selections: await house.picks([game.id]) }
    const tickets = await Promise.all(users.map((user) => house.place(user, slip)))
    await house.finish(game.id, 1, 0)
    let chunks = 0
    const wallet: typeof house.deps.wallet = {
      ...house.deps.wallet,
      post: async (...call) => {
        const posted = await house.deps.wallet.post(...call)
        chunks += 1
        // After the postings of its transaction, before the commit.
        if (chunks % 2 === 0) throw Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' })
        return posted
      },
    }
    let kills = 0
    for (let run = 0; run < 20; run++) {
      await settleGames(house.kernel, { ...house.deps, wallet }).catch(() => (kills += 1))
    }
    expect(kills).toBeGreaterThan(2)
    for (const ticket of tickets) expect(await house.stored(ticket)).toMatchObject({ status: 'won' })
    for (const user of users) expect(await house.balance(user)).toBeCloseTo(tickets[0]?.potentialWin ?? 0, 2)
    const events = await house.kernel.db.query<{ id: string }>(
      `select e->'data'->>'ticketId' as id from outbox, json_array_elements(events) e
        where e->>'type' = 'ticket-settled' and e->'data'->>'ticketId' = any($1)`,
      [tickets.map((ticket) => ticket.id)],
    )
    expect(events).toHaveLength(tickets.length)
  })

  it('[SETL-09] pays once when several settle the same games at once, an opened ticket among them', async () => {
    const games = [await house.game(), await house.game(), await house.game()]
    const users = await Promise.all(Array.from({ length: 20 }, () => house.player(25_000)))
    const slip = { selections: await house.picks(...games.map((game) => [game.id] as const)) }
    const tickets = await Promise.all(users.map((user) => house.place(user, slip)))
    await Promise.all(games.map((game) => house.finish(game.id, 2, 1)))
    await Promise.all([
      settleGames(house.kernel, house.deps),
      settleGames(house.kernel, house.deps),
      ...tickets.map((ticket) => house.open(ticket)),
    ])
    for (const ticket of tickets)
      expect(await house.stored(ticket)).toMatchObject({ status: 'won', payout: ticket.potentialWin })
    for (const user of users) expect(await house.balance(user)).toBeCloseTo(tickets[0]?.potentialWin ?? 0, 2)
  })

  it('[SETL-01] looks once more at a settled game for a bet that was committed late', async () => {
    const game = await house.game()
    const ticket = await house.place(await house.player(), { selections: await house.picks([game.id]) })
    await house.finish(game.id, 1, 0)
    // As if the bet had been committed while the game was settled: the pass does not see it.
    await settleGames(house.kernel, {
      ...house.deps,
      betting: { ...house.deps.betting, openTickets: () => Promise.resolve([]) },
    })
    expect((await house.stored(ticket)).status).toBe('pending')
    house.clock.set(minutesLater(2))
    await house.settlement.sweep()
    house.clock.set(NOON)
    expect((await house.stored(ticket)).status).toBe('won')
  })
})

it('[OPS-05] [SETL-09] every payout belongs to its ticket, and the ledger checks', async () => {
  expect((await house.deps.wallet.checkLedger()).differences).toEqual([])
})
