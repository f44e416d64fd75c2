import { describe, expect, it } from 'vitest'
import type { Game } from '@mupiira/contract/games.ts'
import { closedReason, missingOddsReason } from './lock-reason.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const startTime = '2026-11-21T12:00:01.000Z'
const open = { status: 'upcoming', open: true, priced: true, delayed: false, startTime } as Game
const SUSPENDED_BY_GOAL = { suspendedBy: 'GOAL', reopensAt: null } as const
const market = (id: string, ...odds: (number | null)[]) => ({ id, selections: odds.map((odd) => ({ odds: odd })) })

describe('the reason why an option is closed', () => {
  it.each<[string, Partial<Game>, RegExp]>([
    ['[LIVE-11] a game in play', { status: 'live', open: false }, /kick-off/],
    ['[INP-09] a suspended game in play', { status: 'live', open: false, inPlay: SUSPENDED_BY_GOAL }, /^Suspended$/],
    ['[HOME-20] a game that is over', { status: 'settled', open: false }, /over/],
    ['[HOME-20] a postponed game', { status: 'postponed', open: false }, /cannot be bet on now/],
    ['[MKT-40] a game without odds', { priced: false, open: false }, /no odds yet/],
    ['[HOME-20] a game of a silent feed', { delayed: true, open: false }, /no data/],
    ['[HOME-20] a suspended game', { open: false }, /no bets on this game right now/],
    ['[HOME-20] a game that has started according to the clock', { startTime: NOW.toISOString() }, /kick-off/],
  ])('%s gives the reason why its options are closed', (_what, game, reason) => {
    expect(closedReason({ ...open, ...game }, NOW)).toMatch(reason)
  })

  it.each([
    ['[MKT-37]', '1x2', '1'],
    ['[MKT-37]', 'double_chance', '1x'],
    ['[MKT-38]', 'over_under', 'over_2.5'],
    ['[MKT-39]', 'over_under', 'under_2.5'],
  ])(
    '%s the closed option of market %s, selection %s, has the reason "not offered at these odds"',
    (_id, id, selection) => {
      expect(missingOddsReason(market(id, null, 2.3), selection)).toBe('not offered at these odds')
    },
  )

  it('[MKT-45] in a sport without draws, the closed option X does not name low odds as its reason', () => {
    expect(missingOddsReason(market('1x2', 1.4, null, 2.7), 'X')).toBe('a draw is not offered for this game')
  })

  it.each(['1x2', 'double_chance', 'over_under'])(
    '[MKT-37] [MKT-45] the market %s without any price has the reason "not offered", not low odds or an impossible draw',
    (id) => {
      expect(missingOddsReason(market(id, null, null, null), 'X')).toBe('no bets on this market right now')
    },
  )

  it('[SLIP-01] [INP-02] an open option has no lock reason, before and during play', () => {
    expect(closedReason(open, NOW)).toBeNull()
    expect(closedReason({ ...open, status: 'live', inPlay: { suspendedBy: null, reopensAt: null } }, NOW)).toBeNull()
  })
})
