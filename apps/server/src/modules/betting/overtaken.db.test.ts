import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOVEMENT_STEP_MS, stepNumber } from '@mupiira/domain/pricing/movement.ts'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { placeBets } from './place-bets.ts'
import { type Book, codeOf, openBook } from './test-book.ts'
import { NOON } from './test-shop.ts'

let book: Book
beforeAll(async () => void (book = await openBook()))
afterAll(() => book.close())

describe('a bet that is overtaken while it is placed', () => {
  it('[ADMG-05] [MKT-42] is refused on a game that was deleted, where this node has not heard of it yet', async () => {
    const [deleted, standing] = [await book.game(), await book.game({ homeTeam: 'Arsenal', awayTeam: 'Chelsea' })]
    const user = await book.player(50_000)
    const known = await book.deps.pricing.snapshot([deleted.id, standing.id], book.clock.now())
    const slips = [[deleted.id], [deleted.id, standing.id], [standing.id]].map((ids) => ({
      selections: ids.map((gameId) => ({ gameId, market: '1x2', selection: '1', odds: 1.01 })),
    }))
    await book.kernel.db.transaction((tx) => book.deps.catalogue.deleteGame(tx, deleted.id))
    const deps = { ...book.deps, pricing: { ...book.deps.pricing, snapshot: () => Promise.resolve(known) } }
    const outcomes = await placeBets(
      book.kernel,
      deps,
      slips.map((slip) => book.request(user, slip)),
    )
    expect(outcomes.map(codeOf)).toEqual(['GAME_MISSING', 'GAME_MISSING', 'placed'])
    expect(await book.balance(user)).toBe(40_000)
  })

  it('[MKT-42] [SLIP-52] is refused when its game began while it waited for the account', async () => {
    const game = await book.game({ startTime: new Date(NOON.getTime() + 2_000) })
    const user = await book.player(50_000)
    const slip = { selections: [await book.pick(game.id)] }
    const placed = await book.kernel.db.transaction(async (tx) => {
      await book.deps.wallet.lockAccounts(tx, [user])
      const waiting = book.place(user, slip)
      await untilLockWaits(book.kernel.workerDb)
      book.clock.set(new Date(NOON.getTime() + 2_000))
      return { waiting }
    })
    expect(codeOf(await placed.waiting)).toBe('GAME_CLOSED')
    expect(await book.balance(user)).toBe(50_000)
    book.clock.set(NOON)
  })

  it('[SLIP-52] [D17] is priced at the step in which its account was free, not at the one that it waited through', async () => {
    const game = await book.game()
    const user = await book.player(50_000)
    const slip = { selections: [await book.pick(game.id)], acceptOddsChanges: true }
    const later = new Date(NOON.getTime() + MOVEMENT_STEP_MS)
    const placed = await book.kernel.db.transaction(async (tx) => {
      await book.deps.wallet.lockAccounts(tx, [user])
      const waiting = book.place(user, slip)
      await untilLockWaits(book.kernel.workerDb)
      book.clock.set(later)
      return { waiting }
    })
    expect(codeOf(await placed.waiting)).toBe('placed')
    const steps = await book.kernel.db.query(
      'select l.price_step as step from ticket_legs l join tickets t on t.id = l.ticket_id where t.user_id = $1',
      [user],
    )
    expect(steps).toEqual([{ step: BigInt(stepNumber(later)) }])
    book.clock.set(NOON)
  })
})
