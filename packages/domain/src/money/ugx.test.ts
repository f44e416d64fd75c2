import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  floorRatio,
  formatAmount,
  formatDecimal,
  formatPlain,
  formatUgx,
  ugx,
  ugxFromNumber,
  ugxFromShillings,
  ugxFromTyped,
  ugxToNumber,
} from './ugx.ts'

const safeHundredths = fc.bigInt({ min: -(2n ** 53n - 1n), max: 2n ** 53n - 1n })

describe('money', () => {
  it.each([
    [25_000, 2_500_000n],
    [1000.5, 100_050n],
    [0.07, 7n],
    [1.15, 115n],
    [-3.31, -331n],
    [0, 0n],
  ])('[WALT-03] UGX %d is converted to %d hundredths', (amount, hundredths) => {
    expect(ugxFromNumber(amount)).toEqual({ ok: true, value: hundredths })
  })

  it.each([
    [0.001, 'TOO_PRECISE'],
    [10.005, 'TOO_PRECISE'],
    [0.1 + 0.2, 'TOO_PRECISE'],
    [Number.NaN, 'NOT_A_NUMBER'],
    [Number.POSITIVE_INFINITY, 'NOT_A_NUMBER'],
    [1e15, 'TOO_LARGE'],
    [Number.MAX_VALUE, 'TOO_LARGE'],
  ])('[WALT-04] the amount %d is refused with %s', (amount, error) => {
    expect(ugxFromNumber(amount)).toEqual({ ok: false, error })
  })

  it.each([
    [25_000.5, 2_500_050n],
    [1e13, 10n ** 15n],
    [2e13, 10n ** 15n],
    [Number.MAX_VALUE, 10n ** 15n],
    [-1e300, -(10n ** 15n)],
  ])('[WALT-04] the typed number %d is read as %d hundredths', (amount, hundredths) => {
    expect(ugxFromTyped(amount)).toEqual({ ok: true, value: hundredths })
  })

  it('[WALT-03] every representable amount is converted to a number and back exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (hundredths) => {
        const back = ugxFromNumber(ugxToNumber(ugx(hundredths)))
        expect(back).toEqual({ ok: true, value: hundredths })
      }),
    )
  })

  it('[WALT-04] an amount is accepted only with up to two decimal places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 999 }), (full, thousandths) => {
        const read = ugxFromNumber(Number(`${full}.${String(thousandths).padStart(3, '0')}`))
        expect(read.ok).toBe(thousandths % 10 === 0)
      }),
    )
  })

  it.each([
    [2_500_000n, '25,000.00', '25,000'],
    [7n, '0.07', '0.07'],
    [123_456_789_01n, '123,456,789.01', '123,456,789.01'],
    [99_999n, '999.99', '999.99'],
    [100_000n, '1,000.00', '1,000'],
    [-331n, '−3.31', '−3.31'],
    [-17_200_000n, '−172,000.00', '−172,000'],
    [0n, '0.00', '0'],
  ])(
    '[WALT-01] [WALT-02] %d hundredths are formatted as UGX %s, and as UGX %s without zero cents',
    (hundredths, text, plain) => {
      expect(formatAmount(ugx(hundredths))).toBe(text)
      expect(formatUgx(ugx(hundredths))).toBe(`UGX ${text}`)
      expect(formatPlain(ugx(hundredths))).toBe(plain)
      expect(formatDecimal(ugx(hundredths))).toBe(text.replaceAll(',', '').replace('−', '-'))
    },
  )

  it('[WALT-02] amounts are formatted like the en-UG locale', () => {
    const locale = new Intl.NumberFormat('en-UG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), (hundredths) => {
        expect(formatAmount(ugx(hundredths))).toBe(locale.format(Number(hundredths) / 100).replace('-', '−'))
      }),
    )
  })

  it('[SETL-10] a ratio of amounts is rounded down to a whole hundredth', () => {
    fc.assert(
      fc.property(safeHundredths, fc.bigInt({ min: 1n, max: 10n ** 9n }), (numerator, denominator) => {
        const floor = floorRatio(numerator, denominator)
        expect(floor * denominator <= numerator).toBe(true)
        expect((floor + 1n) * denominator > numerator).toBe(true)
      }),
    )
    for (const denominator of [0n, -1n]) expect(() => floorRatio(1n, denominator)).toThrow('a positive denominator')
  })

  it('[WALT-03] an amount with fractions of a hundredth, or too large for a JSON number, throws', () => {
    expect(ugxFromShillings(25_000)).toBe(2_500_000n)
    expect(() => ugxFromShillings(0.5)).toThrow(RangeError)
    expect(() => ugxFromShillings(2 ** 53)).toThrow('not whole shillings')
    expect(() => ugxToNumber(ugx(2n ** 60n))).toThrow(RangeError)
  })
})
