import { type Ticket } from '@mupiira/contract/tickets.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { GameRow } from '../catalogue/index.ts'
import { createTestApp, NOON, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)

describe('voids', () => {
  it('[SETL-40] [SETL-42] [SLIP-35] a cancelled game refunds the stake, and the void ticket does not count as a bet', async () => {
    const user = await app.player({ balanceUgx: 60_000 })
    const game = await app.game()
    const ticket = await app.placeBet(user, { selections: await app.picks([game.id]) })
    await app.changeGame(game.id, { status: 'cancelled' })
    await app.settle()
    expect(await app.ticket(ticket)).toMatchObject({
      status: 'void',
      payout: 25_000,
      selections: [{ label: 'VOID' }],
    })
    expect(await app.balance(user)).toBe(60_000)
    const again = await app.game()
    expect(await app.tryBet(user, { stake: 10_000, selections: await app.picks([again.id]) })).toBeNull()
  })

  it('[SETL-40] a postponed game is void after 24 hours, not before', async () => {
    const game = await app.game()
    const ticket = await app.placeBet(await app.player({ balanceUgx: 100_000_000 }), {
      selections: await app.picks([game.id]),
    })
    await app.changeGame(game.id, { status: 'postponed' })
    app.clock.set(minutesLater(60 + 24 * 60 - 1))
    await app.modules.catalogue.clock.run()
    await app.settle()
    expect((await app.ticket(ticket)).status).toBe('pending')
    app.clock.set(minutesLater(60 + 24 * 60))
    await app.modules.catalogue.clock.run()
    await app.settle()
    expect((await app.ticket(ticket)).status).toBe('void')
    app.clock.set(NOON)
  })

  describe('a game that is rescheduled twice', () => {
    const HOUR = 3_600_000
    const move = async (game: GameRow, hours: number): Promise<void> => {
      await app.changeGame(game.id, { startTime: new Date(game.startTime.getTime() + hours * HOUR) })
      app.clock.forward(60_000)
      await app.settle()
    }
    const on = async (...games: readonly GameRow[]) =>
      app.placeBet(await app.player({ balanceUgx: 100_000_000 }), {
        selections: await app.picks(...games.map(({ id }) => [id] as const)),
      })
    const statuses = (...tickets: readonly Ticket[]) =>
      Promise.all(tickets.map(async (ticket) => (await app.ticket(ticket)).status))
    afterEach(() => app.clock.set(NOON))

    it('[SETL-40] a game that is rescheduled twice keeps bets placed for a kick-off less than a day earlier, and voids bets placed for an older kick-off at once', async () => {
      const [game, other] = [await app.game(), await app.game()]
      const [first, double] = [await on(game), await on(game, other)]
      await move(game, 13)
      const second = await on(game)
      await move(game, 26)
      const third = await on(game)
      await app.settle()
      expect(await app.ticket(first)).toMatchObject({ status: 'void', payout: 25_000 })
      const { trail } = await app.openTicket(first)
      expect(trail.legs).toMatchObject([{ outcome: 'void', result: { version: 0, voidReason: 'MOVED' } }])
      expect((await app.ticket(double)).selections.map(({ outcome }) => outcome)).toEqual(['void', null])
      expect(await statuses(second, third)).toEqual(['pending', 'pending'])

      app.clock.set(new Date(game.startTime.getTime() + 28 * HOUR))
      await app.finishGame(game.id, 1, 0)
      await app.finishGame(other.id, 1, 0)
      await app.settle()
      expect(await statuses(first, double, second, third)).toEqual(['void', 'won', 'won', 'won'])

      // A corrected result does not change void bets.
      const entry = { actorId: first.userId, note: 'the other way round' }
      await app.enterResult(game.id, { kind: 'result', score: { home: 0, away: 1 } }, entry)
      await app.settle()
      expect(await statuses(first, double, second, third)).toEqual(['void', 'won', 'lost', 'lost'])
    })

    it('[SETL-40] a game that is rescheduled twice voids an earlier bet when the result arrives, even if no settlement ran in between', async () => {
      const game = await app.game()
      const first = await on(game)
      await app.changeGame(game.id, { startTime: new Date(game.startTime.getTime() + 13 * HOUR) })
      app.clock.forward(60_000)
      await app.changeGame(game.id, { startTime: new Date(game.startTime.getTime() + 26 * HOUR) })
      await app.finishGame(game.id, 1, 0)
      await app.settle()
      expect(await statuses(first)).toEqual(['void'])
    })

    it('[SETL-40] a game that is rescheduled twice voids all bets if each was placed for a kick-off a day or more earlier', async () => {
      const game = await app.game()
      const first = await on(game)
      await move(game, 13)
      const second = await on(game)
      await move(game, 37)
      expect(await statuses(first, second)).toEqual(['void', 'void'])
    })
  })

  it('[SETL-41] [SETL-43] [TICK-14] a void leg counts with odds 1.00, and the bonus is recomputed', async () => {
    const games = [await app.game(), await app.game(), await app.game()]
    const picks = await app.picks(...games.map((game) => [game.id] as const))
    const ticket = await app.placeBet(await app.player({ balanceUgx: 100_000_000 }), { selections: picks })
    expect(ticket.bonusPercentage).toBe(3)
    const [first, second, third] = games
    await app.finishGame(first?.id ?? '', 1, 0)
    await app.changeGame(second?.id ?? '', { status: 'cancelled' })
    await app.finishGame(third?.id ?? '', 2, 1)
    await app.settle()
    const two = [picks[0], picks[2]].map((pick) => Math.round((pick?.odds ?? 0) * 100))
    const total = Math.floor(((two[0] ?? 0) * (two[1] ?? 0)) / 100)
    expect(ticket).toMatchObject({ bonus: expect.any(Number), bonusPaid: 0 })
    expect(ticket.bonus).toBeGreaterThan(0)
    expect(await app.ticket(ticket)).toMatchObject({
      status: 'won',
      payout: (25_000 * total) / 100,
      bonus: ticket.bonus,
      bonusPaid: 0,
    })
  })

  it('[SETL-43] [SLIP-05] a void leg of a same-game combination leaves the remaining legs at their own price', async () => {
    await app.set('settlement_rulebook', 'industry')
    const game = await app.game()
    const picks = await app.picks([game.id, 'draw_no_bet', '1'], [game.id, 'btts', 'yes'])
    const ticket = await app.placeBet(await app.player({ balanceUgx: 100_000_000 }), { selections: picks })
    await app.set('settlement_rulebook', 'house')
    await app.finishGame(game.id, 1, 1)
    await app.settle()
    const settled = await app.ticket(ticket)
    expect(settled.selections.map((leg) => leg.outcome)).toEqual(['void', 'won'])
    expect(settled.payout).toBeCloseTo(25_000 * (picks[1]?.odds ?? 0), 2)
  })

  it('[SETL-46] a selection placed after the actual kick-off is void', async () => {
    const user = await app.player({ balanceUgx: 100_000_000 })
    const game = await app.game()
    const before = await app.placeBet(user, { selections: await app.picks([game.id]) })
    app.clock.set(minutesLater(20))
    const after = await app.placeBet(user, { selections: await app.picks([game.id]) })
    await app.changeGame(game.id, { firstLiveAt: minutesLater(10) })
    await app.finishGame(game.id, 1, 0)
    await app.settle()
    app.clock.set(NOON)
    expect((await app.ticket(before)).status).toBe('won')
    const late = await app.openTicket(after)
    expect(late.status).toBe('void')
    expect(late.trail.legs).toMatchObject([{ outcome: 'void', placedAfterStart: true, result: { homeScore: 1 } }])
  })

  it.each<['live' | 'finished', number]>([
    ['live', 30],
    ['finished', 50],
  ])(
    '[SETL-46] a match with an earlier kick-off, first reported when %s, voids bets placed since that kick-off',
    async (status, reported) => {
      const user = await app.player({ balanceUgx: 100_000_000 })
      const game = await app.game()
      await app.kernel.db.change(
        `with link as (insert into feed_links (game_id, feed_match_id, updated_at) select id, id::text, now() from games where id = $1)
         update games set source = 'feed' where id = $1`,
        [game.id],
      )
      await app.changeGame(game.id, { quotedAt: app.clock.now() })
      const before = await app.placeBet(user, { selections: await app.picks([game.id]) })
      app.clock.set(minutesLater(20))
      const after = await app.placeBet(user, { selections: await app.picks([game.id]) })
      app.clock.set(minutesLater(reported))
      const startTime = minutesLater(10)
      await app.changeGame(game.id, { startTime, status, homeScore: 1, awayScore: 0, goalsComplete: false })
      app.clock.set(minutesLater(50))
      if (status === 'live') await app.finishGame(game.id, 1, 0)
      await app.settle()
      app.clock.set(NOON)
      expect((await app.ticket(before)).status).toBe('won')
      expect((await app.ticket(after)).status).toBe('void')
    },
  )
})
