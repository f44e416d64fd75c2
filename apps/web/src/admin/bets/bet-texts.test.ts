import { describe, expect, it } from 'vitest'
import { STATUS_CHIPS } from '../kit/bet-columns.tsx'
import { cashoutRuleText, netOf, settlementText } from './bet-texts.ts'

describe('a ticket in the console', () => {
  it('[ADMT-11] tickets in the console can be filtered by every status', () => {
    expect(STATUS_CHIPS.map(([, name]) => name.toLowerCase())).toEqual([
      'all',
      'pending',
      'won',
      'lost',
      'cashout',
      'void',
      'cancelled',
    ])
  })

  it.each([
    ['won', 31_700, 0, { name: 'Net profit', amount: 11_300 }],
    ['lost', 0, 0, { name: 'Net loss', amount: 20_400 }],
    ['won', 5_000, 9_000, { name: 'Net loss', amount: 6_400 }],
    ['lost', 0, 30_000, { name: 'Net profit', amount: 9_600 }],
    ['pending', null, 0, null],
    ['void', 20_400, 0, null],
    ['cashout', 17_000, 0, null],
    ['cancelled', 20_400, 0, null],
  ] as const)(
    '[ADMT-18] [COUT-01] a %s ticket that paid %j and %d in parts has the net result %j',
    (status, payout, cashedOut, net) => {
      expect(netOf({ status, totalStake: 20_400, payout, cashedOut })).toEqual(net)
    },
  )

  it.each([
    [null, 'Still pending...'],
    ['2026-11-21T13:35:20Z', 'Settled after 95 minutes'],
    ['2026-11-21T12:01:10Z', 'Settled after 1 minute'],
  ])('[ADMT-20] the console shows a ticket that was settled at %s as: %s', (settledAt, text) => {
    expect(settlementText({ createdAt: '2026-11-21T12:00:10Z', settledAt })).toBe(text)
  })

  it.each([
    ['set', 100, null, 'Auto cashout set: all of the stake left at an offer of UGX 40,000.00'],
    ['removed', 50, null, 'Auto cashout removed: 50 % of the stake left at an offer of UGX 40,000.00'],
    ['executed', 100, 41_000, 'Auto cashout paid UGX 41,000.00: all of the stake left at an offer of UGX 40,000.00'],
    ['ended', 100, null, 'Auto cashout ended with the ticket'],
  ] as const)('[COUT-02] the console shows an auto cashout that was %s for %d %%', (action, percent, paid, text) => {
    expect(cashoutRuleText({ action, target: 40_000, percent, paid })).toBe(text)
  })
})
