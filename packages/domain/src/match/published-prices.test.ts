import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMove, writeMove } from './published-prices.ts'

const price = fc.option(
  fc.integer({ min: 101, max: 100_000 }).map((hundredths) => hundredths / 100),
  { nil: null },
)
const trend = fc.constantFrom('up', 'down', 'stable')
const three = <Of>(of: fc.Arbitrary<Of>) => fc.record({ '1': of, X: of, '2': of })

it('[DATA-40] [MKT-09] prices and their trends are encoded in few bytes and decoded unchanged', () => {
  fc.assert(
    fc.property(three(price), three(trend), (prices, trends) => {
      expect(readMove(JSON.parse(JSON.stringify(writeMove({ prices, trends }))))).toEqual({ prices, trends })
    }),
  )
})

it('[DATA-40] a trend that a later version may tell has not moved for this one', () => {
  expect(readMove([2, 3, 4, 'ux']).trends).toEqual({ '1': 'up', X: 'stable', '2': 'stable' })
})
