import { describe, expect, it } from 'vitest'
import { outcomeText, transitText } from './transaction-texts.ts'

describe('the texts of a comparison with the providers', () => {
  it.each([
    [true, true, 'all sums agree.'],
    [true, false, 'no unexplained differences, but not all sums agree yet.'],
    [false, false, 'there are unexplained differences.'],
  ])('[OPS-05] explained: %s, equal sums: %s, reads "%s"', (ok, areSumsEqual, text) => {
    expect(outcomeText({ ok, areSumsEqual })).toBe(text)
  })

  it.each([
    [
      2,
      1,
      'Pending or ended in the last minute: 2 deposits (UGX 60,000.00) and 1 withdrawal (UGX 50,000.00). They may explain it',
    ],
    [1, 0, 'Pending or ended in the last minute: 1 deposit (UGX 60,000.00). They may explain it'],
    [0, 0, 'No payment is pending that explains it'],
  ])(
    '[OPS-05] %i deposits and %i withdrawals in progress are named with their amounts',
    (deposits, withdrawals, text) => {
      const shown = {
        deposits: { count: deposits, amount: 60_000 },
        withdrawals: { count: withdrawals, amount: 50_000 },
      }
      expect(transitText(shown)).toBe(text)
    },
  )
})
