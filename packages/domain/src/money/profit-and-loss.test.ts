import { expect, it } from 'vitest'
import { FIGURE_IDS, LINE_FIGURES } from './figures.ts'
import {
  BALANCE_FIGURES,
  DAY_FIGURES,
  figuresOfDay,
  PROFIT_FIGURES,
  signedLines,
  sumOfAmounts,
} from './profit-and-loss.ts'
import { groupName } from './profit-groups.ts'

it('[FIN-02] the figures of a day: revenue is turnover less payouts, refunds and voids, and charges and tax are costs', () => {
  const amounts = figuresOfDay('2026-11-21', [
    { line: 'stakes', amount: 10_000n },
    { line: 'aviator-stakes', amount: 1_000n },
    { line: 'wins', amount: 3_000n },
    { line: 'cash-outs', amount: 500n },
    { line: 'corrections', amount: 200n },
    { line: 'refunds', amount: 100n },
    { line: 'voids', amount: 50n },
    { line: 'aviator-wins', amount: 400n },
    { line: 'aviator-voids', amount: 150n },
    { line: 'provider-charges', amount: 70n },
    { line: 'settled-stakes', amount: 8_000n },
    { line: 'bonuses', amount: 30n },
    { line: 'deposits', amount: 900n },
    { line: 'other', amount: 12_345n },
  ])
  expect(amounts).toEqual({
    turnover: 11_000n,
    settledStakes: 8_000n,
    payouts: 3_700n,
    refunds: 100n,
    voids: 200n,
    grossGamingRevenue: 7_000n,
    bonusCost: 30n,
    providerCharges: 70n,
    tax: 2_100n,
    netGamingRevenue: 4_830n,
    deposits: 900n,
    withdrawals: 0n,
    withdrawalFees: 0n,
  })
  expect(sumOfAmounts([amounts, amounts], ['turnover', 'tax'])).toEqual({ turnover: 22_000n, tax: 4_200n })
})

it('every figure has rows: lines, days, a balance of now, or the entries of one player', () => {
  const withRows = [...LINE_FIGURES, ...DAY_FIGURES, ...BALANCE_FIGURES, 'netResult']
  expect([...withRows].sort()).toEqual([...FIGURE_IDS].sort())
  for (const figure of LINE_FIGURES) expect(signedLines(figure).length).toBeGreaterThan(0)
  for (const figure of PROFIT_FIGURES.day) expect(withRows).toContain(figure)
})

it.each([
  ['league', 'Uganda|Premier League', 'Premier League, Uganda'],
  ['league', '|Bush | Cup', 'Bush | Cup'],
  ['sport', 'soccer', 'Football'],
  ['market', '1x2', 'Moneyline'],
  ['market', 'unknown', 'unknown'],
  ['league', 'aviator', 'Aviator'],
  ['product', 'sportsbook', 'Sportsbook'],
] as const)('the group %s %s is called "%s"', (by, key, name) => {
  expect(groupName(by, key)).toBe(name)
})
