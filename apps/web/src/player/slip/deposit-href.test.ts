import { expect, it } from 'vitest'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { depositHref } from './deposit-href.ts'

it.each([
  [50_000, 20_000.5, 'balance', '/deposit?amount=30000'],
  [50_000, 19_999.5, 'balance', '/deposit?amount=30001'],
  [21_000, 20_000, 'balance', '/deposit?amount=10000'],
  [25_000, 3_000, 'balance', '/deposit?amount=25000'],
  [25_000, 20_000, 'history', '/deposit?amount=25000'],
  [30_000, -1_000, 'balance', '/deposit?amount=31000'],
  [9_000_000, 0, 'balance', '/deposit?amount=5000000'],
  [25_000, null, 'balance', '/deposit'],
] as const)(
  '[SLIP-36] [DEP-07] for a stake of %d, a balance of %s and the rule %s, the slip links to %s',
  (stake, balance, rule, href) => {
    expect(depositHref(ugxFromShillings(stake), balance, rule)).toBe(href)
  },
)
