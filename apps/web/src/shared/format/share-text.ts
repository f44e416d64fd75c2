import type { Ticket } from '@mupiira/contract/bets.ts'
import { brand } from '../brand.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { moneyText } from './amounts.ts'

type Shared = Pick<Ticket, 'bookingCode' | 'selections' | 'totalOdds' | 'potentialWin' | 'payout' | 'status'>

/**
 * What a player tells others of his ticket: what he picked, and what it returns (SLIP-58); odds as he reads them. Its code
 * is named to those who can load it (CODE-12, CODE-13).
 */
export function shareText(ticket: Shared, oddsText: (hundredths: bigint) => string, isCodeForAnyone: boolean): string {
  const legs = ticket.selections.map(
    (leg) => `${leg.match}: ${leg.selectionLabel} @ ${oddsText(oddsFromNumber(leg.odds))}`,
  )
  const end =
    ticket.status === 'pending'
      ? `potential return ${moneyText(ticket.potentialWin)}`
      : `${ticket.status}, total return ${moneyText(ticket.payout ?? 0)}`
  return [
    `My ${brand.name} ticket${isCodeForAnyone ? ` ${ticket.bookingCode}` : ''}`,
    ...legs,
    `Total odds ${oddsText(oddsFromNumber(ticket.totalOdds))}, ${end}`,
  ].join('\n')
}

/** Where the selections of a ticket can be loaded by anybody (CODE-02); nobody else can while codes are their owners' alone, or once it is decided. */
export const loadPath = ({ bookingCode, status }: Shared, isCodeForAnyone: boolean): string | undefined =>
  isCodeForAnyone && status === 'pending' ? `/booking-code?code=${bookingCode}` : undefined
