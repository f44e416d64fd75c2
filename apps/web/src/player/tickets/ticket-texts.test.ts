import { describe, expect, it } from 'vitest'
import { bonusOf, legLabel, legState, legTally, readableLegs, returnOf, statusLabel } from './ticket-texts.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

describe('the texts of a ticket', () => {
  it.each([
    ['pending', 'RUNNING'],
    ['won', 'WON'],
    ['lost', 'LOST'],
    ['cancelled', 'CANCELLED'],
    ['void', 'VOID'],
    ['cashout', 'CASHOUT'],
  ] as const)('[TICK-13] the ticket page shows the status %s as %s', (status, text) => {
    expect(statusLabel(status).text).toBe(text)
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
  ] as const)('%s a leg with the status %s and the clock %s is labelled %s', (_id, label, clock, text, tone) => {
    expect(legLabel({ label, clock })).toEqual({ text, tone })
  })

  const game = { homeScore: 2, awayScore: 0, gameStatus: 'finished', gameTime: '2026-11-22T15:00:00.000Z' }
  it.each([
    ['finished', game, '2 – 0 FT'],
    ['live', { ...game, gameStatus: 'live' }, '2 – 0'],
    ['upcoming', { ...game, homeScore: null, awayScore: null, gameStatus: 'upcoming' }, 'Tomorrow 18:00'],
    ['upcoming with a score of 0–0', { ...game, homeScore: 0, awayScore: 0, gameStatus: 'upcoming' }, 'Tomorrow 18:00'],
  ])('the ticket page shows a game that is $0 as "$2"', (_title, leg, text) => {
    expect(legState(leg, NOW)).toBe(text)
  })

  it.each([
    ['[TICK-17]', 'pending', null, 'Potential return', 302_047.5],
    ['[TICK-18]', 'won', 301_000, 'Total return', 301_000],
    ['[TICK-19]', 'lost', null, 'Total return', 0],
    ['[TICK-19]', 'lost', 17, 'Total return', 0],
    ['[TICK-20]', 'void', 25_000, 'Total return', 25_000],
    ['[TICK-20]', 'cashout', 61_420, 'Total return', 61_420],
  ] as const)('%s a %s ticket with the payout %s shows "%s" of %d', (_id, status, payout, name, amount) => {
    expect(returnOf({ status, payout, potentialWin: 302_047.5 })).toEqual({ name, amount })
  })

  it.each([
    ['[TICK-14]', 'pending', 0, 'Bonus 5%', 1_700],
    ['[TICK-14]', 'won', 1_700, 'Bonus 5%', 1_700],
    ['[TICK-14] [SETL-43]', 'won', 1_100, 'Bonus', 1_100],
    ['[TICK-14] [SETL-43]', 'won', 0, 'Bonus', 0],
    ['[TICK-19]', 'lost', 0, 'Bonus', 0],
    ['[TICK-20]', 'cashout', 0, 'Bonus', 0],
    ['[TICK-21]', 'cancelled', 0, 'Bonus', 0],
    ['[TICK-20]', 'void', 0, 'Bonus', 0],
  ] as const)('%s a %s ticket with a paid bonus of %s shows "%s" of %s', (_id, status, bonusPaid, name, amount) => {
    expect(bonusOf({ status, bonusPercentage: 5, bonus: 1_700, bonusPaid })).toEqual({ name, amount })
  })

  it('[TICK-28] the ticket page shows no list of selections if one of them is malformed', () => {
    const leg = { match: 'A vs B', selectionLabel: 'A', odds: 1.5 }
    expect(readableLegs({ selections: [leg] as never })).toHaveLength(1)
    expect(readableLegs({ selections: [leg, { ...leg, odds: Number.NaN }] as never })).toHaveLength(0)
    expect(readableLegs({ selections: [{ ...leg, match: '' }] as never })).toHaveLength(0)
  })

  it('[TICK-02] the ticket page shows how many legs of an open ticket are decided, live and upcoming', () => {
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
    expect(legTally({ selections })).toBe('2 won · 1 void · 1 live · 1 waiting for the result · 3 not started')
    expect(legTally({ selections: [leg('LIVE')] })).toBe('1 live')
    const off = [leg('POSTPONED'), leg('ABANDONED'), leg('CANCELLED'), leg('VOID', 'void')]
    expect(legTally({ selections: off })).toBe('1 void · 1 postponed · 1 abandoned · 1 cancelled')
  })
})
