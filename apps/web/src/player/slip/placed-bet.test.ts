import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/bets.ts'
import { signOut } from '../../state/session.ts'
import { usePlacedBet } from './placed-bet.ts'

it('[AUTH-77] [SLIP-55] the ticket on the slip goes with the session of who placed it', () => {
  const ticket = { id: 'hers', bookingCode: 'ABCD2345', totalStake: 25_000 } as Ticket
  usePlacedBet.setState({ placed: { ticket, items: [], rest: '', warning: undefined, wasLost: false } })
  signOut(new QueryClient())
  expect(usePlacedBet.getState().placed).toBeNull()
})
