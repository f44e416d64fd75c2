import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WORKER } from '../../../kernel/test-kernel.ts'
import { createTestApp, NOON, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ background: true, config: WORKER })
  await app.set('selection_liability_limit', 1_000_000)
  await app.set('price_reaction', 10)
})
afterAll(() => app.close())

let minutes = 0
/** Moves the clock into the next minute and so to a new price step. */
function nextStep(): void {
  minutes += 1
  app.clock.set(new Date(NOON.getTime() + minutes * MINUTE_MS))
}
const pricesOf = async (gameId: string) => {
  const [game] = [...(await app.modules.catalogue.games.byIds([gameId])).values()]
  if (game === undefined) throw new Error('no game')
  return app.modules.pricing.prices.of(game, app.clock.now())
}
const isLowered = async (gameId: string, market: MarketId, selection: string): Promise<boolean> => {
  const { game } = await pricesOf(gameId)
  const still = app.modules.pricing.prices.of({ ...game, priceReaction: {}, priceVersion: -1 }, app.clock.now())
  const before = still.price(market, selection)?.oddsHundredths ?? 0
  const now = (await pricesOf(gameId)).price(market, selection)?.oddsHundredths ?? 0
  expect(now).toBeLessThanOrEqual(before)
  return now < before
}

it('[MKT-47] the price of a selection with high liability falls at the next price step, and no other price changes', async () => {
  const game = await app.game()
  const player = await app.player({ balanceUgx: 9_000_000 })
  const before = await app.pick(game.id)
  const stake = Math.floor(700_000 / (before.odds - 1))
  const ticket = await app.placeBet(player, { stake, selections: [before] })
  expect(await isLowered(game.id, '1x2', '1')).toBe(false)

  nextStep()
  await expect.poll(() => isLowered(game.id, '1x2', '1')).toBe(true)
  const { game: stored, markets } = await pricesOf(game.id)
  expect(stored.priceReaction).toEqual({ '1x2': { '1': expect.any(Number) } })
  expect(stored.priceReaction['1x2']?.['1']).toBeGreaterThanOrEqual(500)
  expect(stored.priceVersion).toBeGreaterThan(game.priceVersion)
  for (const { id, selections } of markets) {
    for (const selection of selections) {
      expect(await isLowered(game.id, id, selection.id)).toBe(id === '1x2' && selection.id === '1')
    }
  }

  // Quote, list and placement use the same price.
  const price = (await app.pick(game.id)).odds
  const selections = [{ ...before, odds: price }]
  const quote = await player.post<{ totalOdds: number }>('/api/bets/quote', { stake: 25_000, selections })
  expect(quote.body.totalOdds).toBe(price)
  await expect
    .poll(async () => (await app.modules.pricing.games.present([game.id], app.clock.now()))[0]?.prices['1'])
    .toBe(price)
  expect((await app.sendBet(player, { stake: 25_000, selections: [before] })).body.code).toBe('ODDS_CHANGED')
  expect((await app.sendBet(player, { stake: 25_000, selections })).status).toBe(201)

  // The price reaction ends when the liability is gone.
  await app.kernel.db.query(
    `update tickets set status = 'void', payout = total_stake, open_legs = 0, settled_at = now()
                              where id = $1`,
    [ticket.id],
  )
  nextStep()
  await expect.poll(() => isLowered(game.id, '1x2', '1')).toBe(false)
})

it('[MKT-47] same-game odds with a reduced selection fall by the same share, and manual odds do not react to liability', async () => {
  const game = await app.game()
  const reacting = { ...game, priceReaction: { '1x2': { '1': 500 } }, priceVersion: game.priceVersion + 1 }
  const { pricing } = app.modules
  const at = app.clock.now()
  const joint = (row: typeof game) => {
    const prices = pricing.prices.of(row, at)
    const odds = (market: MarketId, selectionId: string) => ({
      market,
      selectionId,
      oddsHundredths: (prices.price(market, selectionId)?.oddsHundredths ?? 0) as never,
    })
    const found = pricing.prices.joint(prices, [odds('1x2', '1'), odds('btts', 'yes')])
    if (!found.ok) throw new Error(found.error)
    return found.value
  }
  const [before, after] = [joint(game), joint(reacting)]
  expect(after.oddsHundredths).toBeLessThan(before.oddsHundredths)
  expect(after.oddsHundredths / before.oddsHundredths).toBeCloseTo(0.95, 2)
  expect(after.overroundPercent).toBeCloseTo(((1 + before.overroundPercent / 100) / 0.95) * 100 - 100, 8)

  const manual = { ...reacting, controls: { '1x2': { odds: { '1': 150 } } }, priceVersion: game.priceVersion + 2 }
  expect(pricing.prices.of(manual, at).price('1x2', '1')?.oddsHundredths).toBe(150)
})
