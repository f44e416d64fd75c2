import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOdds } from './odds-format.ts'
import { exactOdds, odds, oddsFromNumber, oddsToNumber, totalOdds, totalOddsToNumber } from './odds.ts'

const offered = fc.integer({ min: 101, max: 100_000 }).map(odds)

describe('odds', () => {
  it.each([
    [1.85, 185],
    [1.01, 101],
    [2, 200],
    [1000, 100_000],
  ])('[SLIP-71] the API number %d stands for %d hundredths of odds', (value, hundredths) => {
    expect(oddsToNumber(odds(hundredths))).toBe(value)
  })

  it.each([185.5, 100, 0, -200, Number.NaN, 1e300])('[SLIP-71] %d hundredths are rejected as odds', (value) => {
    expect(() => odds(value)).toThrow('not odds')
  })

  it.each([
    [[], 100n],
    [[150, 133], 199n],
    [[101, 101, 101], 103n],
    [[333, 333, 333], 3692n],
  ])('[SLIP-24] [SLIP-71] the product of the odds %j is %d, rounded down once', (perGame, product) => {
    expect(totalOdds(perGame.map(odds))).toBe(product)
  })

  it('[SLIP-71] total odds of 45 games are exact and independent of the order of the games', () => {
    fc.assert(
      fc.property(fc.array(offered, { minLength: 1, maxLength: 45 }), (perGame) => {
        const product = totalOdds(perGame)
        const exact = perGame.reduce((a, b) => a * BigInt(b), 1n)
        const scale = 100n ** BigInt(perGame.length - 1)
        expect(product * scale <= exact && (product + 1n) * scale > exact).toBe(true)
        expect(totalOdds(perGame.toReversed())).toBe(product)
      }),
    )
    expect(totalOdds(Array.from({ length: 45 }, () => odds(100_000))) > 2n ** 63n).toBe(true)
  })

  it.each([
    [250, '2.50', '3/2', '+150'],
    [200, '2.00', '1/1', '+100'],
    [150, '1.50', '1/2', '-200'],
    [101, '1.01', '1/100', '-10000'],
    [133, '1.33', '33/100', '-304'],
    [100_000, '1000.00', '999/1', '+99900'],
  ])(
    '[ADMS-03] [ADMS-04] odds of %d hundredths are shown as %s (decimal), %s (fractional) and %s (American)',
    (hundredths, decimal, fractional, american) => {
      expect(formatOdds(hundredths)).toBe(decimal)
      expect(formatOdds(hundredths, 'fractional')).toBe(fractional)
      expect(formatOdds(BigInt(hundredths), 'american')).toBe(american)
    },
  )

  it.each([
    [99_999_999_999n, '999999999.99', '99999999899/100', '+99999999899'],
    [100_000_000_000n, '1.00B', '999999999/1', '+99.99B'],
    [123_499_999_999_999n, '1.23T', '1.23T/1', '+123.49T'],
    [87_978_685_022_579_068n, '879.78T', '879.78T/1', '+1000T+'],
    [99_999_999_999_999_999n, '1000T+', '999.99T/1', '+1000T+'],
    [10n ** 130n, '1000T+', '1000T+/1', '+1000T+'],
  ])(
    '[SLIP-71] [APP-20] total odds of %d hundredths are shown as %s, %s and %s: shortened from a billion',
    (hundredths, decimal, fractional, american) => {
      expect(formatOdds(hundredths)).toBe(decimal)
      expect(formatOdds(hundredths, 'fractional')).toBe(fractional)
      expect(formatOdds(hundredths, 'american')).toBe(american)
    },
  )

  it('[SLIP-71] [ADMT-03] total odds are formatted the same from the exact integer and from the API number', () => {
    const digits = fc
      .integer({ min: 3, max: 140 })
      .chain((length) => fc.bigInt(10n ** BigInt(length - 1), 10n ** BigInt(length)))
    fc.assert(
      fc.property(digits, fc.constantFrom('decimal', 'fractional', 'american'), (total, format) => {
        const decoded = JSON.parse(JSON.stringify(totalOddsToNumber(total))) as number
        expect(formatOdds(oddsFromNumber(decoded), format)).toBe(formatOdds(total, format))
        expect(totalOddsToNumber(oddsFromNumber(decoded))).toBe(decoded)
        if (total < 2n ** 52n) expect(oddsFromNumber(decoded)).toBe(total)
      }),
    )
    expect(exactOdds(87_978_685_022_579_068n)).toBe('879786850225790.68')
  })
})
