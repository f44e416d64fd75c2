import { expect, it } from 'vitest'
import { lowLimitText, limitUsageText } from './limit-texts.ts'

it('[PLAY-01] a very low player limit requires a second confirmation', () => {
  expect(lowLimitText({ kind: 'deposit', period: 'day' }, 50)).toBe(
    'You will be able to deposit at most UGX 50 a day. That means no deposits at all, because the minimum deposit is UGX 10,000. To increase it later, wait 24 hours and then confirm.',
  )
  expect(lowLimitText({ kind: 'deposit', period: 'day' }, 10_000)).toBeNull()
  expect(lowLimitText({ kind: 'loss', period: 'month' }, 0)).toContain('lose at most UGX 0 a month')
})

it('[PLAY-01] a player limit of a usual size requires no second confirmation', () => {
  expect(lowLimitText({ kind: 'stake', period: 'week' }, 50_000)).toBeNull()
})

it('[PLAY-01] the text of a loss limit says that stakes of open bets count, but not that they are lost', () => {
  expect(limitUsageText({ kind: 'loss', used: 45_000, unconfirmed: 0 })).toBe(
    'UGX 45,000.00 lost or in open bets so far',
  )
  expect(limitUsageText({ kind: 'loss', used: -500, unconfirmed: 0 })).toBe('UGX 500.00 won so far')
  expect(limitUsageText({ kind: 'stake', used: 45_000, unconfirmed: 0 })).toBe('UGX 45,000.00 staked so far')
})

it('[PLAY-01] [D32] the text of a deposit limit says that an unconfirmed deposit counts, but not that it was received', () => {
  expect(limitUsageText({ kind: 'deposit', used: 130_000, unconfirmed: 0 })).toBe('UGX 130,000.00 deposited so far')
  expect(limitUsageText({ kind: 'deposit', used: 130_000, unconfirmed: 10_000 })).toBe(
    'UGX 120,000.00 deposited so far and UGX 10,000.00 not confirmed yet',
  )
})
