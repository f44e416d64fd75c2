import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOVEMENT_STEP_MS, stepNumber } from '@mupiira/domain/pricing/movement.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { placeBets } from './place-bets.ts'
import { type BettingFixture, bettingFixture, codeOf } from '../testing/betting-fixture.ts'
import { NOON } from '../../../testing/test-app.ts'

let app: BettingFixture
beforeAll(async () => void (app = await bettingFixture()))
afterAll(() => app.close())

describe('changes while a bet is being placed', () => {
  it('[ADMG-05] [MKT-42] a bet on a deleted game is refused even before this node has received the deletion event', async () => {
    const [deleted, existing] = [await app.game(), await app.game({ homeTeam: 'Arsenal', awayTeam: 'Chelsea' })]
    const user = await app.player({ balanceUgx: 50_000 })
    const known = await app.modules.pricing.prices.gameRows([deleted.id, existing.id])
    const slips = [[deleted.id], [deleted.id, existing.id], [existing.id]].map((ids) => ({
      selections: ids.map((gameId) => ({ gameId, market: '1x2', selection: '1', odds: 1.01 })),
    }))
    const admin = await app.admin()
    expect((await admin.delete(`/api/admin/games/${deleted.id}`)).status).toBe(200)
    const prices = { ...app.modules.pricing.prices, gameRows: () => Promise.resolve(known) }
    const deps = { ...app.deps, pricing: { ...app.modules.pricing, prices } }
    const outcomes = await placeBets(
      app.kernel,
      deps,
      slips.map((slip) => app.request(user, slip)),
    )
    expect(outcomes.map(codeOf)).toEqual(['GAME_MISSING', 'GAME_MISSING', 'placed'])
    expect(await app.balance(user)).toBe(40_000)
  })

  it('[MKT-42] [SLIP-52] a bet is refused if its game started while the bet waited for the account lock', async () => {
    const game = await app.game({ startTime: new Date(NOON.getTime() + 2_000) })
    const user = await app.player({ balanceUgx: 50_000 })
    const slip = { selections: [await app.pick(game.id)] }
    const placed = await app.kernel.db.transaction(async (tx) => {
      await app.modules.wallet.accounts.lock(tx, [user.id])
      const waiting = app.place(user, slip)
      await untilLockWaits(app.kernel.workerDb)
      app.clock.set(new Date(NOON.getTime() + 2_000))
      return { waiting }
    })
    expect(codeOf(await placed.waiting)).toBe('GAME_CLOSED')
    expect(await app.balance(user)).toBe(50_000)
    app.clock.set(NOON)
  })

  it('[SLIP-52] [D17] a bet is priced at the price step in which the account lock was acquired', async () => {
    const game = await app.game()
    const user = await app.player({ balanceUgx: 50_000 })
    const slip = { selections: [await app.pick(game.id)], acceptOddsChanges: true }
    const later = new Date(NOON.getTime() + MOVEMENT_STEP_MS)
    const placed = await app.kernel.db.transaction(async (tx) => {
      await app.modules.wallet.accounts.lock(tx, [user.id])
      const waiting = app.place(user, slip)
      await untilLockWaits(app.kernel.workerDb)
      app.clock.set(later)
      return { waiting }
    })
    expect(codeOf(await placed.waiting)).toBe('placed')
    const steps = await app.kernel.db.query(
      'select l.price_step as step from ticket_legs l join tickets t on t.id = l.ticket_id where t.user_id = $1',
      [user.id],
    )
    expect(steps).toEqual([{ step: BigInt(stepNumber(later)) }])
    app.clock.set(NOON)
  })
})
