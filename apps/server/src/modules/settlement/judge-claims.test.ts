import type { MatchResult } from '@mupiira/domain/markets/types.ts'
import { expect, it } from 'vitest'
import type { LegClaim } from '../betting/index.ts'
import { judgeClaims } from './judge-claims.ts'

const claim = (over: Partial<LegClaim>): LegClaim => ({
  market: '1x2',
  selection: '1',
  rulebook: 'house',
  late: false,
  ...over,
})
const result: MatchResult = { sport: 'soccer', home: 3, away: 2 }

it('[SETL-13] each rulebook judges by itself', () => {
  const claims = [
    claim({ market: 'over_under', selection: 'over_2.5' }),
    claim({ market: 'draw_no_bet', selection: '2', rulebook: 'industry' }),
  ]
  expect(judgeClaims(claims, { kind: 'result', result }).map((each) => each.outcome)).toEqual(['won', 'lost'])
})

it('[SETL-46] a selection placed after the actual start is void, whatever the score says', () => {
  expect(judgeClaims([claim({ late: true })], { kind: 'result', result })[0]?.outcome).toBe('void')
})

it('[SETL-40] every selection of a void game is void', () => {
  const claims = [claim({}), claim({ selection: '2' })]
  expect(judgeClaims(claims, { kind: 'void', reason: 'CANCELLED' }).map((each) => each.outcome)).toEqual([
    'void',
    'void',
  ])
})

it('[SETL-33] a selection whose answer is not known waits', () => {
  expect(judgeClaims([claim({ market: 'to_qualify', selection: '1' })], { kind: 'result', result })).toEqual([])
})
