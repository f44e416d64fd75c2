import { expect, it } from 'vitest'
import { kindsOf, netResultOf, STATEMENT_FILTERS, statementLine } from './statement-lines.ts'

it.each([
  ['deposit', 'deposits'],
  ['withdrawal', 'withdrawals'],
  ['withdrawal-fee', 'fees'],
  ['withdrawal-hold', 'held'],
  ['withdrawal-release', 'held'],
  ['hold-taken', 'held'],
  ['bet', 'stakes'],
  ['win', 'wins'],
  ['cashout', 'wins'],
  ['refund', 'refunds'],
  ['void-refund', 'refunds'],
  ['resettlement', 'refunds'],
  ['top-up', 'other'],
  ['deduction', 'other'],
])('[PLAY-07] a statement entry of kind %s counts in the total %s', (kind, line) => {
  expect(statementLine(kind)).toBe(line)
})

it('[PLAY-07] each statement entry matches exactly one filter of the statement', () => {
  for (const kind of ['deposit', 'withdrawal-fee', 'hold-taken', 'bet', 'void-refund', 'cashout', 'deduction', 'new']) {
    const shown = STATEMENT_FILTERS.filter((filter) => {
      const kinds = kindsOf(filter)
      return 'only' in kinds ? kinds.only.includes(kind) : !kinds.allBut.includes(kind)
    })
    expect([kind, shown.length]).toEqual([kind, 1])
  }
})

it('[PLAY-07] the net result of a statement excludes the stakes of open bets', () => {
  const totals = { stakes: -11n, wins: 17n, refunds: 1n }
  expect(netResultOf(totals, 0n)).toBe(7n)
  expect(netResultOf(totals, -5n)).toBe(12n)
})
