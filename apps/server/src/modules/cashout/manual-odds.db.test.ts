import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { GameRow, MarketControls } from '../catalogue/index.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

const OTHER_MARKET: MarketControls = { over_under: { suspended: true } }
/** Manual odds that two members of staff approved, because they are above the fair odds of 2.21. */
const manualOdds = (hundredths: number): MarketControls => ({
  '1x2': { odds: { '1': hundredths }, ...(hundredths > 221 ? { agreedAt: { '1': 221 } } : {}) },
})

/** A ticket on selections of one game, placed under these market controls. */
async function placed(
  before: MarketControls,
  ...others: readonly (readonly [MarketId, string])[]
): Promise<{ ticket: Ticket; game: GameRow }> {
  const game = await app.game()
  if (Object.keys(before).length > 0) await app.control(game.id, before)
  const wanted = [['1x2', '1'] as const, ...others].map(([market, pick]) => [game.id, market, pick] as const)
  return { game, ticket: await app.place(await app.player(), ...wanted) }
}

describe('price overrides as the base price, before the first game starts', () => {
  it('[TICK-37] a cash-out offers the stake while the price override is unchanged, even if the base odds change', async () => {
    const { ticket, game } = await placed(manualOdds(150))
    expect(await app.cashoutOf(ticket)).toMatchObject({ offer: 100_000 })
    await app.control(game.id, { ...manualOdds(150), ...OTHER_MARKET })
    expect(await app.cashoutOf(ticket)).toMatchObject({ offer: 100_000 })
  })

  it('[TICK-37] the cash-out offer falls after staff sets longer odds, and returns to the stake after staff removes the odds', async () => {
    const { ticket, game } = await placed({})
    await app.control(game.id, manualOdds(600))
    const { offer } = await app.cashoutOf(ticket)
    expect(offer).toBeGreaterThan(33_000)
    expect(offer).toBeLessThan(37_000)
    await app.control(game.id, {})
    expect(await app.cashoutOf(ticket)).toMatchObject({ offer: 100_000 })
  })

  it('[TICK-37] a cash-out uses the model price once the price override of the placement was removed', async () => {
    const { ticket, game } = await placed(manualOdds(150))
    await app.control(game.id, {})
    const { offer } = await app.cashoutOf(ticket)
    expect(offer).toBeGreaterThan(70_000)
    expect(offer).toBeLessThan(76_000)
  })

  it('[TICK-41] there is no cash-out offer for several selections of one game while one of them has a price override', async () => {
    const { ticket, game } = await placed({}, ['over_under', 'over_2.5'])
    await app.control(game.id, manualOdds(600))
    expect(await app.cashoutOf(ticket)).toMatchObject({ offer: null, reason: 'NOT_PRICED' })
    await app.control(game.id, {})
    expect(await app.cashoutOf(ticket)).toMatchObject({ offer: 100_000 })
  })
})
