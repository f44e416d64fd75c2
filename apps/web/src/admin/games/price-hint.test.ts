import { describe, expect, it } from 'vitest'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { isCapped, priceHint } from './price-hint.ts'

const marketOf = (id: string, offered: readonly (number | null)[]): AdminMarket => ({
  id,
  name: id,
  suspended: false,
  selections: offered.map((odds, at) => ({
    id: String(at),
    label: '',
    model: odds,
    own: null,
    mostStake: null,
    offered: odds,
    bets: 0,
    stake: 0,
    payout: 0,
  })) as AdminMarket['selections'],
})
const hint = (market: AdminMarket, own: number | null): string => {
  const [first] = market.selections
  if (first === undefined) throw new Error('a market has selections')
  return priceHint(market, first, own)
}

describe('[MKT-43] manual odds of a selection', () => {
  it.each([
    ['1x2', [2.18, 3.21, 3.55], 2.6],
    ['btts', [1.8, 1.95], 2.2],
    ['draw_no_bet', [1.5, 2.4], 1.9],
  ])('the price hint warns if betting on every selection of the market %s cannot lose', (id, offered, own) => {
    expect(hint(marketOf(id, offered), own)).toMatch(/cannot lose/)
  })

  it.each([
    ['1x2', [2.18, 3.21, 3.55], 2.3],
    // One outcome has no odds, so a player cannot bet on every outcome.
    ['1x2', [2.18, null, 3.55], 2.6],
    // These odds belong to two lines, so they are not the outcomes of one market.
    ['over_under', [1.3, 3.4, 1.9, 1.9], 9],
  ])(
    'the price hint in the market %s, with prices %j, warns that manual odds %d exceed the model’s price',
    (id, offered, own) => {
      expect(hint(marketOf(id, offered), own)).toMatch(/^Above the model/)
    },
  )

  it('the price hint gives no warning for odds below the model’s price and for missing odds', () => {
    expect(hint(marketOf('1x2', [2.18, 3.21, 3.55]), 2.1)).toMatch(/^These odds stay/)
    expect(hint(marketOf('1x2', [2.18, 3.21, 3.55]), null)).toMatch(/^Leave empty/)
  })

  it('the price hint shows manual odds that are offered lower than entered', () => {
    const [selection] = marketOf('1x2', [2.18, 3.21, 3.55]).selections
    if (selection === undefined) throw new Error('a market has selections')
    expect([7, 2.18, null].map((own) => isCapped({ ...selection, own }))).toEqual([true, false, false])
    expect(isCapped({ ...selection, own: 7, offered: null })).toBe(false)
  })
})
