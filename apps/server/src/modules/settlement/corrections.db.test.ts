import type { Ticket } from '@mupiira/contract/tickets.ts'
import { acceptCashout, getCashout } from '@mupiira/contract/cashout.ts'
import { MARKET_IDS } from '@mupiira/domain/markets/types.ts'
import { selectionIdsOf } from '@mupiira/domain/markets/catalogue.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffResult } from '../catalogue/index.ts'
import { newId } from '../../kernel/ids.ts'
import { settleGames } from './settle-games.ts'
import { createTestApp, NOON, type TestApp } from '../../testing/test-app.ts'
import { inChunks } from './testing/in-chunks.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.set('max_daily_bets', 100_000)
})
afterAll(() => app.close())

const entry = { actorId: newId(), note: 'The referee counted twice' }
const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)
const result = (home: number, away: number): StaffResult => ({ kind: 'result', score: { home, away } })

/** Enters a result more than an hour after the start and settles it. */
async function correct(gameId: string, entered: StaffResult): Promise<void> {
  app.clock.set(minutesLater(180))
  expect(await app.enterResult(gameId, entered, entry)).toMatchObject({ ok: true })
  await app.settle()
  app.clock.set(NOON)
}

async function settled(gameId: string, home: number, away: number): Promise<void> {
  await app.finishGame(gameId, home, away)
  await app.settle()
}

const statement = async (userId: string): Promise<{ type: string; amount: number; description: string }[]> => {
  const rows = await app.kernel.db.query<{ type: string; amount: bigint; description: string }>(
    'select type, amount, description from balance_history where user_id = $1 order by id',
    [userId],
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) / 100 }))
}

const announced = async (type: string, ticket: Ticket): Promise<unknown[]> => {
  const rows = await app.kernel.db.query<{ data: unknown }>(
    `select e->'data' as data from outbox, json_array_elements(events) e
      where e->>'type' = $1 and e->'data'->>'ticketId' = $2 order by id`,
    [type, ticket.id],
  )
  return rows.map(({ data }) => data)
}

describe('a corrected result', () => {
  it('[SETL-44] [SETL-45] a corrected result reverses a win by a separate ledger entry with a reason, even below a zero balance', async () => {
    const user = await app.player({ balanceUgx: 25_000 })
    const game = await app.game()
    const ticket = await app.placeBet(user, { selections: await app.picks([game.id]) })
    await settled(game.id, 1, 0)
    const won = ticket.potentialWin
    // The winnings are staked on another game before the correction.
    const other = await app.game()
    const away = await app.placeBet(user, { stake: Math.floor(won), selections: await app.picks([other.id]) })
    await correct(game.id, result(1, 1))
    expect(await app.ticket(ticket)).toMatchObject({ status: 'lost', payout: 0 })
    expect(await app.balance(user)).toBeCloseTo(-away.totalStake, 2)
    const lines = await statement(user.id)
    expect(lines.at(-1)).toEqual({
      type: 'resettlement',
      amount: -won,
      description: `Payout reversed, bet ${ticket.bookingCode}: the result of ${game.name} was corrected`,
    })
    expect(await announced('ticket-resettled', ticket)).toMatchObject([
      { status: 'lost', statusBefore: 'won', takenBack: won, payout: 0, match: game.name },
    ])
    // Negative balances block betting, and the next win reduces the debt.
    expect(await app.tryBet(user, { selections: await app.picks([other.id]) })).toBeNull()
    await settled(other.id, 1, 0)
    expect(await app.balance(user)).toBeCloseTo(away.potentialWin - away.totalStake, 2)
  })

  it('[SETL-44] a corrected result pays a lost ticket once, and the ticket’s history shows the correction', async () => {
    const user = await app.player({ balanceUgx: 25_000 })
    const game = await app.game()
    const ticket = await app.placeBet(user, { selections: await app.picks([game.id, '1x2', 'X']) })
    await settled(game.id, 1, 0)
    await correct(game.id, result(1, 1))
    await app.settle()
    expect(await app.enterResult(game.id, result(1, 1), entry)).toEqual({
      ok: false,
      error: 'NOT_STARTED',
    })
    app.clock.set(minutesLater(190))
    expect(await app.enterResult(game.id, result(1, 1), entry)).toEqual({
      ok: false,
      error: 'SAME_RESULT',
    })
    app.clock.set(NOON)
    expect(await app.balance(user)).toBeCloseTo(ticket.potentialWin, 2)
    const opened = await app.openTicket(ticket)
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

  it('[SETL-44] [D42] a corrected result reopens a lost ticket whose other games are not over, and the ticket is paid at the end', async () => {
    const user = await app.player({ balanceUgx: 25_000 })
    const [first, second] = [await app.game(), await app.game()]
    const ticket = await app.placeBet(user, { selections: await app.picks([first.id], [second.id]) })
    await settled(first.id, 0, 2)
    expect(await app.ticket(ticket)).toMatchObject({ status: 'lost' })
    await correct(first.id, result(3, 2))
    expect(await app.ticket(ticket)).toMatchObject({ status: 'pending', payout: null })
    expect(await announced('ticket-resettled', ticket)).toMatchObject([{ status: 'pending', takenBack: 0, payout: 0 }])
    await settled(second.id, 1, 0)
    expect(await app.ticket(ticket)).toMatchObject({ status: 'won', payout: ticket.potentialWin })
    expect(await app.balance(user)).toBeCloseTo(ticket.potentialWin, 2)
    // The result is changed back: a payout after a correction is reversed like any other.
    await correct(second.id, result(0, 0))
    expect(await app.balance(user)).toBeCloseTo(0, 2)
    expect((await app.openTicket(ticket)).trail.moves.map((move) => move.status)).toEqual([
      'lost',
      'pending',
      'won',
      'lost',
    ])
  })

  it('[SETL-44] [SLIP-35] a corrected result updates refund and bet count when a void game gets a result and when a result becomes void', async () => {
    const user = await app.player({ balanceUgx: 60_000 })
    const game = await app.game()
    const ticket = await app.placeBet(user, { selections: await app.picks([game.id]) })
    await app.changeGame(game.id, { status: 'cancelled' })
    await app.settle()
    expect(await app.balance(user)).toBe(60_000)
    await correct(game.id, result(2, 0))
    expect(await app.balance(user)).toBeCloseTo(35_000 + ticket.potentialWin, 2)
    expect((await statement(user.id)).slice(-2).map(({ type, amount }) => [type, amount])).toEqual([
      ['resettlement', -25_000],
      ['win', ticket.potentialWin],
    ])
    await correct(game.id, { kind: 'void', reason: 'CANCELLED' })
    expect(await app.ticket(ticket)).toMatchObject({ status: 'void', payout: 25_000 })
    expect(await app.balance(user)).toBe(60_000)
    const [counters] = await app.kernel.db.query('select valid_tickets from player_counters where user_id = $1', [
      user.id,
    ])
    expect(counters).toEqual({ valid_tickets: 0 })
  })

  it('[SETL-44] [TICK-45] a corrected result leaves a cashed-out ticket unchanged', async () => {
    const user = await app.player({ balanceUgx: 25_000 })
    const [first, second] = [await app.game(), await app.game()]
    const ticket = await app.placeBet(user, { selections: await app.picks([first.id], [second.id]) })
    await settled(first.id, 1, 0)
    const offer = (await user.call(getCashout, { params: ticket })).body.offer ?? 0
    expect((await user.call(acceptCashout, { params: ticket, body: { offer } })).status).toBe(200)
    await correct(first.id, result(0, 1))
    expect(await app.ticket(ticket)).toMatchObject({
      status: 'cashout',
      payout: offer,
      selections: [{ outcome: 'lost' }, { outcome: null }],
    })
    expect(await app.balance(user)).toBe(offer)
  })

  it('[SETL-44] [SETL-06] a corrected result decides legs that were still open and leaves other tickets unchanged', async () => {
    const user = await app.player({ balanceUgx: 100_000 })
    const game = await app.game()
    const waiting = await app.placeBet(user, { selections: await app.picks([game.id, 'half_time_result', '1']) })
    const done = await app.placeBet(user, { selections: await app.picks([game.id]) })
    await settled(game.id, 2, 0)
    const before = await statement(user.id)
    await correct(game.id, { kind: 'result', score: { home: 2, away: 0 }, halfTime: { home: 1, away: 0 } })
    expect(await app.ticket(waiting)).toMatchObject({ status: 'won', payout: waiting.potentialWin })
    expect((await statement(user.id)).length).toBe(before.length + 1)
    expect((await app.openTicket(done)).trail.moves).toHaveLength(1)
  })

  it('[SETL-44] a corrected result is refused for an unknown game, before the start and with an impossible score', async () => {
    const game = await app.game()
    const decide = (entered: StaffResult, id = game.id) => app.enterResult(id, entered, entry)
    expect(await decide(result(1, 0), newId())).toEqual({ ok: false, error: 'GAME_NOT_FOUND' })
    expect(await decide(result(1, 0))).toEqual({ ok: false, error: 'NOT_STARTED' })
    app.clock.set(minutesLater(120))
    expect(await decide({ kind: 'result', score: { home: 1, away: 0 }, halfTime: { home: 2, away: 0 } })).toEqual({
      ok: false,
      error: 'IMPOSSIBLE_SCORE',
    })
    expect(await decide(result(-1, 0))).toEqual({ ok: false, error: 'IMPOSSIBLE_SCORE' })
    expect(await decide(result(1, 0))).toMatchObject({ ok: true, value: { status: 'finished', resultVersion: 1 } })
    app.clock.set(NOON)
  })
})

describe('corrections, crashes and races', () => {
  it('[SETL-44] [OPS-07] corrections resume after a crash between two chunks of tickets and correct each ticket once', async () => {
    const game = await app.game()
    const users = await Promise.all(Array.from({ length: 12 }, () => app.player({ balanceUgx: 25_000 })))
    const slip = { selections: await app.picks([game.id]) }
    const tickets = await Promise.all(users.map((user) => app.placeBet(user, slip)))
    await settled(game.id, 1, 0)
    app.clock.set(minutesLater(180))
    await app.enterResult(game.id, result(0, 0), entry)
    let chunks = 0
    const { transfers } = app.modules.wallet
    const failing: typeof transfers = {
      ...transfers,
      correct: async (...call) => {
        const posted = await transfers.correct(...call)
        chunks += 1
        if (chunks % 2 === 0) throw Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' })
        return posted
      },
    }
    const wallet = { ...app.modules.wallet, transfers: failing }
    let kills = 0
    for (let run = 0; run < 12; run++)
      await settleGames(app.kernel, { ...inChunks(app, 3), wallet }).catch(() => (kills += 1))
    app.clock.set(NOON)
    expect(kills).toBeGreaterThan(1)
    for (const ticket of tickets) expect(await announced('ticket-resettled', ticket)).toHaveLength(1)
    for (const user of users) expect(await app.balance(user)).toBeCloseTo(0, 2)
  })

  it('[SETL-44] no leg is decided by a result that was corrected during its settlement', async () => {
    const game = await app.game()
    const users = await Promise.all(Array.from({ length: 12 }, () => app.player({ balanceUgx: 25_000 })))
    const slip = { selections: await app.picks([game.id]) }
    const tickets = await Promise.all(users.map((user) => app.placeBet(user, slip)))
    await app.finishGame(game.id, 0, 1)
    let chunks = 0
    const { betting } = app.modules
    const correctingBetting: typeof betting = {
      ...betting,
      decisions: {
        ...betting.decisions,
        decide: async (...call) => {
          chunks += 1
          const settling = betting.decisions.decide(...call)
          if (chunks === 2) {
            app.clock.set(minutesLater(180))
            correcting = app.enterResult(game.id, result(1, 0), entry)
          }
          return settling
        },
      },
    }
    let correcting: Promise<unknown> = Promise.resolve()
    await settleGames(app.kernel, { ...inChunks(app), betting: correctingBetting })
    await correcting
    await settleGames(app.kernel, inChunks(app))
    app.clock.set(NOON)
    for (const ticket of tickets) expect(await app.ticket(ticket)).toMatchObject({ status: 'won' })
    for (const user of users) expect(await app.balance(user)).toBeCloseTo(tickets[0]?.potentialWin ?? 0, 2)
  })
})

describe('corrected wrong results', () => {
  const score = fc.record({ home: fc.nat(3), away: fc.nat(3), isVoid: fc.nat(6).map((roll) => roll === 0) })
  const season = fc.record({
    // Per game: the first reported result, then its corrections.
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
  const entered = ({ home, away, isVoid }: Score): StaffResult =>
    isVoid
      ? { kind: 'void', reason: 'CANCELLED' }
      : {
          kind: 'result',
          score: { home, away },
          halfTime: { home: Math.min(home, 1), away: 0 },
          qualifier: home >= away ? 'home' : 'away',
        }

  /**
   * Two players place the same slips on twin games; the results of one game are first reported wrong and then
   * corrected, those of its twin are correct from the start.
   */
  it('[SETL-44] [SETL-45] corrected wrong results lead to the same balances and tickets as the right results entered first', async () => {
    await fc.assert(
      fc.asyncProperty(season, async ({ versions, slips, order, rulebook }) => {
        await app.set('settlement_rulebook', rulebook)
        const [wronged, right] = [
          await app.player({ balanceUgx: 99_000_000 }),
          await app.player({ balanceUgx: 99_000_000 }),
        ]
        const games = await Promise.all(
          versions.map(async () => [await app.game({ knockOut: true }), await app.game({ knockOut: true })] as const),
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
                  return app.offeredPick(games[game]?.[side]?.id ?? '', market, ids[at % Math.max(1, ids.length)] ?? '')
                }),
              ),
            ),
          )
          const [a, b] = picks.map((side) => side.filter((pick) => pick !== null))
          if (a === undefined || b === undefined || a.length === 0) continue
          const [first, second] = [
            await app.tryBet(wronged, { selections: a }),
            await app.tryBet(right, { selections: b }),
          ]
          if (first !== null && second !== null) pairs.push([first, second])
        }
        app.clock.set(minutesLater(200))
        const queues = versions.map((version) => [...version])
        const enterVersion = async (at: number): Promise<void> => {
          const next = queues[at]?.shift()
          if (next === undefined) return
          await app.enterResult(games[at]?.[0].id ?? '', entered(next), entry)
          await app.settle()
        }
        for (const at of order) await enterVersion(at)
        for (const at of versions.keys()) while ((queues[at]?.length ?? 0) > 0) await enterVersion(at)
        for (const [at, each] of versions.entries())
          await app.enterResult(games[at]?.[1].id ?? '', entered(each.at(-1) as Score), entry)
        await app.settle()
        app.clock.set(NOON)
        for (const [a, b] of pairs) {
          const [mine, twin] = [await app.ticket(a), await app.ticket(b)]
          // Price movement may differ between the twins, so each payout is compared with the potential win of its own
          // ticket.
          expect(mine.selections.map((leg) => leg.outcome)).toEqual(twin.selections.map((leg) => leg.outcome))
          expect(mine.status).toBe(twin.status)
        }
        const tickets = await Promise.all(pairs.map(async ([a]) => app.ticket(a)))
        const spent = tickets.reduce((sum, ticket) => sum + ticket.totalStake - (ticket.payout ?? 0), 0)
        expect(await app.balance(wronged)).toBeCloseTo(99_000_000 - spent, 2)
      }),
      { numRuns: 4 },
    )
    expect((await app.modules.wallet.ledger.check()).differences).toEqual([])
  })
})
