import { describe, expect, it } from 'vitest'
import { bonusOf, gameText, readableLegs, returnOf, statusLabel } from './ticket-texts.ts'

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

  const game = { homeScore: 2, awayScore: 0, gameStatus: 'finished', gameTime: '2026-11-22T15:00:00.000Z' }
  it.each([
    ['finished', game, '2 – 0 FT'],
    ['live', { ...game, gameStatus: 'live' }, '2 – 0'],
    ['upcoming', { ...game, homeScore: null, awayScore: null, gameStatus: 'upcoming' }, 'Tomorrow 18:00'],
    ['upcoming with a score of 0–0', { ...game, homeScore: 0, awayScore: 0, gameStatus: 'upcoming' }, 'Tomorrow 18:00'],
  ])('the ticket page shows a game that is $0 as "$2"', (_title, leg, text) => {
    expect(gameText(leg, NOW)).toBe(text)
  })

  it.each([
    ['[TICK-17]', 'pending', null, 'Potential return', 302_047.5],
    ['[TICK-18]', 'won', 301_000, 'Total return', 301_000],
    ['[TICK-19]', 'lost', null, 'Total return', 0],
    ['[TICK-19]', 'lost', 17, 'Total return', 0],
    ['[TICK-20]', 'void', 25_000, 'Total return', 25_000],
    ['[TICK-20]', 'cashout', 61_420, 'Total return', 61_420],
  ] as const)('%s a %s ticket with the payout %s shows "%s" of %d', (_id, status, payout, name, amount) => {
    expect(returnOf({ status, payout, potentialWin: 302_047.5, cashedOut: 0 })).toEqual({ name, amount })
  })

  it.each([
    ['won', 60_000, 70_000],
    ['lost', 0, 10_000],
    ['cashout', 5_000, 15_000],
  ] as const)('[COUT-01] the total return of a %s ticket includes its partial cashouts', (status, payout, amount) => {
    expect(returnOf({ status, payout, potentialWin: 60_000, cashedOut: 10_000 }).amount).toBe(amount)
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
})
