import { describe, expect, it } from 'vitest'
import type { TicketSelection } from '@mupiira/contract/tickets.ts'
import { legLineText } from './leg-line-text.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

const LEG = {
  market: '1x2',
  selection: '1',
  sport: 'soccer',
  label: 'NOT START',
  outcome: null,
  homeScore: null,
  awayScore: null,
  clock: null,
  gameStatus: 'upcoming',
  gameTime: '2026-11-21T16:00:00Z',
} as TicketSelection

const textOf = (leg: Partial<TicketSelection>) => legLineText({ ...LEG, ...leg }, { rulebook: 'house' }, NOW)
const live = (homeScore: number, awayScore: number, clock: string | null = "Live 67'") =>
  ({ label: 'LIVE', gameStatus: 'live', homeScore, awayScore, clock }) as const

describe('the line of a selection in My Bets', () => {
  it.each([
    ['[TICK-22]', {}, 'Today 19:00', 'muted', 'waiting'],
    ['[TICK-23]', live(2, 1), "67' 2 – 1 Winning now", 'up', 'ahead'],
    ['[TICK-23]', live(0, 1), "67' 0 – 1 Losing now", 'down', 'behind'],
    ['[TICK-23]', { ...live(0, 0, null), market: 'ht_ft' }, 'LIVE 0 – 0', 'live', 'waiting'],
    [
      '[TICK-24]',
      { label: 'FINISHED', homeScore: 2, awayScore: 0 },
      '2 – 0 Waiting for the result',
      'muted',
      'waiting',
    ],
    ['[TICK-25]', { label: 'WON', outcome: 'won', homeScore: 2, awayScore: 0 }, '2 – 0 Won', 'up', 'won'],
    ['[TICK-25]', { label: 'WON', outcome: 'half-won', homeScore: 1, awayScore: 0 }, '1 – 0 Won', 'up', 'won'],
    ['[TICK-25]', { label: 'LOST', outcome: 'lost', homeScore: 0, awayScore: 3 }, '0 – 3 Lost', 'down', 'lost'],
    ['[TICK-25]', { ...live(3, 2), outcome: 'won' }, '3 – 2 Won', 'up', 'won'],
    ['[TICK-21]', { label: 'VOID', outcome: 'void' }, 'Void', 'muted', 'waiting'],
    ['[TICK-22]', { label: 'POSTPONED' }, 'Postponed', 'muted', 'waiting'],
    ['[TICK-21]', { label: 'CANCELLED' }, 'Cancelled', 'muted', 'waiting'],
  ] as const)('%s %o is shown as "%s"', (_, leg, text, tone, icon) => {
    expect(textOf(leg)).toEqual({ text, tone, icon })
  })
})
