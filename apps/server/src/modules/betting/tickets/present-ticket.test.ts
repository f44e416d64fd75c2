import type { Outcome } from '@mupiira/domain/markets/types.ts'
import type { GameStatus, TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { describe, expect, it } from 'vitest'
import { legLabel } from './present-ticket.ts'

const rows: readonly (readonly [string, TicketStatus, Outcome | null, GameStatus | null, string])[] = [
  ['TICK-21', 'cancelled', null, 'upcoming', 'CANCELLED'],
  ['TICK-21', 'cancelled', 'won', 'finished', 'CANCELLED'],
  ['TICK-22', 'pending', null, 'upcoming', 'NOT START'],
  ['TICK-22', 'pending', null, null, 'NOT START'],
  ['TICK-22', 'pending', null, 'postponed', 'POSTPONED'],
  ['TICK-22', 'pending', null, 'abandoned', 'ABANDONED'],
  ['TICK-22', 'pending', null, 'cancelled', 'CANCELLED'],
  ['TICK-22', 'pending', 'void', 'cancelled', 'VOID'],
  ['TICK-22', 'pending', 'void', 'upcoming', 'VOID'],
  ['TICK-24', 'pending', 'void', 'finished', 'VOID'],
  ['TICK-23', 'pending', null, 'live', 'LIVE'],
  ['TICK-24', 'pending', null, 'finished', 'FINISHED'],
  ['TICK-24', 'pending', 'won', 'settled', 'FINISHED'],
  ['TICK-24', 'pending', null, 'completed', 'FINISHED'],
  ['TICK-25', 'won', 'won', 'finished', 'WON'],
  ['TICK-25', 'won', 'void', 'cancelled', 'VOID'],
  ['TICK-25', 'won', 'half-won', 'finished', 'WON'],
  ['TICK-25', 'void', 'void', 'cancelled', 'VOID'],
  ['TICK-25', 'lost', 'lost', 'finished', 'LOST'],
  ['TICK-25', 'cashout', null, 'live', 'LIVE'],
  ['TICK-25', 'cashout', 'lost', 'finished', 'LOST'],
  ['TICK-25', 'cashout', null, 'finished', 'CASHOUT'],
  ['TICK-49', 'lost', null, 'upcoming', 'NOT START'],
  ['TICK-49', 'lost', null, 'live', 'LIVE'],
  ['TICK-49', 'lost', null, 'finished', 'FINISHED'],
  ['TICK-49', 'lost', 'won', 'finished', 'WON'],
  ['TICK-49', 'lost', null, 'postponed', 'POSTPONED'],
  ['TICK-49', 'lost', 'void', 'cancelled', 'VOID'],
]

describe('labels of selections', () => {
  for (const [id, ticketStatus, outcome, gameStatus, label] of rows)
    it(`[${id}] a leg that is ${outcome ?? 'undecided'}, of a ${ticketStatus} ticket on a game that is ${gameStatus ?? 'unknown'}, has the label ${label}`, () => {
      expect(legLabel({ ticketStatus, outcome, gameStatus })).toBe(label)
    })
})
