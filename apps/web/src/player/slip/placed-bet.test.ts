import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { signOut } from '../../state/session.ts'
import type { SlipItem } from '../../state/slip-rules.ts'
import { changedOdds, usePlacedBet } from './placed-bet.ts'

it('[AUTH-77] [SLIP-55] the placed ticket shown in the slip is removed when the player’s session ends', () => {
  const ticket = { id: 'hers', bookingCode: 'ABCD2345', totalStake: 25_000 } as Ticket
  usePlacedBet.setState({
    placed: { ticket, items: [], totalSeen: undefined, rest: '', warning: undefined, wasResponseLost: false },
  })
  signOut(new QueryClient())
  expect(usePlacedBet.getState().placed).toBeNull()
})

it('[SLIP-49] [SLIP-51] [SLIP-55] a placed bet lists the selections whose odds have changed since selection, with old and new odds', () => {
  const item = (gameId: string, oddsSeen: string, oddsPicked?: string) =>
    ({ gameId, market: '1x2', selection: '1', oddsSeen, ...(oddsPicked && { oddsPicked }) }) as SlipItem
  const leg = (gameId: string, odds: number, sameGame = false) =>
    ({ gameId, market: '1x2', selection: '1', odds, sameGame }) as TicketSelection
  const items = [item('a', '2.10'), item('b', '3.40', '3.60'), item('c', '1.90'), item('d', '4.00'), item('e', '2.00')]
  const selections = [leg('a', 2.1), leg('b', 3.4), leg('c', 1.85), leg('d', 4.2), leg('e', 1.5, true)]
  expect(changedOdds({ selections } as unknown as Ticket, items)).toEqual([
    { item: items[1], before: 360, now: 340, change: 'worse' },
    { item: items[2], before: 190, now: 185, change: 'worse' },
    { item: items[3], before: 400, now: 420, change: 'better' },
  ])
})
