import { describe, expect, it } from 'vitest'
import { moneyText, oddsText, plainText, withoutLineBreaks } from './amounts.ts'

describe('amounts on screen', () => {
  it.each([
    [25000, 'UGX 25,000.00'],
    [0, 'UGX 0.00'],
    [1234567.5, 'UGX 1,234,567.50'],
    [-731.07, 'UGX −731.07'],
  ])('[WALT-02] the app shows the amount %d as %s', (amount, text) => {
    expect(moneyText(amount)).toBe(text)
  })

  it('an amount in a sentence has no decimals if it is whole', () => {
    expect(plainText(25000)).toBe('25,000')
  })

  it.each([
    [1.5, '1.50'],
    [11.73, '11.73'],
    [123456789, '123456789.00'],
  ])('the app shows the odds %d as %s', (odds, text) => {
    expect(oddsText(odds)).toBe(text)
  })

  it('[WALT-02] the app keeps an amount in a sentence on one line', () => {
    expect(withoutLineBreaks('Your bet K7 is placed: stake UGX 10,000.00, potential return UGX 67,600.00.')).toBe(
      'Your bet K7 is placed: stake UGX\u00a010,000.00, potential return UGX\u00a067,600.00.',
    )
  })

  it('[WALT-11] the app keeps a phone number in a sentence on one line', () => {
    expect(withoutLineBreaks('Deposit by MTN from +256 77 ••• ••00 of today')).toBe(
      'Deposit by MTN from +256\u00a077\u00a0•••\u00a0••00 of today',
    )
    expect(withoutLineBreaks('Your balance is UGX −172,000.00 now')).toBe('Your balance is UGX\u00a0−172,000.00 now')
    expect(withoutLineBreaks('UGX 10,000 was sent to +256 77 200 0100.')).toBe(
      'UGX\u00a010,000 was sent to +256\u00a077\u00a0200\u00a00100.',
    )
  })
})
