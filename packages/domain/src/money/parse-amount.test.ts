import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountProblemText, parseAmount } from './parse-amount.ts'
import { formatAmount, formatPlain, formatUgx, ugx } from './ugx.ts'

it.each([
  ['25000', 2_500_000n],
  ['25,000', 2_500_000n],
  ['25 000', 2_500_000n],
  ['25\u00a0000', 2_500_000n],
  ['25\u202f000.75', 2_500_075n],
  ['25000.5', 2_500_050n],
  ['25,000.50', 2_500_050n],
  [' 10.00 ', 1_000n],
  ['10.', 1_000n],
  ['0.5', 50n],
  ['007', 700n],
  ['1,234,567', 123_456_700n],
  ['UGX 25,000.00', 2_500_000n],
  ['UGX25,000', 2_500_000n],
  ['Shs 5,000', 500_000n],
  ['Sh. 5,000', 500_000n],
  ['000000000000025000', 2_500_000n],
  ['9999999999999', 999_999_999_999_900n],
])('[WALT-04] the typed amount %j is read as %s hundredths of a shilling', (typed, hundredths) => {
  expect(parseAmount(typed)).toEqual({ ok: true, value: hundredths })
})

it.each([
  ['', 'EMPTY'],
  ['  ', 'EMPTY'],
  ['30000,50', 'DECIMAL_COMMA'],
  ['30,000,50', 'DECIMAL_COMMA'],
  ['30.000,50', 'NOT_AN_AMOUNT'],
  ['0,500', 'DECIMAL_COMMA'],
  ['25,', 'DECIMAL_COMMA'],
  [',5', 'DECIMAL_COMMA'],
  ['1,234 567', 'DECIMAL_COMMA'],
  ['1234 567', 'NOT_AN_AMOUNT'],
  ['10.000', 'TOO_PRECISE'],
  ['1.2.3', 'NOT_AN_AMOUNT'],
  ['.', 'NOT_AN_AMOUNT'],
  ['3e4', 'NOT_AN_AMOUNT'],
  ['1e5', 'NOT_AN_AMOUNT'],
  ['25k', 'NOT_AN_AMOUNT'],
  ['abc', 'NOT_AN_AMOUNT'],
  ['abc,500', 'NOT_AN_AMOUNT'],
  ['5,000 bob', 'NOT_AN_AMOUNT'],
  ['25UGX000', 'NOT_AN_AMOUNT'],
  ['10-20', 'NOT_AN_AMOUNT'],
  ['0x10', 'NOT_AN_AMOUNT'],
  ['Infinity', 'NOT_AN_AMOUNT'],
  ['+5', 'NOT_AN_AMOUNT'],
  ['-500', 'NEGATIVE'],
  ['−500', 'NEGATIVE'],
  ['٣٠٠٠', 'OTHER_DIGITS'],
  ['３０００', 'OTHER_DIGITS'],
  ['10000000000000', 'TOO_LARGE'],
] as const)('[WALT-04] the typed amount %j is refused with %s and a message', (typed, problem) => {
  expect(parseAmount(typed)).toEqual({ ok: false, error: problem })
  expect(amountProblemText(problem)).toMatch(/^(?:Please|This)/)
})

it('[WALT-04] every amount is parsed correctly in the format that the product displays', () => {
  const amount = fc.bigInt({ min: 0n, max: 999_999_999_999_999n }).map(ugx)
  fc.assert(
    fc.property(amount, fc.constantFrom(formatAmount, formatPlain, formatUgx), (value, format) => {
      expect(parseAmount(format(value))).toEqual({ ok: true, value })
    }),
  )
})

it('[WALT-04] any typed text is parsed as the amount of its digits, or refused', () => {
  const typed = fc.stringMatching(/^[0-9,. ]{0,14}$/)
  fc.assert(
    fc.property(typed, (text) => {
      const parsed = parseAmount(text)
      if (!parsed.ok) return
      const [whole = '', cents = ''] = text.replace(/[, ]/g, '').split('.')
      expect(parsed.value).toBe(BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0')))
    }),
  )
})
