import type { Ticket } from '@mupiira/contract/tickets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { createTestApp, NOON, type TestApp } from '../../testing/test-app.ts'
import type { GameRow } from '../catalogue/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.set('max_daily_bets', 100_000)
})
afterAll(() => app.close())
afterEach(() => app.clock.set(NOON))

const statusOf = async (ticket: Ticket) => (await app.ticket(ticket)).status
const inHours = (game: GameRow, hours: number): Date => new Date(game.startTime.getTime() + hours * HOUR_MS)

async function betOn(...games: readonly GameRow[]): Promise<Ticket> {
  const player = await app.player({ balanceUgx: 100_000, hasBetBefore: true })
  return app.placeBet(player, { selections: await app.picks(...games.map(({ id }) => [id] as const)) })
}

async function move(game: GameRow, hours: number): Promise<void> {
  await app.changeGame(game.id, { startTime: inHours(game, hours) })
  app.clock.forward(MINUTE_MS)
}

async function finishAt(game: GameRow, hours: number): Promise<void> {
  app.clock.set(inHours(game, hours + 2))
  await app.finishGame(game.id, 1, 0)
  await app.settle()
}

describe('bets on a game that is rescheduled by days', () => {
  it('[SETL-40] [D20] the earlier bets are void at once, and bets on the new start are taken and settled by its result', async () => {
    const game = await app.game()
    const [single, double] = [await betOn(game), await betOn(game, await app.game())]
    await move(game, 72)
    await app.settle()
    expect(await app.ticket(single)).toMatchObject({ status: 'void', payout: single.totalStake })
    expect((await app.ticket(double)).selections.map(({ outcome }) => outcome)).toEqual(['void', null])
    expect(await app.modules.catalogue.games.byId(game.id)).toMatchObject({ status: 'upcoming', resultVersion: 0 })
    const later = await betOn(game)
    await finishAt(game, 72)
    expect([await statusOf(single), await statusOf(later)]).toEqual(['void', 'won'])

    await app.enterResult(game.id, { kind: 'result', score: { home: 0, away: 1 } })
    await app.settle()
    expect([await statusOf(single), await statusOf(later)]).toEqual(['void', 'lost'])
    expect((await app.checkLedger()).ok).toBe(true)
  })

  it('[SETL-40] [D20] bets on the new start stay when the game is rescheduled again by hours, and are void when it is cancelled', async () => {
    const [moved, cancelled] = [await app.game(), await app.game()]
    await move(moved, 48)
    await move(cancelled, 48)
    const [kept, refunded] = [await betOn(moved), await betOn(cancelled)]
    await move(moved, 60)
    await app.changeGame(cancelled.id, { status: 'cancelled' })
    await app.settle()
    expect([await statusOf(kept), await statusOf(refunded)]).toEqual(['pending', 'void'])
    await finishAt(moved, 60)
    expect(await statusOf(kept)).toBe('won')
  })

  it('[SETL-40] [D20] without a result a day after its new start the game is void, not a day after its first one', async () => {
    const game = await app.game()
    await move(game, 72)
    const later = await betOn(game)
    for (const [hours, status] of [
      [25, 'pending'],
      [95, 'pending'],
      [96, 'void'],
    ] as const) {
      app.clock.set(inHours(game, hours))
      await app.changeGame(game.id, { status: 'postponed' })
      await app.modules.catalogue.clock.run()
      await app.settle()
      expect(await statusOf(later)).toBe(status)
    }
  })

  it('[SETL-40] [D20] a bet in placement delays the new start and is void by it', async () => {
    const game = await app.game()
    const player = await app.player({ balanceUgx: 100_000, hasBetBefore: true })
    const selections = await app.picks([game.id])
    let bet: Promise<Ticket> | undefined
    let moved: Promise<unknown> | undefined
    await app.kernel.db.transaction(async (tx) => {
      // The bet waits for its counters while it holds the shared offer lock.
      await tx.query('select from player_counters where user_id = $1 for update', [player.id])
      bet = app.placeBet(player, { selections })
      await untilLockWaits(app.kernel.workerDb)
      app.clock.forward(1_000)
      moved = app.changeGame(game.id, { startTime: inHours(game, 72) })
      await untilLockWaits(app.kernel.workerDb, 2)
    })
    const ticket = await bet
    await moved
    if (ticket === undefined) throw new Error('the bet was not placed')
    await app.settle()
    expect(await statusOf(ticket)).toBe('void')
  })

  it('[SETL-40] [D20] a bet that waits while the game is being rescheduled counts for the new start', async () => {
    const game = await app.game()
    const player = await app.player({ balanceUgx: 100_000, hasBetBefore: true })
    const selections = await app.picks([game.id])
    const { db, workerDb } = app.kernel
    let bet: Promise<Ticket> | undefined
    await db.transaction(async (tx) => {
      const startTime = inHours(game, 72)
      await app.modules.catalogue.manualGames.change(tx, game.id, { startTime }, app.clock.now())
      bet = app.placeBet(player, { selections })
      await untilLockWaits(workerDb)
      app.clock.forward(1_000)
    })
    const ticket = await bet
    if (ticket === undefined) throw new Error('the bet was not placed')
    await finishAt(game, 72)
    expect(await statusOf(ticket)).toBe('won')
  })

  const starts = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 })
  it('[SETL-40] [D20] after random new starts a bet is void exactly if a later start was a day or more after the start that it was placed for', async () => {
    await fc.assert(
      fc.asyncProperty(starts, fc.boolean(), async (moves, settlesBetween) => {
        app.clock.set(NOON)
        const game = await app.game({ startTime: new Date(NOON.getTime() + DAY_MS) })
        const placed: Ticket[] = [await betOn(game)]
        for (const hours of moves) {
          await move(game, hours)
          if (settlesBetween) await app.settle()
          placed.push(await betOn(game))
        }
        const all = [0, ...moves]
        await finishAt(game, all.at(-1) ?? 0)
        const expected = all.map((start, at) =>
          all.slice(at + 1).some((later) => later - start >= 24) ? 'void' : 'won',
        )
        expect(await Promise.all(placed.map(statusOf))).toEqual(expected)
      }),
      { numRuns: 10 },
    )
    expect((await app.checkLedger()).ok).toBe(true)
  })
})
