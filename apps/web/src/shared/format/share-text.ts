import type { Ticket } from '@mupiira/contract/bets.ts'
import { brand } from '../brand.ts'
import { moneyText, oddsHundredths } from './amounts.ts'

type Shared = Pick<Ticket, 'bookingCode' | 'selections' | 'totalOdds' | 'potentialWin' | 'payout' | 'status'>

/** What a player tells others of his ticket: what he picked, and what it returns (SLIP-58); odds as he reads them. */
export function shareText(ticket: Shared, oddsText: (hundredths: bigint) => string): string {
  const legs = ticket.selections.map(
    (leg) => `${leg.match}: ${leg.selectionLabel} @ ${oddsText(oddsHundredths(leg.odds))}`,
  )
  const end =
    ticket.status === 'pending'
      ? `potential return ${moneyText(ticket.potentialWin)}`
      : `${ticket.status}, total return ${moneyText(ticket.payout ?? 0)}`
  return [
    `My ${brand.name} ticket ${ticket.bookingCode}`,
    ...legs,
    `Total odds ${oddsText(oddsHundredths(ticket.totalOdds))}, ${end}`,
  ].join('\n')
}
