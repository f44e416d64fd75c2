import { describe, expect, it } from 'vitest'
import type { MarketId } from './types.ts'
import { type OpenPayout, payoutsByScore } from './worst-scores.ts'

const on = (market: MarketId, selection: string, payout: bigint, stake = 100n): OpenPayout => ({
  legs: [{ market, selection }],
  rulebook: 'house',
  coversWholeTicket: true,
  stake,
  payout,
})
const at = (claims: readonly OpenPayout[], home: number, away: number): bigint | undefined =>
  payoutsByScore(claims).find((score) => score.home === home && score.away === away)?.payout

describe('the payout of a final score', () => {
  it('the payout of a final score adds all wins in markets that the final score alone decides', () => {
    const claims = [
      on('1x2', '1', 700n),
      on('1x2', 'X', 900n),
      on('over_under', 'over_2.5', 300n),
      on('btts', 'yes', 40n),
    ]
    expect(at(claims, 2, 1)).toBe(1_040n)
    expect(at(claims, 0, 0)).toBe(900n)
    expect(at(claims, 0, 1)).toBe(0n)
    expect(payoutsByScore(claims)).toHaveLength(36)
    // A selection without a rule adds nothing.
    expect(at([...claims, on('1x2', 'no such selection', 5n)], 0, 0)).toBe(900n)
  })

  it.each([
    // The two half-time selections cannot win together.
    ['half_time_result', ['1', 'X'], 2, 0, 900n],
    ['half_time_result', ['1', '2'], 2, 0, 700n],
    ['first_to_score', ['home', 'away'], 1, 1, 900n],
    ['first_to_score', ['home', 'away'], 2, 0, 700n],
    ['first_to_score', ['home', 'none'], 0, 0, 900n],
    ['to_qualify', ['1', '2'], 1, 0, 900n],
  ] as const)(
    'the payout of a final score uses the goal order that pays most in the market %s',
    (market, [first, second], home, away, paid) => {
      expect(at([on(market, first, 700n), on(market, second, 900n)], home, away)).toBe(paid)
    },
  )

  it('the payout of a final score counts a same-game ticket once, and only if no selection of the ticket loses', () => {
    const both: OpenPayout = {
      legs: [
        { market: '1x2', selection: '1' },
        { market: 'half_time_result', selection: '1' },
        { market: 'over_under', selection: 'over_2.5' },
      ],
      rulebook: 'house',
      coversWholeTicket: true,
      stake: 100n,
      payout: 700n,
    }
    expect(at([both, on('1x2', '1', 40n)], 2, 1)).toBe(740n)
    expect(at([both, on('1x2', '1', 40n)], 2, 0)).toBe(40n)
    expect(at([both], 1, 2)).toBe(0n)
    const drawn = (selection: string) => ({ market: 'draw_no_bet', selection }) as const
    const pushed: OpenPayout = {
      ...both,
      rulebook: 'industry',
      legs: [drawn('1'), { market: 'btts', selection: 'yes' }],
    }
    expect([at([pushed], 1, 1), at([pushed], 0, 0)]).toEqual([700n, 0n])
    expect(at([{ ...pushed, legs: [drawn('1'), drawn('2')] }], 1, 1)).toBe(100n)
  })

  it('the payout of a final score counts a Goalscorer win for every score with a goal, and the stake for a push', () => {
    expect(at([on('anytime_scorer', 'okello', 500n)], 1, 0)).toBe(500n)
    expect(at([on('anytime_scorer', 'okello', 500n)], 0, 0)).toBe(0n)
    const pushed = { ...on('draw_no_bet', '1', 500n, 130n), rulebook: 'industry' as const }
    expect(at([pushed], 1, 1)).toBe(130n)
    // The other games of the ticket are assumed to win. Their share of the payout is unknown, so the whole payout
    // counts.
    expect(at([{ ...pushed, coversWholeTicket: false }], 1, 1)).toBe(500n)
    expect(at([{ ...pushed, coversWholeTicket: false }], 0, 1)).toBe(0n)
  })
})
