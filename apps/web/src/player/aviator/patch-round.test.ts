import { expect, it } from 'vitest'
import type { AviatorBet, AviatorRound, AviatorState } from '@mupiira/contract/aviator.ts'
import { patchRound } from './patch-round.ts'

const round = (id: number, state: AviatorRound['state'], crash: number | null = null): AviatorRound => ({
  id,
  state,
  rtp: 97,
  bettingOpensAt: null,
  bettingClosesAt: null,
  fliesAt: null,
  crash,
  endedAt: crash === null ? null : '2026-11-21T12:00:00.000Z',
})
const bet = (id: string, roundId: number, change: Partial<AviatorBet> = {}): AviatorBet => ({
  id,
  roundId,
  stake: 10_000,
  target: null,
  auto: false,
  state: 'placed',
  multiplier: null,
  payout: 0,
  placedAt: '2026-11-21T12:00:00.000Z',
  decidedAt: null,
  ...change,
})
const state = (change: Partial<AviatorState>): AviatorState => ({
  now: '2026-11-21T12:00:00.000Z',
  open: true,
  round: round(7, 'flying'),
  flownMs: null,
  history: [],
  live: null,
  mine: [],
  limits: { minBet: 10_000, maxBet: 5e6, maxWin: 5e7, maxRound: 5e8, rtp: 97, autoBet: true },
  ...change,
})

it('[AVI-25] at a crash all Aviator bets are lost except those that reached their target', () => {
  const mine = [bet('a', 7), bet('b', 7, { target: 2.31 }), bet('c', 7, { target: 2.32 }), bet('d', 8)]
  const after = patchRound(state({ mine }), { type: 'aviator-round', round: round(7, 'crashed', 2.31) })
  expect(after.mine.map((each) => each.state)).toEqual(['lost', 'placed', 'lost', 'placed'])
  expect(after.history).toEqual([{ id: 7, crash: 2.31 }])
})

it('an Aviator round never returns to an earlier state, and its crash is counted once', () => {
  const crashed = { type: 'aviator-round', round: round(7, 'crashed', 2.31) } as const
  let after = patchRound(state({}), crashed)
  after = patchRound(after, { type: 'aviator-round', round: round(7, 'flying') })
  after = patchRound(after, { type: 'aviator-round', round: round(6, 'crashed', 1.1) })
  after = patchRound(after, crashed)
  expect(after.round?.state).toBe('crashed')
  expect(after.history).toEqual([{ id: 7, crash: 2.31 }])
})

it('a new Aviator round removes the bets of the previous round', () => {
  const mine = [bet('a', 7, { state: 'lost' }), bet('b', 8)]
  const after = patchRound(state({ mine }), { type: 'aviator-round', round: round(8, 'betting') })
  expect(after.mine.map(({ id }) => id)).toEqual(['b'])
  expect(after.live).toBeNull()
})

it.each([
  ['placed', 'cashed-out', 'cashed-out'],
  ['lost', 'cashed-out', 'cashed-out'],
  ['lost', 'placed', 'lost'],
  ['cashed-out', 'placed', 'cashed-out'],
  ['cashed-out', 'lost', 'cashed-out'],
  ['placed', 'refunded', 'refunded'],
] as const)('an Aviator bet that is %s and receives the status %s becomes %s', (known, received, shown) => {
  const before = state({ mine: [bet('a', 7, { state: known })] })
  const after = patchRound(before, { type: 'aviator-bet', bet: bet('a', 7, { state: received }) })
  expect(after.mine.map((each) => each.state)).toEqual([shown])
})
