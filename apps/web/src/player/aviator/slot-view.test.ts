import { describe, expect, it } from 'vitest'
import type { AviatorBet, AviatorRound, AviatorState } from '@mupiira/contract/aviator.ts'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { ApiError, NetworkError } from '../../shared/api/errors.ts'
import {
  syncBets,
  cashOutRefusalText,
  changeSlot,
  betRequestOf,
  placeRefusal,
  type Slot,
  UnknownOutcome,
  useBets,
} from './bets.ts'
import { amountFault, cashOutOpensInMs, slotView } from './slot-view.ts'
import { targetFault, typedTarget } from './target.ts'

const slot: Slot = {
  amount: '10,000',
  target: '2.00',
  hasTarget: false,
  betId: 'a',
  working: null,
  auto: null,
  open: null,
  isTouched: false,
  refusal: null,
}
const stateIn = (phase: AviatorRound['state'], open = true) =>
  ({ open, round: { id: 7, state: phase } }) as unknown as AviatorState
const bet = (state: AviatorBet['state'], roundId = 7) => ({ id: 'a', roundId, state }) as unknown as AviatorBet

describe('the button of a bet slot', () => {
  it.each([
    ['[AVI-16] nothing placed, betting open', null, 'betting', 'bet'],
    ['[AVI-16] nothing placed, round in progress', null, 'flying', 'bet-next'],
    ['[AVI-16] placed, betting open', bet('placed'), 'betting', 'waiting'],
    ['[AVI-08] placed, round in progress', bet('placed'), 'flying', 'cash-out'],
    ['placed for the next round', bet('placed', 8), 'flying', 'waiting'],
    ['[AVI-16] crashed with an unpaid auto target: cancelling is not possible', bet('placed'), 'crashed', 'over'],
    ['interrupted, not refunded yet', bet('placed'), 'interrupted', 'over'],
    ['cashed out, round in progress', bet('cashed-out'), 'flying', 'won'],
    ['cashed out, crashed', bet('cashed-out'), 'crashed', 'bet-next'],
    ['[AVI-11] lost', bet('lost'), 'crashed', 'play-again'],
    ['refunded', bet('refunded'), 'interrupted', 'bet-next'],
    ['cancelled, betting open', bet('refunded'), 'betting', 'bet'],
  ] as const)('the button of a bet slot ($0) is "$3"', (_, own, phase, kind) => {
    expect(slotView(slot, own, stateIn(phase), false).kind).toBe(kind)
  })

  it('[AVI-08] [AVI-28] the button of a bet slot shows, before cash-out is possible, the multiplier at which an active bet can be cashed out', () => {
    expect(slotView(slot, bet('placed'), stateIn('flying'), true).kind).toBe('too-early')
    expect(slotView(slot, bet('placed'), stateIn('betting'), true).kind).toBe('waiting')
    expect(cashOutOpensInMs(-300)).toBe(300 + reachedAfterMs(111))
    expect(cashOutOpensInMs(reachedAfterMs(111))).toBe(0)
    expect(cashOutOpensInMs(null)).toBe(0)
  })

  it('the button of a bet slot is disabled while no rounds run, but never for an active bet', () => {
    expect(slotView(slot, null, stateIn('crashed', false), false).kind).toBe('closed')
    expect(slotView(slot, null, null, false).kind).toBe('closed')
    expect(slotView(slot, bet('placed'), stateIn('flying', false), false).kind).toBe('cash-out')
  })

  it('the button of a bet slot shows that a request is in progress', () => {
    expect(slotView({ ...slot, working: 'placing' }, null, stateIn('betting'), false).kind).toBe('placing')
    expect(slotView({ ...slot, working: 'cancelling' }, bet('placed'), stateIn('betting'), false).kind).toBe(
      'cancelling',
    )
    expect(slotView({ ...slot, working: 'cashing-out' }, bet('placed'), stateIn('flying'), false).kind).toBe(
      'cashing-out',
    )
  })
})

it.each([
  ['[AVI-06] [AVI-13] a quick bet below the minimum is refused', 1_000, 50_000, 'Minimum bet is 10,000 UGX'],
  [
    '[AVI-15] a stake above the balance is refused',
    25_000,
    20_000,
    'Insufficient balance. Please deposit funds or reduce your bet.',
  ],
  ['a stake above the maximum is refused', 6_000_000, 9_000_000, 'Maximum stake amount is UGX 5,000,000'],
  ['a missing stake is refused', null, 9_000_000, 'Please enter an amount'],
  ['a stake of exactly the balance is accepted', 20_000, 20_000, null],
  ['a stake is accepted while the balance is unknown', 20_000, null, null],
])('Aviator stakes: %s', (_, stake, balance, text) => {
  expect(amountFault(stake, balance, 10_000, 5_000_000)).toBe(text)
})

it.each([
  [{}, { stake: 10_000 }],
  [
    { amount: '25,000.50', hasTarget: true },
    { stake: 25_000.5, target: 2 },
  ],
  [
    { hasTarget: true, target: '1.5' },
    { stake: 10_000, target: 1.5 },
  ],
  [
    { hasTarget: true, target: '2.' },
    { stake: 10_000, target: 2 },
  ],
  [{ hasTarget: true, target: 'two' }, null],
  [{ hasTarget: true, target: '2.005' }, null],
  [{ amount: '' }, null],
])('a bet slot with the entries %j sends the bet request %j', (change, order) => {
  expect(betRequestOf({ ...slot, ...change })).toEqual(order)
})

it.each([
  ['2.005', '2.00'],
  ['9.999', '9.99'],
  ['10.005', '10.00'],
  ['1,5', '1.5'],
  ['1e1', '1e1'],
  ['1 000', '1 000'],
  [' 2', '2'],
  ['.5', '.5'],
  ['two', 'two'],
])('[AVI-07] the typed cash-out target %s is formatted as %s, with at most two decimals', (typed, formatted) => {
  expect(typedTarget(typed)).toBe(formatted)
})

it.each(['', '.', '.5', '1', '1.10', '10.01', '1e1', '0x5', '2.005'])(
  '[AVI-07] the typed cash-out target %j is reported as invalid',
  (target) => {
    expect(targetFault({ hasTarget: true, target })).toBe('Enter a target from 1.11x to 10.00x')
    expect(targetFault({ hasTarget: false, target })).toBeNull()
  },
)
it.each(['1.11', '2', '2.', '9.99', '10.00'])('[AVI-07] the typed cash-out target %s is accepted', (target) => {
  expect(targetFault({ hasTarget: true, target })).toBeNull()
  expect(betRequestOf({ ...slot, hasTarget: true, target })?.target).toBe(Number(target))
})

it('[AVI-14] [AVI-19] [AVI-20] [AVI-31] a bet slot shows the outcome of its bet', () => {
  const entered = new ApiError(422, { code: 'AVIATOR_BALANCE', detail: 'Insufficient balance for this bet' })
  expect(placeRefusal(entered)).toBe('Insufficient balance for this bet')
  expect(placeRefusal(new ApiError(422, {}))).toBe('Failed to place bet')
  expect(placeRefusal(new TypeError('x is undefined'))).toBe('Failed to place bet. Please try again.')
  expect(cashOutRefusalText(new ApiError(422, {}))).toBe('Failed to process winnings. Please contact support.')
  expect(cashOutRefusalText(new ApiError(422, { detail: 'Too late' }))).toBe('Too late')
})

it('[AVI-20] [AVI-31] an Aviator bet without a response is not shown as failed, and its slot offers no second bet', () => {
  const internal = new ApiError(500, { code: 'INTERNAL', detail: 'An unexpected error occurred' })
  for (const cause of [new NetworkError('timeout'), internal])
    expect(placeRefusal(new UnknownOutcome(cause))).toBe(
      'We do not know yet whether your bet was placed. Check again: it can be placed only once.',
    )
  const late = new ApiError(429, { code: 'RATE_LIMITED', detail: 'Please wait.' })
  expect(placeRefusal(new UnknownOutcome(late))).toBe('We do not know yet whether your bet was placed. Please wait.')
  expect(cashOutRefusalText(new UnknownOutcome(late))).toMatch(/^We got no reply\./)
  const open = {
    operation: 'POST /api/aviator/bets',
    userId: 'u1',
    key: 'k',
    atMs: 0,
    body: { stake: 10_000 },
  } as const
  expect(slotView({ ...slot, betId: null, open }, null, stateIn('betting'), false).kind).toBe('check-again')
  // The bet of this slot arrived in the stream. A different bet must not confirm the bet of this slot.
  const mine = (stake: number) =>
    ({ round: { id: 7 }, mine: [{ ...bet('placed'), stake, target: null }] }) as unknown as AviatorState
  changeSlot(1, { betId: null, open })
  syncBets(mine(10_000))
  expect(useBets.getState().slots.map(({ betId, open: left }) => [betId, left])).toEqual([
    [null, null],
    ['a', null],
  ])
  changeSlot(1, { betId: null, open })
  syncBets(mine(25_000))
  expect(useBets.getState().slots.map(({ betId, open: left }) => [betId, left])).toEqual([
    ['a', null],
    [null, open],
  ])
  for (const no of [0, 1] as const) changeSlot(no, { betId: null, open: null })
})

it('[AVI-16] an Aviator bet of another tab is shown in a free slot, and a bet still waiting for its response is shown once', () => {
  const state = (ids: readonly string[]) =>
    ({ round: { id: 7 }, mine: ids.map((id) => ({ ...bet('placed'), id })) }) as unknown as AviatorState
  const held = () => useBets.getState().slots.map(({ betId }) => betId)
  changeSlot(0, { working: 'placing' })
  syncBets(state(['own']))
  expect(held()).toEqual([null, null])
  changeSlot(0, { betId: 'own', working: null })
  syncBets(state(['own']))
  expect(held()).toEqual(['own', null])
  syncBets(state(['own', 'other']))
  expect(held()).toEqual(['own', 'other'])
  // A cancelled bet frees its slot.
  const after = state(['own', 'other', 'third'])
  const mine = after.mine.map((each) => (each.id === 'own' ? { ...each, state: 'refunded' as const } : each))
  syncBets({ ...after, mine })
  expect(held()).toEqual(['third', 'other'])
  for (const no of [0, 1] as const) changeSlot(no, { betId: null })
  syncBets({ ...after, mine: mine.slice(0, 1) })
  expect(held()).toEqual([null, null])
})
