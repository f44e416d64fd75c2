import type { Ticket } from '@mupiira/contract/bets.ts'
import { MARKET_IDS } from '@mupiira/domain/markets/types.ts'
import { selectionIdsOf } from '@mupiira/domain/markets/catalogue.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperatorsResult } from '../catalogue/index.ts'
import { newId } from '../../kernel/ids.ts'
import { settleGames, sweepSettled } from './settle-games.ts'
import { type House, NOON, openHouse } from './test-house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse(3)
  await house.set('max_daily_bets', 100_000)
})
afterAll(() => house.close())

const words = { actorId: newId(), note: 'The referee counted twice' }
const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)
const result = (home: number, away: number): OperatorsResult => ({ kind: 'result', score: { home, away } })

/** An operator's result an hour and more after the start, taken up at once. */
async function correct(gameId: string, entered: OperatorsResult): Promise<void> {
  house.clock.set(minutesLater(180))
  expect(await house.settlement.decideResult(gameId, entered, words)).toMatchObject({ ok: true })
  await house.settlement.settleNow()
  house.clock.set(NOON)
}

async function settled(gameId: string, home: number, away: number): Promise<void> {
  await house.finish(gameId, home, away)
  await house.settlement.settleNow()
}

const statement = async (userId: string): Promise<{ type: string; amount: number; description: string }[]> => {
  const rows = await house.kernel.db.query<{ type: string; amount: bigint; description: string }>(
    'select type, amount, description from balance_history where user_id = $1 order by id',
    [userId],
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) / 100 }))
}

const announced = async (type: string, ticket: Ticket): Promise<unknown[]> => {
  const rows = await house.kernel.db.query<{ data: unknown }>(
    `select e->'data' as data from outbox, json_array_elements(events) e
      where e->>'type' = $1 and e->'data'->>'ticketId' = $2 order by id`,
    [type, ticket.id],
  )
  return rows.map(({ data }) => data)
}

describe('a corrected result', () => {
  it('[SETL-44] [SETL-45] takes a win back by an entry of its own, also below zero, and says so', async () => {
    const user = await house.player(25_000)
    const game = await house.game()
    const ticket = await house.place(user, { selections: await house.picks([game.id]) })
    await settled(game.id, 1, 0)
    const won = ticket.potentialWin
    // The win is staked away on another game.
    const other = await house.game()
    const away = await house.place(user, { stake: Math.floor(won), selections: await house.picks([other.id]) })
    await correct(game.id, result(1, 1))
    expect(await house.stored(ticket)).toMatchObject({ status: 'lost', payout: 0 })
    expect(await house.balance(user)).toBeCloseTo(-away.totalStake, 2)
    const lines = await statement(user)
    expect(lines.at(-1)).toEqual({
      type: 'resettlement',
      amount: -won,
      description: `Taken back, bet ${ticket.bookingCode}: the result of ${game.name} was corrected`,
    })
    expect(await announced('ticket-resettled', ticket)).toMatchObject([
      { status: 'lost', statusBefore: 'won', takenBack: won, payout: 0, match: game.name },
    ])
    // The debt blocks betting, and the next win reduces it (D21).
    expect(await house.tryPlace(user, { selections: await house.picks([other.id]) })).toBeNull()
    await settled(other.id, 1, 0)
    expect(await house.balance(user)).toBeCloseTo(away.potentialWin - away.totalStake, 2)
  })

  it('[SETL-44] is taken up in its first turn, also while the sweep forgets what the result before it said', async () => {
    const game = await house.game()
    const ticket = await house.place(await house.player(25_000), { selections: await house.picks([game.id]) })
    await settled(game.id, 1, 0)
    house.clock.set(minutesLater(180))
    const { betting } = house.deps
    let forget = (): Promise<number> => Promise.resolve(0)
    const corrected = {
      ...betting,
      async ticketsToCorrect(...asked: Parameters<typeof betting.ticketsToCorrect>) {
        await forget()
        return betting.ticketsToCorrect(...asked)
      },
    }
    // The sweep has looked at the first result; before it forgets it, the second comes and has its claims judged.
    const sweeping = {
      ...betting,
      async dropOutcomes(...asked: Parameters<typeof betting.dropOutcomes>) {
        expect(await house.settlement.decideResult(game.id, result(1, 1), words)).toMatchObject({ ok: true })
        forget = () => betting.dropOutcomes(...asked)
        return settleGames(house.kernel, { ...house.deps, betting: corrected })
      },
    }
    await sweepSettled(house.kernel, { ...house.deps, betting: sweeping })
    house.clock.set(NOON)
    expect(await house.stored(ticket)).toMatchObject({ status: 'lost' })
  })

  it('[SETL-44] pays a lost ticket, tells its trail, and repeats nothing', async () => {
    const user = await house.player(25_000)
    const game = await house.game()
    const ticket = await house.place(user, { selections: await house.picks([game.id, '1x2', 'X']) })
    await settled(game.id, 1, 0)
    await correct(game.id, result(1, 1))
    await house.settlement.settleNow()
    expect(await house.settlement.decideResult(game.id, result(1, 1), words)).toEqual({
      ok: false,
      error: 'NOT_STARTED',
    })
    house.clock.set(minutesLater(190))
    expect(await house.settlement.decideResult(game.id, result(1, 1), words)).toEqual({
      ok: false,
      error: 'SAME_RESULT',
    })
    house.clock.set(NOON)
    expect(await house.balance(user)).toBeCloseTo(ticket.potentialWin, 2)
    const opened = await house.open(ticket)
    expect(opened).toMatchObject({ status: 'won', payout: ticket.potentialWin })
    expect(opened.trail.legs).toMatchObject([
      { before: null, outcome: 'lost', at: NOON.toISOString(), result: { version: 1, homeScore: 1, awayScore: 0 } },
      {
        before: 'lost',
        outcome: 'won',
        at: minutesLater(180).toISOString(),
        result: { version: 2, homeScore: 1, awayScore: 1, decidedBy: 'operator' },
      },
    ])
    const moves = [
      { cause: 'settled', statusBefore: 'pending', status: 'lost', payoutBefore: null, payout: 0, gameId: null },
      { cause: 'corrected', statusBefore: 'lost', status: 'won', payoutBefore: 0, payout: ticket.potentialWin },
    ]
    expect(opened.trail.moves).toMatchObject(moves)
  })

  it('[SETL-44] [D42] opens a lost ticket again while its other games are played, and pays it in the end', async () => {
    const user = await house.player(25_000)
    const [first, second] = [await house.game(), await house.game()]
    const ticket = await house.place(user, { selections: await house.picks([first.id], [second.id]) })
    await settled(first.id, 0, 2)
    expect(await house.stored(ticket)).toMatchObject({ status: 'lost' })
    await correct(first.id, result(3, 2))
    expect(await house.stored(ticket)).toMatchObject({ status: 'pending', payout: null })
    expect(await announced('ticket-resettled', ticket)).toMatchObject([{ status: 'pending', takenBack: 0, payout: 0 }])
    await settled(second.id, 1, 0)
    expect(await house.stored(ticket)).toMatchObject({ status: 'won', payout: ticket.potentialWin })
    expect(await house.balance(user)).toBeCloseTo(ticket.potentialWin, 2)
    // And back again: what was paid after a correction is taken back like any other payout.
    await correct(second.id, result(0, 0))
    expect(await house.balance(user)).toBeCloseTo(0, 2)
    expect((await house.open(ticket)).trail.moves.map((move) => move.status)).toEqual([
      'lost',
      'pending',
      'won',
      'lost',
    ])
  })

  it('[SETL-44] [SLIP-35] a void corrected to a result, and a result to a void, move the refund and the count of bets', async () => {
    const user = await house.player(60_000)
    const game = await house.game()
    const ticket = await house.place(user, { selections: await house.picks([game.id]) })
    await house.change(game.id, { status: 'cancelled' })
    await house.settlement.settleNow()
    expect(await house.balance(user)).toBe(60_000)
    await correct(game.id, result(2, 0))
    expect(await house.balance(user)).toBeCloseTo(35_000 + ticket.potentialWin, 2)
    expect((await statement(user)).slice(-2).map(({ type, amount }) => [type, amount])).toEqual([
      ['resettlement', -25_000],
      ['win', ticket.potentialWin],
    ])
    await correct(game.id, { kind: 'void', reason: 'CANCELLED' })
    expect(await house.stored(ticket)).toMatchObject({ status: 'void', payout: 25_000 })
    expect(await house.balance(user)).toBe(60_000)
    const [counters] = await house.kernel.db.query('select standing from player_betting where user_id = $1', [user])
    expect(counters).toEqual({ standing: 0 })
  })

  it('[SETL-44] [TICK-45] leaves a cashed-out ticket and its money as they are', async () => {
    const user = await house.player(25_000)
    const [first, second] = [await house.game(), await house.game()]
    const ticket = await house.place(user, { selections: await house.picks([first.id], [second.id]) })
    await settled(first.id, 1, 0)
    await house.kernel.db.transaction(async (tx) => {
      const { betting, wallet } = house.deps
      const offer = (await betting.lockTicket(tx, ticket.id))?.ticket.totalStake
      if (offer === undefined) throw new Error('the ticket is not there')
      await betting.cashOut(tx, ticket.id, offer, house.clock.now())
      const credit = { kind: 'cashout', reference: ticket.id, description: 'Cashout' }
      await wallet.credit(
        tx,
        { account: user, from: '00000000-0000-7000-8000-000000000001', amount: offer, ...credit },
        NOON,
      )
    })
    await correct(first.id, result(0, 1))
    expect(await house.stored(ticket)).toMatchObject({
      status: 'cashout',
      payout: 25_000,
      selections: [{ outcome: 'lost' }, { outcome: null }],
    })
    expect(await house.balance(user)).toBe(25_000)
  })

  it('[SETL-44] [SETL-06] decides what waited for it, and moves no money where nothing else changes', async () => {
    const user = await house.player(100_000)
    const game = await house.game()
    const waiting = await house.place(user, { selections: await house.picks([game.id, 'half_time_result', '1']) })
    const done = await house.place(user, { selections: await house.picks([game.id]) })
    await settled(game.id, 2, 0)
    const before = await statement(user)
    await correct(game.id, { kind: 'result', score: { home: 2, away: 0 }, halfTime: { home: 1, away: 0 } })
    expect(await house.stored(waiting)).toMatchObject({ status: 'won', payout: waiting.potentialWin })
    expect((await statement(user)).length).toBe(before.length + 1)
    expect((await house.open(done)).trail.moves).toHaveLength(1)
  })

  it('[SETL-44] is refused where it cannot be', async () => {
    const game = await house.game()
    const decide = (entered: OperatorsResult, id = game.id) => house.settlement.decideResult(id, entered, words)
    expect(await decide(result(1, 0), newId())).toEqual({ ok: false, error: 'GAME_NOT_FOUND' })
    expect(await decide(result(1, 0))).toEqual({ ok: false, error: 'NOT_STARTED' })
    house.clock.set(minutesLater(120))
    expect(await decide({ kind: 'result', score: { home: 1, away: 0 }, halfTime: { home: 2, away: 0 } })).toEqual({
      ok: false,
      error: 'IMPOSSIBLE_SCORE',
    })
    expect(await decide(result(-1, 0))).toEqual({ ok: false, error: 'IMPOSSIBLE_SCORE' })
    expect(await decide(result(1, 0))).toMatchObject({ ok: true, value: { status: 'finished', resultVersion: 1 } })
    house.clock.set(NOON)
  })
})

describe('corrections, crashes and races', () => {
  it('[SETL-44] [OPS-07] goes on after a crash between chunks, each ticket corrected once', async () => {
    const game = await house.game()
    const users = await Promise.all(Array.from({ length: 12 }, () => house.player(25_000)))
    const slip = { selections: await house.picks([game.id]) }
    const tickets = await Promise.all(users.map((user) => house.place(user, slip)))
    await settled(game.id, 1, 0)
    house.clock.set(minutesLater(180))
    await house.settlement.decideResult(game.id, result(0, 0), words)
    let chunks = 0
    const wallet: typeof house.deps.wallet = {
      ...house.deps.wallet,
      correct: async (...call) => {
        const posted = await house.deps.wallet.correct(...call)
        chunks += 1
        if (chunks % 2 === 0) throw Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' })
        return posted
      },
    }
    let kills = 0
    for (let run = 0; run < 12; run++)
      await settleGames(house.kernel, { ...house.deps, wallet }).catch(() => (kills += 1))
    house.clock.set(NOON)
    expect(kills).toBeGreaterThan(1)
    for (const ticket of tickets) expect(await announced('ticket-resettled', ticket)).toHaveLength(1)
    for (const user of users) expect(await house.balance(user)).toBeCloseTo(0, 2)
  })

  it('[SETL-44] no leg is decided on a result that was corrected while it was being settled', async () => {
    const game = await house.game()
    const users = await Promise.all(Array.from({ length: 12 }, () => house.player(25_000)))
    const slip = { selections: await house.picks([game.id]) }
    const tickets = await Promise.all(users.map((user) => house.place(user, slip)))
    await house.finish(game.id, 0, 1)
    let chunks = 0
    const correctedMeanwhile: typeof house.deps.betting = {
      ...house.deps.betting,
      decide: async (...call) => {
        chunks += 1
        const settling = house.deps.betting.decide(...call)
        if (chunks === 2) {
          house.clock.set(minutesLater(180))
          correcting = house.settlement.decideResult(game.id, result(1, 0), words)
        }
        return settling
      },
    }
    let correcting: Promise<unknown> = Promise.resolve()
    await settleGames(house.kernel, { ...house.deps, betting: correctedMeanwhile })
    await correcting
    await settleGames(house.kernel, house.deps)
    house.clock.set(NOON)
    for (const ticket of tickets) expect(await house.stored(ticket)).toMatchObject({ status: 'won' })
    for (const user of users) expect(await house.balance(user)).toBeCloseTo(tickets[0]?.potentialWin ?? 0, 2)
  })
})

describe('wrong results, corrected', () => {
  const score = fc.record({ home: fc.nat(3), away: fc.nat(3), isVoid: fc.nat(6).map((roll) => roll === 0) })
  const season = fc.record({
    // Of each game: what is told first, then what it is corrected to, again and again.
    versions: fc.array(fc.array(score, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 4 }),
    slips: fc.array(
      fc.array(fc.record({ game: fc.nat(3), market: fc.constantFrom(...MARKET_IDS), at: fc.nat(500) }), {
        minLength: 1,
        maxLength: 4,
      }),
      {
        minLength: 15,
        maxLength: 15,
      },
    ),
    order: fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
    rulebook: fc.constantFrom('house' as const, 'industry' as const),
  })
  type Score = { readonly home: number; readonly away: number; readonly isVoid: boolean }
  const entered = ({ home, away, isVoid }: Score): OperatorsResult =>
    isVoid
      ? { kind: 'void', reason: 'CANCELLED' }
      : {
          kind: 'result',
          score: { home, away },
          halfTime: { home: Math.min(home, 1), away: 0 },
          qualifier: home >= away ? 'home' : 'away',
        }

  /** Two players place the same slips on twin games; one's results are told wrong first, the other's right at once. */
  it('[SETL-44] [SETL-45] leave exactly the balances and tickets of the right ones', async () => {
    await fc.assert(
      fc.asyncProperty(season, async ({ versions, slips, order, rulebook }) => {
        await house.set('settlement_rulebook', rulebook)
        const [wronged, right] = [await house.player(99_000_000), await house.player(99_000_000)]
        const games = await Promise.all(
          versions.map(
            async () => [await house.game({ knockOut: true }), await house.game({ knockOut: true })] as const,
          ),
        )
        const pairs: (readonly [Ticket, Ticket])[] = []
        for (const slip of slips) {
          const legs = [...new Map(slip.map((leg) => [leg.game, leg])).values()]
          const picks = await Promise.all(
            [0, 1].map((side) =>
              Promise.all(
                legs.map(({ game, market, at }) => {
                  const ids = selectionIdsOf(market, {
                    sport: 'soccer',
                    homeTeam: 'a',
                    awayTeam: 'b',
                    knockout: true,
                    favourite: 'home',
                    drawPossible: true,
                  })
                  return house.pick(games[game]?.[side]?.id ?? '', market, ids[at % Math.max(1, ids.length)] ?? '')
                }),
              ),
            ),
          )
          const [a, b] = picks.map((side) => side.filter((pick) => pick !== null))
          if (a === undefined || b === undefined || a.length === 0) continue
          const [first, second] = [
            await house.tryPlace(wronged, { selections: a }),
            await house.tryPlace(right, { selections: b }),
          ]
          if (first !== null && second !== null) pairs.push([first, second])
        }
        house.clock.set(minutesLater(200))
        const queues = versions.map((each) => [...each])
        const tell = async (at: number): Promise<void> => {
          const next = queues[at]?.shift()
          if (next === undefined) return
          await house.settlement.decideResult(games[at]?.[0].id ?? '', entered(next), words)
          await house.settlement.settleNow()
        }
        for (const at of order) await tell(at)
        for (const at of versions.keys()) while ((queues[at]?.length ?? 0) > 0) await tell(at)
        for (const [at, each] of versions.entries())
          await house.settlement.decideResult(games[at]?.[1].id ?? '', entered(each.at(-1) as Score), words)
        await house.settlement.settleNow()
        house.clock.set(NOON)
        for (const [a, b] of pairs) {
          const [mine, his] = [await house.stored(a), await house.stored(b)]
          // Movement may have priced the twins apart; what a ticket comes to is compared with its own promise.
          expect(mine.selections.map((leg) => leg.outcome)).toEqual(his.selections.map((leg) => leg.outcome))
          expect(mine.status).toBe(his.status)
        }
        const tickets = await Promise.all(pairs.map(async ([a]) => house.stored(a)))
        const spent = tickets.reduce((sum, ticket) => sum + ticket.totalStake - (ticket.payout ?? 0), 0)
        expect(await house.balance(wronged)).toBeCloseTo(99_000_000 - spent, 2)
      }),
      { numRuns: 4 },
    )
    expect((await house.deps.wallet.checkLedger()).differences).toEqual([])
  })
})
