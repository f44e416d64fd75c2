import type { Ticket } from '@mupiira/contract/tickets.ts'
import { brand } from '../brand.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { moneyText } from './amounts.ts'

type Shared = Pick<Ticket, 'bookingCode' | 'selections' | 'totalOdds' | 'potentialWin' | 'payout' | 'status'>

/**
 * The text for sharing a ticket: selections and potential win (SLIP-58) in the player's odds format. The code is
 * included only if the recipient can load it (CODE-12, CODE-13).
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

type SharedPick = { readonly match: string; readonly label: string; readonly odds: string }

/** The text for sharing a slip (BETX-09): its code and its selections, with odds as text. */
export const slipShareText = (code: string, picks: readonly SharedPick[]): string =>
  [`My ${brand.name} betslip ${code}`, ...picks.map(({ match, label, odds }) => `${match}: ${label} @ ${odds}`)].join(
    '\n',
  )

/** The link that loads the selections of a code (CODE-02). */
export const codePath = (code: string): string => `/booking-code?code=${code}`

/** The link that loads a ticket's selections (CODE-02), while codes are shared and the ticket is open. */
export const loadPath = ({ bookingCode, status }: Shared, isCodeForAnyone: boolean): string | undefined =>
  isCodeForAnyone && status === 'pending' ? codePath(bookingCode) : undefined
