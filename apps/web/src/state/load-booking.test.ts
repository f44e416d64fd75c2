import { beforeEach, describe, expect, it } from 'vitest'
import type { BookedSelection, BookedSlip } from '@mupiira/contract/booking-codes.ts'
import { useToasts } from '../shared/ui/toast.tsx'
import { loadBooking } from './load-booking.ts'
import { codeOf } from './slip-code.ts'
import { replaceSelections, setSlipCode, useSlip } from './slip.ts'

const selection = (gameId: string, odds: number | null): BookedSelection => ({
  gameId,
  match: `${gameId} vs BUL FC`,
  homeTeam: gameId,
  awayTeam: 'BUL FC',
  league: 'Premier League',
  sport: 'Soccer',
  gameTime: '2026-11-21T16:00:00.000Z',
  gameStatus: odds === null ? 'live' : 'upcoming',
  market: '1x2',
  marketName: 'Moneyline',
  marketCategory: 'match_winner',
  selection: '1',
  selectionLabel: gameId,
  odds,
  problem: odds === null ? 'GAME_CLOSED' : null,
})
const FIGURES = {
  totalStake: 7,
  cashedStake: 0,
  cashedOut: 0,
  totalOdds: 2.3,
  bonusPercentage: 0,
  bonus: 0,
  potentialWin: 16.1,
}
const TICKET = { id: 't', status: 'pending', ...FIGURES, createdAt: '' } as const
const booked = (change: Partial<BookedSlip> = {}): BookedSlip => ({
  bookingCode: 'ABCD2345',
  own: true,
  refusal: null,
  selections: [selection('URA', 2.3), selection('Vipers', 1.7)],
  ticket: null,
  ...change,
})
const games = () => useSlip.getState().items.map(({ gameId }) => gameId)
const code = (userId: string) => codeOf(useSlip.getState().code, useSlip.getState().items, userId)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  replaceSelections([])
  setSlipCode(null)
})

describe('loading a booking code', () => {
  it('[CODE-10] loading a booking code adds the selections to the slip at current odds', () => {
    expect(loadBooking(booked(), 'amina')).toBeNull()
    expect(useSlip.getState().items).toMatchObject([
      { gameId: 'URA', names: { section: 'Moneyline', label: 'URA' }, oddsSeen: '2.30' },
      { gameId: 'Vipers', oddsSeen: '1.70' },
    ])
    expect(useToasts.getState().toasts).toEqual([])
  })

  it('[CODE-19] loading a booking code skips closed selections and lists them for the player', () => {
    expect(loadBooking(booked({ selections: [selection('URA', null), selection('Vipers', 1.7)] }), 'amina')).toBeNull()
    expect(games()).toEqual(['Vipers'])
    expect(useToasts.getState().toasts[0]).toMatchObject({
      kind: 'warning',
      text: 'Not added, because the game is closed for betting: URA, URA vs BUL FC',
    })
  })

  it.each([
    [
      '[CODE-11] a code of a bet that cannot be modified',
      booked({ refusal: 'This bet is won and cannot be modified' }),
      'This bet is won and cannot be modified',
    ],
    ['[CODE-16] a code without selections', booked({ selections: [] }), 'Failed to load selections'],
    [
      '[CODE-16] [CODE-19] a code whose selections are all closed',
      booked({ selections: [selection('URA', null)] }),
      'Failed to load selections',
    ],
  ])('%s adds no selections to the slip', (_, slip, title) => {
    expect(loadBooking(slip, 'amina')).toMatchObject({ title })
    expect(games()).toEqual([])
  })

  it.each([
    ['[CODE-20] the player’s own code is kept as the slip’s code', booked(), 'ABCD2345'],
    ['[CODE-20] another player’s code is not kept as the slip’s code', booked({ own: false }), null],
    ['[CODE-08] a ticket’s code is not kept as the slip’s code', booked({ ticket: TICKET }), null],
    [
      '[CODE-19] a code with more selections than were loaded is not kept as the slip’s code',
      booked({ selections: [selection('URA', null), selection('Vipers', 2)] }),
      null,
    ],
  ])('booking code of the slip after loading: %s', (_, slip, wanted) => {
    loadBooking(slip, 'amina')
    expect(code('amina')).toBe(wanted)
  })
})
