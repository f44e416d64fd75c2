import { describe, expect, it } from 'vitest'
import { liveOutcome } from './live-outcome.ts'

const LIVE = {
  market: '1x2',
  selection: '1',
  sport: 'soccer',
  label: 'LIVE',
  outcome: null,
  homeScore: 1,
  awayScore: 0,
} as const
const HOUSE = { rulebook: 'house' } as const
const textOf = (leg: Partial<Parameters<typeof liveOutcome>[0]>, rulebook: 'house' | 'industry' = 'house') =>
  liveOutcome({ ...LIVE, ...leg }, { rulebook })?.text

describe('the outcome of a selection at the current score', () => {
  it.each([
    [{}, 'Winning now'],
    [{ selection: 'X' }, 'Losing now'],
    [{ homeScore: 1, awayScore: 1, selection: 'X' }, 'Winning now'],
    [{ market: 'over_under', selection: 'over_2.5' }, 'Losing now'],
    [{ market: 'over_under', selection: 'over_2.5', homeScore: 2, awayScore: 1 }, 'Winning now'],
    [{ market: 'draw_no_bet', selection: '2' }, 'Losing now'],
  ] as const)('[TICK-02] %j reads "%s" at the current score', (leg, text) => {
    expect(textOf(leg)).toBe(text)
  })

  it('[TICK-02] a draw returns the stake of Draw No Bet under industry rules only', () => {
    const draw = { market: 'draw_no_bet', homeScore: 1, awayScore: 1 }
    expect(textOf(draw, 'industry')).toBe('Stake back now')
    expect(textOf(draw)).toBe('Winning now')
  })

  it.each([
    ['not started', { label: 'NOT START' }],
    ['finished', { label: 'FINISHED' }],
    ['already settled', { outcome: 'won' }],
    ['without a score', { homeScore: null }],
    ['of a market that needs the half-time score', { market: 'half_time_result' }],
    ['of an unknown market', { market: 'coin_toss' }],
    ['with an unknown selection', { selection: '7' }],
  ] as const)('[TICK-02] a selection %s has no outcome at the current score', (_, leg) => {
    expect(liveOutcome({ ...LIVE, ...leg }, HOUSE)).toBeNull()
  })
})
