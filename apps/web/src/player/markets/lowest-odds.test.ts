import { describe, expect, it } from 'vitest'
import type { Game } from '@mupiira/contract/games.ts'
import { withoutOdds } from './lowest-odds.ts'
import { lockReason } from '../../shared/lock-reason.ts'

const open = { status: 'upcoming', open: true, priced: true, delayed: false } as Game

describe('an option that cannot be bet on says why', () => {
  it.each<[string, Partial<Game>, RegExp]>([
    ['[LIVE-11] being played', { status: 'live', open: false }, /kick-off/],
    ['[HOME-20] over', { status: 'settled', open: false }, /over/],
    ['[HOME-20] postponed', { status: 'postponed', open: false }, /not played now/],
    ['[MKT-40] without odds', { priced: false, open: false }, /no odds yet/],
    ['[HOME-20] of a silent feed', { delayed: true, open: false }, /no news/],
    ['[HOME-20] suspended', { open: false }, /no bets on this game now/],
  ])('%s', (_what, game, said) => {
    expect(lockReason({ ...open, ...game }, 1.8, '')).toMatch(said)
  })

  it.each([
    ['[MKT-37]', 'double_chance', '1x', '1.01'],
    ['[MKT-38]', 'over_under', 'over_2.5', '1.50'],
    ['[MKT-39]', 'over_under', 'under_2.5', '1.60'],
  ])('%s %s %s is not offered below %s', (_id, market, id, lowest) => {
    expect(lockReason(open, null, withoutOdds(market, id))).toContain(`below ${lowest}`)
  })

  it('[MKT-45] X where no draw can happen is no matter of low odds', () => {
    expect(lockReason(open, null, withoutOdds('1x2', 'X'))).toBe('no draw is offered here')
  })

  it('[SLIP-01] an open option has no reason', () => {
    expect(lockReason(open, 1.8, withoutOdds('1x2', '1'))).toBeNull()
  })
})
