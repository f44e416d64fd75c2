import { formatUgx, ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import type { EventData, PlacedEvent } from '../../kernel/outbox/event.ts'
import { bigDeposit, firstDeposit, isBigDeposit } from './celebrations.ts'
import { type Notice, noticeTo } from './notice.ts'
import type { NotificationRow } from './notification-row.ts'

type TicketSettled = EventData['ticket-settled']
type TicketResettled = EventData['ticket-resettled']
type CashoutDecided = EventData['cashout-decided']
type PaymentChanged = EventData['payment-changed']
type AviatorRefunded = EventData['aviator-refunded']
type BalanceAdjusted = EventData['balance-adjusted']
type ChatMessage = EventData['chat-message']

type Words = Notice & Pick<NotificationRow, 'type' | 'priority'>

/** The notifications that an event of the outbox becomes (NOTE-18); none where it tells the player nothing. */
export function notificationsOf(event: PlacedEvent, now: Date): NotificationRow[] {
  const { userId } = event
  if (userId === undefined) return []
  const words = wordsFor(event)
  const notices: readonly Notice[] = words === null ? [] : [words, ...occasionsOf(event)]
  return notices.map((notice) => noticeTo(userId, notice, now))
}

/** NOTE-34, NOTE-35: what is special about a deposit that has just succeeded. */
function occasionsOf({ type, data }: PlacedEvent): Notice[] {
  if (type !== 'payment-changed' || data.type !== 'deposit' || data.status !== 'success') return []
  return [
    ...(data.firstDeposit ? [firstDeposit(data)] : []),
    ...(isBigDeposit(data.amount) ? [bigDeposit(money(data.amount), data)] : []),
  ]
}

function wordsFor({ type, data }: PlacedEvent): Words | null {
  switch (type) {
    case 'ticket-settled':
      return ticketSettled(data)
    case 'ticket-resettled':
      return ticketResettled(data)
    case 'cashout-decided':
      return cashoutDecided(data)
    case 'payment-changed':
      return paymentChanged(data)
    case 'aviator-refunded':
      return aviatorRefunded(data)
    case 'balance-adjusted':
      return balanceAdjusted(data)
    case 'chat-message':
      return chatMessage(data)
    default:
      return null
  }
}

function ticketSettled({ ticketId, bookingCode, status, payout, stake, reason }: TicketSettled): Words | null {
  const data = { ticketId, bookingCode, stake, amount: payout }
  switch (status) {
    case 'won':
      return {
        type: 'win',
        priority: 'high',
        message: `Congratulations! Your bet ${bookingCode} has won ${money(payout)}.`,
        data,
      }
    case 'lost':
      return { type: 'bet', priority: 'low', message: `Your bet ${bookingCode} has lost.`, data }
    case 'void':
      return {
        type: 'bet',
        priority: 'medium',
        message: `Your bet ${bookingCode} is void. ${money(payout)} is back in your account.`,
        data,
      }
    case 'cancelled':
      return {
        type: 'bet',
        priority: 'high',
        message: `Your bet ${bookingCode} was cancelled${reason === undefined ? '' : ` (${reason})`}. ${money(payout)} is back in your account.`,
        data,
      }
    default:
      return null
  }
}

/** A corrected result: what the bet is now, and every amount that was moved for it (SETL-44, SETL-45). */
function ticketResettled({ ticketId, bookingCode, match, stake, status, takenBack, payout }: TicketResettled): Words {
  const moved = [
    ...(takenBack > 0 ? [`${money(takenBack)} was taken back`] : []),
    ...(payout > 0 ? [`${money(payout)} was paid`] : []),
  ]
  const now = status === 'pending' ? 'open again' : `now ${status}`
  return {
    type: payout > takenBack ? 'win' : 'bet',
    priority: 'high',
    message: `The result of ${match} was corrected. Your bet ${bookingCode} is ${now}${moved.length === 0 ? '' : `: ${moved.join(', ')}`}.`,
    data: { ticketId, bookingCode, stake, amount: payout },
  }
}

/** What became of an accepted offer that had to be checked first (TICK-48). */
function cashoutDecided({ ticketId, bookingCode, stake, offer, refusedBecause, isRunning }: CashoutDecided): Words {
  const bet = { type: 'bet', priority: 'medium' } as const
  const data = { ticketId, bookingCode, stake }
  if (refusedBecause === null) {
    const message = `Your bet ${bookingCode} is cashed out. ${money(offer)} is in your account.`
    return { ...bet, message, data: { ...data, amount: offer } }
  }
  const why = refusedBecause === 'OFFER_CHANGED' ? 'The offer has changed.' : 'It was not possible any more.'
  const message = `Your bet ${bookingCode} was not cashed out. ${why}${isRunning ? ' The bet is still running.' : ''}`
  return { ...bet, message, data }
}

const PAYMENT_NAMES = { deposit: 'Deposit', withdrawal: 'Withdrawal' } as const

function paymentChanged({
  transactionId,
  type,
  status,
  previousStatus,
  amount,
  message,
}: PaymentChanged): Words | null {
  // It is announced again when only its stage or its message has changed.
  if (status === 'pending' || status === previousStatus) return null
  return {
    type,
    priority: status === 'success' ? 'medium' : 'high',
    // The words of a failure name no amount, and several in a list could not be told apart.
    message: status === 'success' ? message : `${PAYMENT_NAMES[type]} of ${money(amount)}: ${message}`,
    actionUrl: `/payments/${transactionId}`,
    data: { transactionId, amount, status },
  }
}

/** D37: a round that could not be flown to its end. */
function aviatorRefunded({ roundId, stake }: AviatorRefunded): Words {
  return {
    type: 'bet',
    priority: 'high',
    message: `Aviator round ${roundId} was stopped. Your stake of ${money(stake)} is back in your account.`,
    actionUrl: '/aviator',
    data: { stake, amount: stake },
  }
}

/** What staff added to his balance or took from it, in the words of his statement. */
function balanceAdjusted({ kind, amount, reason }: BalanceAdjusted): Words {
  const why = reason === undefined ? '.' : `: ${reason}`
  const fields = { actionUrl: '/statement', data: { amount } }
  return kind === 'top-up'
    ? { type: 'success', priority: 'medium', message: `${money(amount)} was added by Mupiira${why}`, ...fields }
    : {
        type: 'info',
        priority: 'high',
        message: `${money(amount)} was taken in a correction by Mupiira${why}`,
        ...fields,
      }
}

/** Where the conversation is; a notification that leads there is read when the conversation is. */
export const CHAT_ADDRESS = '/help#chat'

/** CHAT-07: what customer care answers; what the player himself has written he knows. */
function chatMessage({ sender, excerpt, hasImage }: ChatMessage): Words | null {
  if (sender === 'user') return null
  const entered = excerpt === '' && hasImage ? 'sent you an image.' : `has answered: “${excerpt}”`
  return {
    type: 'info',
    // Played at a volume of 0.7 (NOTE-30).
    priority: 'medium',
    message: `Customer care ${entered}`,
    actionUrl: CHAT_ADDRESS,
    data: {},
  }
}

export function money(amount: number): string {
  const ugx = ugxFromNumber(amount)
  return ugx.ok ? formatUgx(ugx.value) : `UGX ${amount}`
}
