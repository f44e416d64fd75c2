import type { TicketSelection } from '@mupiira/contract/tickets.ts'
import { describe, expect, it } from 'vitest'
import { legScore, legStatus } from './leg-status.ts'

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
const statusOf = (
  leg: Partial<TicketSelection>,
  status: 'pending' | 'lost' | 'cancelled' | 'cashout' = 'pending',
): string => {
  const { text, tone, sign } = legStatus({ ...LEG, ...leg }, { status, rulebook: 'house' })
  return `${text} ${tone} ${sign}`
}

describe('the status of a selection', () => {
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
    ['[TICK-24]', { label: 'FINISHED', gameStatus: 'finished' }, 'Waiting for the result muted waiting'],
    ['[TICK-22]', { label: 'POSTPONED', gameStatus: 'postponed' }, 'Postponed muted waiting'],
  ] as const)('%s a selection of an open ticket with %j reads "%s"', (_, leg, text) => {
    expect(statusOf(leg)).toBe(text)
  })

  it('[TICK-49] [TICK-21] an undecided selection of a closed ticket shows no outcome at the current score', () => {
    expect(statusOf({}, 'lost')).toBe('Live muted waiting')
    expect(statusOf({}, 'cashout')).toBe('Live muted waiting')
    expect(statusOf({ outcome: 'won' }, 'cancelled')).toBe('Cancelled muted void')
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
})
