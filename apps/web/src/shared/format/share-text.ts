import type { Ticket } from '@mupiira/contract/tickets.ts'
import { brand } from '../brand.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { moneyText } from './amounts.ts'
import { paidOf } from './ticket-amounts.ts'

type Shared = Pick<
  Ticket,
  'bookingCode' | 'selections' | 'totalOdds' | 'potentialWin' | 'payout' | 'cashedOut' | 'status'
>

/**
 * The text for sharing a ticket: its code, selections and potential return (SLIP-58) in the player's odds format. It is
 * offered only while others can load the code (CODE-13).
 */
export function shareText(ticket: Shared, oddsText: (hundredths: bigint) => string): string {
  const legs = ticket.selections.map(
    (leg) => `${leg.match}: ${leg.selectionLabel} @ ${oddsText(oddsFromNumber(leg.odds))}`,
  )
  const end =
    ticket.status === 'pending'
      ? `potential return ${moneyText(ticket.potentialWin)}`
      : `${ticket.status}, total return ${moneyText(paidOf(ticket))}`
  return [
    `My ${brand.name} ticket ${ticket.bookingCode}`,
    ...legs,
    `Total odds ${oddsText(oddsFromNumber(ticket.totalOdds))}, ${end}`,
  ].join('\n')
}

type SharedPick = { readonly match: string; readonly label: string; readonly odds: string }

/** The text for sharing a slip (BETX-09): its code and its selections, with odds as text. */
export const slipShareText = (code: string, picks: readonly SharedPick[]): string =>
  [`My ${brand.name} betslip ${code}`, ...picks.map(({ match, label, odds }) => `${match}: ${label} @ ${odds}`)].join(
    '\n',
  )

/** The link that loads the selections of a code (CODE-02). */
export const codePath = (code: string): string => `/booking-code?code=${code}`

/** The link that loads the selections of an open ticket (CODE-02). */
export const loadPath = ({ bookingCode, status }: Shared): string | undefined =>
  status === 'pending' ? codePath(bookingCode) : undefined
