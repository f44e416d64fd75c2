import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyMarketPrices, decodePrices, encodeMarketPrices, encodePrices } from './published-prices.ts'

const price = fc.option(
  fc.integer({ min: 101, max: 100_000 }).map((hundredths) => hundredths / 100),
  { nil: null },
)
const trend = fc.constantFrom('up', 'down', 'stable')
const three = <Of>(of: fc.Arbitrary<Of>) => fc.record({ '1': of, X: of, '2': of })

it('[DATA-40] [MKT-09] three 1X2 prices and their trends are decoded as they were encoded', () => {
  fc.assert(
    fc.property(three(price), three(trend), (prices, trends) => {
      expect(decodePrices(JSON.parse(JSON.stringify(encodePrices({ prices, trends }))))).toEqual({ prices, trends })
    }),
  )
})

it('[DATA-40] an unknown trend counts as stable', () => {
  expect(decodePrices([2, 3, 4, 'ux']).trends).toEqual({ '1': 'up', X: 'stable', '2': 'stable' })
})

it('[DATA-40] [LIVE-34] the prices of all markets are decoded as they were encoded', () => {
  const selection = fc.record({ id: fc.constantFrom('1', 'X', '2', 'over', 'yes'), odds: price, trend })
  const market = fc.record({
    id: fc.uuid(),
    available: fc.boolean(),
    selections: fc.array(selection, { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(market, { selector: ({ id }) => id, maxLength: 5 }), (markets) => {
      const moves = JSON.parse(JSON.stringify(encodeMarketPrices(markets))) as ReturnType<typeof encodeMarketPrices>
      const before = markets.map((each) => ({
        ...each,
        available: !each.available,
        selections: each.selections.map((one) => ({ ...one, odds: 1.01 })),
      }))
      expect(applyMarketPrices(before, moves)).toEqual(markets)
    }),
  )
})

it.each([
  ['another selection', { btts: [true, 'yes|maybe', [2, 3], 'ss'] }],
  ['another market', { totals: [true, 'yes|no', [2, 3], 'ss'] }],
  ['one more market', { btts: [true, 'yes|no', [2, 3], 'ss'], totals: [true, '', [], ''] }],
] as const)('[LIVE-34] a price update with %s is not applied', (_, moves) => {
  const selections = ['yes', 'no'].map((id) => ({ id, odds: 1.9, trend: 'stable' as const }))
  expect(applyMarketPrices([{ id: 'btts', available: true, selections }], moves)).toBeNull()
})
