import { describe, expect, it } from 'vitest'
import { formatPlain } from '../money/ugx.ts'
import { settle } from './settle.ts'
import { MARKET_IDS } from './types.ts'
import type { MarketId, Rulebook } from './types.ts'
import { workedExample } from './worked-example.ts'

const exampleLines = (market: MarketId, rulebook: Rulebook): string[] =>
  workedExample(market, rulebook).lines.map(
    ({ label, outcome, payoutUgx }) => `${label}: ${outcome} ${formatPlain(payoutUgx)}`,
  )

describe('worked examples', () => {
  it.each(MARKET_IDS)(
    '[HELP-14] the worked example of the market %s shows a winner and the same outcomes as settlement',
    (market) => {
      for (const rulebook of ['house', 'industry'] as const) {
        const { lines, result } = workedExample(market, rulebook)
        expect(lines.map(({ outcome }) => outcome)).not.toContain('undecided')
        expect(lines.map(({ selectionId }) => settle(market, selectionId, result, rulebook))).toEqual(
          lines.map(({ outcome }) => outcome),
        )
      }
      expect(workedExample(market, 'house').lines.map(({ outcome }) => outcome)).toContain('won')
    },
  )

  it.each([
    ['draw_no_bet', 'house', ['Vipers: won 20,000', 'KCCA: won 20,000']],
    ['draw_no_bet', 'industry', ['Vipers: void 10,000', 'KCCA: void 10,000']],
    ['ht_ft', 'house', ['2/1: won 20,000', '1/1: won 20,000', '2/X: lost 0']],
    ['ht_ft', 'industry', ['2/1: won 20,000', '1/1: lost 0', '2/X: lost 0']],
    ['asian_handicap', 'house', ['Vipers -1.5: lost 0', 'KCCA +1.5: won 20,000', 'Vipers -1: won 20,000']],
    ['asian_handicap', 'industry', ['Vipers -1.5: lost 0', 'KCCA +1.5: won 20,000', 'Vipers -1: void 10,000']],
    [
      'anytime_scorer',
      'house',
      [
        'Okello, who scored (Vipers): won 20,000',
        'Kato, who played but did not score (KCCA): lost 0',
        'Ssali, who did not play (Vipers): void 10,000',
      ],
    ],
  ] as const)('[HELP-14] the worked example of %s under the %s rulebook shows %j', (market, rulebook, lines) => {
    expect(exampleLines(market, rulebook)).toEqual(lines)
  })
})
