import type { Ticket } from '@mupiira/contract/tickets.ts'
import { expect, it } from 'vitest'
import { patchLegs } from './patch-tickets.ts'

it('[TICK-23] a game event updates score and clock of a ticket’s legs, never their outcome', () => {
  const leg = { gameId: 'b', homeScore: null, awayScore: null, clock: null, label: 'NOT START', outcome: null }
  const ticket = { selections: [leg, { ...leg, gameId: 'c' }] } as unknown as Ticket
  const clock = { minute: 58, label: "Live 58'" }
  const change = { id: 'b', homeScore: 1, awayScore: 0, clock, status: 'finished' } as const
  const after = patchLegs(ticket, new Map([['b', change]]))
  expect(after.selections[0]).toMatchObject({ ...leg, homeScore: 1, awayScore: 0, clock: "Live 58'" })
  expect(after.selections[1]).toBe(ticket.selections[1])
})
