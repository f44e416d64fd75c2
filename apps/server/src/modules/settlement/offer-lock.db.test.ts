import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { newId } from '../../kernel/ids.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await createTestApp()))
afterAll(() => app?.close())

describe('a result that arrives while a bet on the game is being placed', () => {
  it('[SETL-01] a result that arrives while a bet on the game is being placed waits for the bet, and settlement includes the bet', async () => {
    const game = await app.game()
    const player = await app.player({ balanceUgx: 75_011, hasBetBefore: true })
    const selections = await app.picks([game.id])
    const { kernel } = app
    let bet: ReturnType<TestApp['placeBet']> | undefined
    let finished: Promise<unknown> | undefined
    await kernel.db.transaction(async (tx) => {
      // The bet waits for its counters while it holds the offer lock.
      await tx.query('select from player_counters where user_id = $1 for update', [player.id])
      bet = app.placeBet(player, { selections })
      await untilLockWaits(kernel.workerDb)
      finished = app.finishGame(game.id, 1, 0)
      await untilLockWaits(kernel.workerDb, 2)
    })
    const ticket = await bet
    await finished
    if (ticket === undefined) throw new Error('the bet was not placed')
    await app.settle()
    expect(await app.ticket(ticket)).toMatchObject({ status: 'won' })
    expect(await app.modules.catalogue.results.toSettle(10)).toEqual([])
  })
})

describe('a first result', () => {
  it('[SETL-01] a first result does not wait for transactions that read results, while a correction does', async () => {
    const { id } = await app.game()
    const { kernel, modules } = app
    const decide = (entered: Parameters<typeof app.enterResult>[1]) =>
      app.enterResult(id, entered, { actorId: newId(), note: 'Called off' })
    const { correction } = await kernel.workerDb.transaction(async (tx) => {
      await modules.catalogue.results.lockShared(tx)
      expect(await decide({ kind: 'void', reason: 'CANCELLED' })).toMatchObject({ ok: true })
      app.clock.forward(2 * 86_400_000)
      const correction = decide({ kind: 'result', score: { home: 1, away: 0 } })
      await untilLockWaits(kernel.workerDb)
      return { correction }
    })
    expect(await correction).toMatchObject({ ok: true })
  })
})

describe('continuous bets on one game', () => {
  it('[SETL-01] [ADMG-05] continuous bets on one game do not delay a void or a deletion indefinitely', async () => {
    const [voided, deleted] = [await app.game(), await app.game()]
    const { kernel, modules } = app
    const admin = await app.admin()
    let isOver = false
    let placed = 0
    // Eight overlapping transactions hold the shared lock at all times, as with bets on a popular game.
    const bettors = Array.from({ length: 8 }, async (_, at) => {
      while (!isOver) {
        await kernel.workerDb.transaction(async (tx) => {
          await modules.catalogue.games.lockOffers(tx, [voided.id, deleted.id], 'shared')
          placed++
          await sleep(5 + at)
        })
      }
    })
    await expect.poll(() => placed).toBeGreaterThan(8)
    const entry = { actorId: newId(), note: 'Called off' }
    const result = await app.enterResult(voided.id, { kind: 'void', reason: 'CANCELLED' }, entry)
    const deletion = await admin.delete(`/api/admin/games/${deleted.id}`)
    isOver = true
    await Promise.all(bettors)
    expect([result.ok, deletion.status]).toEqual([true, 200])
    expect(await modules.catalogue.games.byId(deleted.id)).toBeNull()
  })
})
