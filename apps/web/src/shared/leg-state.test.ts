import type { TicketSelection } from '@mupiira/contract/tickets.ts'
import { describe, expect, it } from 'vitest'
import { legBadge, legScore, legState, legTally } from './leg-state.ts'

const LEG = {
  market: '1x2',
  selection: '1',
  sport: 'soccer',
  label: 'LIVE',
  gameStatus: 'live',
  clock: "Live 67'",
  outcome: null,
  homeScore: 2,
  awayScore: 1,
} as unknown as TicketSelection
const stateOf = (
  leg: Partial<TicketSelection>,
  status: 'pending' | 'lost' | 'cancelled' | 'cashout' = 'pending',
  rulebook: 'house' | 'industry' = 'house',
): string => {
  const { text, tone, sign } = legState({ ...LEG, ...leg }, { status, rulebook })
  return `${text} ${tone} ${sign}`
}

describe('the state of a selection', () => {
  it.each([
    ['[TICK-25]', { outcome: 'won' }, 'Won up won'],
    ['[TICK-25]', { outcome: 'lost' }, 'Lost down lost'],
    ['[SETL-13]', { outcome: 'half-lost' }, 'Half lost down lost'],
    ['[SETL-13]', { outcome: 'half-won' }, 'Half won up won'],
    ['[TICK-25]', { outcome: 'void' }, 'Void muted void'],
    ['[TICK-23]', {}, 'Winning now up winning'],
    ['[TICK-23]', { selection: '2' }, 'Losing now down losing'],
    ['[TICK-23]', { market: 'half_time_result' }, 'Live muted waiting'],
    ['[TICK-22]', { label: 'NOT START', gameStatus: 'upcoming' }, 'Not started muted waiting'],
    ['[TICK-24]', { label: 'FINISHED', gameStatus: 'finished' }, 'Finished muted waiting'],
    ['[TICK-22]', { label: 'POSTPONED', gameStatus: 'postponed' }, 'Postponed muted waiting'],
  ] as const)('%s a selection of an open ticket with %j reads "%s"', (_, leg, text) => {
    expect(stateOf(leg)).toBe(text)
  })

  it.each([
    [{ homeScore: 1, awayScore: 0 }, 'Winning now up winning'],
    [{ homeScore: 1, awayScore: 0, selection: 'X' }, 'Losing now down losing'],
    [{ homeScore: 1, awayScore: 1, selection: 'X' }, 'Winning now up winning'],
    [{ homeScore: 1, awayScore: 0, market: 'over_under', selection: 'over_2.5' }, 'Losing now down losing'],
    [{ homeScore: 2, awayScore: 1, market: 'over_under', selection: 'over_2.5' }, 'Winning now up winning'],
    [{ homeScore: 1, awayScore: 0, market: 'draw_no_bet', selection: '2' }, 'Losing now down losing'],
  ] as const)('[TICK-02] a live selection with %j reads "%s"', (leg, text) => {
    expect(stateOf(leg)).toBe(text)
  })

  it('[TICK-02] a draw returns the stake of Draw No Bet under industry rules only', () => {
    const draw = { market: 'draw_no_bet', homeScore: 1, awayScore: 1 } as const
    expect(stateOf(draw, 'pending', 'industry')).toBe('Stake back now muted void')
    expect(stateOf(draw)).toBe('Winning now up winning')
  })

  it.each([
    ['without a score', { homeScore: null }],
    ['of a market that needs the half-time score', { market: 'half_time_result' }],
    ['of an unknown market', { market: 'coin_toss' }],
    ['with an unknown selection', { selection: '7' }],
  ] as const)('[TICK-02] a live selection %s reads "Live"', (_, leg) => {
    expect(stateOf(leg as Partial<TicketSelection>)).toBe('Live muted waiting')
  })

  it.each([
    ['[TICK-22]', 'NOT START', null, 'NOT START', 'muted'],
    ['[TICK-23]', 'LIVE', "Live 58'", "LIVE 58'", 'live'],
    ['[TICK-23]', 'LIVE', 'HalfTime', 'LIVE HalfTime', 'live'],
    ['[TICK-23]', 'LIVE', null, 'LIVE', 'live'],
    ['[TICK-24]', 'FINISHED', null, 'FINISHED', 'muted'],
    ['[TICK-22]', 'POSTPONED', null, 'POSTPONED', 'muted'],
    ['[TICK-25]', 'WON', null, 'WON', 'up'],
    ['[TICK-25]', 'LOST', null, 'LOST', 'down'],
    ['[TICK-21]', 'CANCELLED', null, 'CANCELLED', 'muted'],
  ] as const)('%s the badge of a leg with the label %s and the clock %s is %s', (_id, label, clock, text, tone) => {
    expect(legBadge({ label, clock })).toEqual({ text, tone })
  })

  it('[TICK-49] [TICK-21] an undecided selection of a closed ticket has no state from the current score', () => {
    expect(stateOf({}, 'lost')).toBe('Live muted waiting')
    expect(stateOf({}, 'cashout')).toBe('Live muted waiting')
    expect(stateOf({ outcome: 'won' }, 'cancelled')).toBe('Cancelled muted void')
  })

  it.each([
    [{}, "67' 2 – 1"],
    [{ clock: null }, '2 – 1'],
    [{ clock: 'HalfTime' }, 'HalfTime 2 – 1'],
    [{ gameStatus: 'finished' }, '2 – 1'],
    [{ gameStatus: 'upcoming' }, null],
    [{ homeScore: null }, null],
  ] as const)('[TICK-23] the score of a selection with %j is "%s"', (leg, text) => {
    expect(legScore({ ...LEG, ...leg })).toBe(text)
  })

  it('[TICK-02] the tally counts the legs of an open ticket that are decided, live and upcoming', () => {
    const leg = (label: string, outcome: 'won' | 'lost' | 'void' | 'half-won' | null = null) => ({ label, outcome })
    const selections = [
      leg('FINISHED', 'won'),
      leg('FINISHED', 'half-won'),
      leg('FINISHED', 'void'),
      leg('FINISHED'),
      leg('LIVE'),
      leg('NOT START'),
      leg('NOT START'),
      leg('NOT START'),
    ]
    expect(legTally({ selections })).toBe('2 won · 1 void · 1 live · 1 finished · 3 not started')
    expect(legTally({ selections: [leg('LIVE')] })).toBe('1 live')
    const off = [leg('POSTPONED'), leg('ABANDONED'), leg('CANCELLED'), leg('VOID', 'void')]
    expect(legTally({ selections: off })).toBe('1 void · 1 postponed · 1 abandoned · 1 cancelled')
  })
})
