import type { CareCard } from '@mupiira/contract/admin-care.ts'
import type { PlaceholderValues } from '@mupiira/domain/chat/placeholders.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { moneyText } from '../../shared/format/amounts.ts'

/** The facts of a player for quick replies. A visitor has no card, and a new player no payment or ticket. */
export function placeholderValues(card: CareCard | undefined): PlaceholderValues {
  if (card === undefined) return {}
  const { user, payments, tickets } = card
  const [payment, ticket] = [payments?.[0], tickets?.[0]]
  return {
    name: user.firstName,
    username: user.username,
    phone: displayPhone(user.phoneNumber),
    balance: moneyText(user.balance),
    ...(payment === undefined ? {} : { reference: payment.shortReference, amount: moneyText(payment.amount) }),
    ...(ticket === undefined ? {} : { ticket: ticket.bookingCode }),
  }
}
