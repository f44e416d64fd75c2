import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MatchResult, Side } from './types.ts'
import { type MatchProgress, NOT_STARTED, reachableScores, resultsWithScore } from './reachable-results.ts'
import { settle } from './settle.ts'
import { highestPayout, highestPayoutIf, type OpenPayout, payoutsByScore } from './worst-scores.ts'

const at = (home: number, away: number, more: Partial<MatchProgress> = {}): MatchProgress => ({
  ...NOT_STARTED,
  score: { home, away },
  ...more,
})

describe('the final scores that a match can still end with', () => {
  it.each([
    ['before kick-off', NOT_STARTED, '0-0', '5-5', 36],
    ['after a goal', at(1, 0), '1-0', '5-5', 30],
    ['at 2 – 3', at(2, 3), '2-3', '5-6', 16],
    ['at 5 – 0', at(5, 0), '5-0', '8-5', 24],
    ['at 7 – 7', at(7, 7), '7-7', '10-10', 16],
  ] as const)('%s', (_name, progress, first, last, count) => {
    const scores = reachableScores(progress).map(({ home, away }) => `${home}-${away}`)
    expect([scores[0], scores.at(-1), scores.length]).toEqual([first, last, count])
  })

  it.each([
    ['in the first half, half time starts at the present score', at(1, 0), 2, 1, ['1-0', '1-1', '2-0', '2-1']],
    [
      'after half time, the half-time score is known',
      at(1, 1, { isFirstHalf: false, halfTime: { home: 1, away: 0 } }),
      2,
      1,
      ['1-0'],
    ],
    [
      'after half time, an unknown half-time score is at most the present one',
      at(1, 0, { isFirstHalf: false }),
      2,
      1,
      ['0-0', '1-0'],
    ],
  ] as const)('%s', (_name, progress, home, away, halves) => {
    const results = resultsWithScore({ sport: 'soccer', home, away }, progress, new Set(['halves']))
    expect(results.map(({ halfTime }) => `${halfTime?.home}-${halfTime?.away}`)).toEqual(halves)
  })

  it.each([
    ['no goal yet', NOT_STARTED, 1, 1, ['home', 'away']],
    ['a goal of one side only', at(0, 1), 2, 1, ['away']],
    [
      'a goal of one side in the first half',
      at(2, 1, { isFirstHalf: false, halfTime: { home: 0, away: 1 } }),
      2,
      1,
      ['away'],
    ],
    ['the first goal is known', at(1, 1, { firstToScore: 'home' }), 1, 1, ['home']],
    ['a goalless match', NOT_STARTED, 0, 0, ['none']],
  ] as const)('the first goal: %s', (_name, progress, home, away, sides) => {
    const results = resultsWithScore({ sport: 'soccer', home, away }, progress, new Set(['first goal']))
    expect([...new Set(results.map(({ firstToScore }) => firstToScore))]).toEqual(sides)
  })
})

const claim = (market: OpenPayout['legs'][number]['market'], selection: string, payout: bigint): OpenPayout => ({
  legs: [{ market, selection }],
  rulebook: 'house',
  coversWholeTicket: true,
  stake: 100n,
  payout,
})

describe('payouts from the present score', () => {
  const claims = [
    claim('1x2', '1', 900n),
    claim('1x2', '2', 400n),
    claim('btts', 'no', 500n),
    claim('half_time_result', 'X', 300n),
    claim('over_under', 'under_2.5', 250n),
  ]

  it('a score that can no longer happen is not the worst one', () => {
    expect(highestPayout(payoutsByScore(claims))).toEqual({ home: 1, away: 0, payout: 1_950n })
    // Both teams have scored, the half was lost, and there are three goals.
    const late = at(1, 2, { isFirstHalf: false, halfTime: { home: 0, away: 1 } })
    expect(highestPayout(payoutsByScore(claims, late))).toEqual({ home: 3, away: 2, payout: 900n })
  })

  it.each([
    ['over_under', 'over_2.5', at(2, 1), 900n],
    ['over_under', 'under_2.5', at(2, 1), null],
    ['btts', 'no', at(1, 1), null],
    ['1x2', '2', at(2, 1), 400n],
    ['1x2', 'unknown', at(0, 0), null],
  ] as const)('the worst payout if %s %s wins', (market, selection, progress, payout) => {
    const scores = payoutsByScore([claim('1x2', '1', 900n), claim('1x2', '2', 400n)], progress)
    expect(highestPayoutIf({ market, selection }, 'house', scores)?.payout ?? null).toBe(payout)
  })
})

const SELECTIONS = [
  ['1x2', '1'],
  ['1x2', 'X'],
  ['1x2', '2'],
  ['over_under', 'over_2.5'],
  ['over_under', 'under_1.5'],
  ['btts', 'yes'],
  ['correct_score', '2-1'],
  ['half_time_result', 'X'],
  ['ht_ft', '1/2'],
  ['highest_scoring_half', 'second'],
  ['first_to_score', 'away'],
  ['winning_margin', 'home_3+'],
  ['to_qualify', '2'],
] as const

const claimsOf = fc.array(
  fc.record({
    legs: fc.uniqueArray(fc.constantFrom(...SELECTIONS), { minLength: 1, maxLength: 3 }),
    payout: fc.bigInt(1n, 1_000_000n),
    stake: fc.bigInt(1n, 1_000n),
  }),
  { maxLength: 12 },
)
/** A match as its goals in order, each with its half, and the number of goals so far. */
const match = fc
  .tuple(
    fc.array(fc.constantFrom<Side>('home', 'away'), { maxLength: 4 }),
    fc.array(fc.constantFrom<Side>('home', 'away'), { maxLength: 4 }),
    fc.nat(8),
    fc.constantFrom<Side>('home', 'away'),
  )
  .map(([first, second, played, qualifier]) => ({ first, second, played, qualifier }))

const scoreOf = (goals: readonly Side[]) => ({
  home: goals.filter((side) => side === 'home').length,
  away: goals.filter((side) => side === 'away').length,
})

it('no end of a match pays more than was shown at any earlier moment, and a later moment never shows more', () => {
  fc.assert(
    fc.property(claimsOf, match, fc.boolean(), (made, { first, second, played, qualifier }, isDetailed) => {
      const claims: OpenPayout[] = made.map(({ legs, payout, stake }) => ({
        legs: legs.map(([market, selection]) => ({ market, selection })),
        rulebook: 'industry',
        coversWholeTicket: true,
        stake,
        payout,
      }))
      const goals = [...first, ...second]
      const final: MatchResult = {
        sport: 'soccer',
        ...scoreOf(goals),
        halfTime: scoreOf(first),
        firstToScore: goals[0] ?? 'none',
        qualifier,
      }
      const paid = claims.reduce((sum, { legs, payout }) => {
        const isWon = legs.every(({ market, selection }) => settle(market, selection, final, 'industry') === 'won')
        return isWon ? sum + payout : sum
      }, 0n)
      const progressAfter = (count: number): MatchProgress => ({
        score: scoreOf(goals.slice(0, count)),
        isFirstHalf: count <= first.length,
        halfTime: isDetailed && count > first.length ? scoreOf(first) : null,
        firstToScore: isDetailed && count > 0 ? (goals[0] ?? null) : null,
      })
      const shownAfter = (count: number) =>
        payoutsByScore(claims, progressAfter(count)).find(
          ({ home, away }) => home === final.home && away === final.away,
        )?.payout
      const count = Math.min(played, goals.length)
      // A score beyond the table pays like one in the table.
      if (final.home > 5 || final.away > 5) return
      const [before, now] = [shownAfter(0), shownAfter(count)]
      expect(now).toBeGreaterThanOrEqual(paid)
      expect(now).toBeLessThanOrEqual(before ?? 0n)
    }),
  )
})
