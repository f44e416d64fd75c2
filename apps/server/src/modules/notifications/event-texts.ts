import { rejectionText } from '@mupiira/domain/in-play/rejection-texts.ts'
import { formatUgx, ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import type { EventData, PositionedEvent } from '../../kernel/outbox/event.ts'
import { type Draft, newNotification, type NotificationRow } from './notification.ts'
import { celebrationsOf } from './occasions.ts'

type TicketSettled = EventData['ticket-settled']
type TicketResettled = EventData['ticket-resettled']
type CashoutDecided = EventData['cashout-decided']
type DelayedBetChanged = EventData['delayed-bet-changed']
type PaymentChanged = EventData['payment-changed']
type AviatorRefunded = EventData['aviator-refunded']
type BalanceAdjusted = EventData['balance-adjusted']
type ChatMessage = EventData['chat-message']

type EventDraft = Draft & Pick<NotificationRow, 'type' | 'priority'>

/** `celebrates`: whether the notification may celebrate a deposit. */
type NotificationOptions = { readonly celebrates: boolean }

/** The notification created by an outbox event, or null (NOTE-18). */
export function notificationOf(
  event: PositionedEvent,
  now: Date,
  { celebrates }: NotificationOptions,
): NotificationRow | null {
  const { userId } = event
  if (userId === undefined) return null
  const draft = draftFor(event)
  if (draft === null) return null
  return newNotification(userId, celebrates ? withCelebrations(draft, event) : draft, now)
}

/** A celebrated deposit has one notification: its message, followed by the celebrations. */
function withCelebrations(draft: EventDraft, event: PositionedEvent): EventDraft {
  const celebrations = depositCelebrations(event)
  const occasion = celebrations.at(-1)?.occasion
  if (occasion === undefined) return draft
  const message = [draft.message, ...celebrations.map(({ text }) => text)].join(' ')
  return { ...draft, message, data: { ...draft.data, occasion } }
}

export const depositCelebrations = ({ type, data }: PositionedEvent) =>
  type === 'payment-changed' && data.type === 'deposit' && data.status === 'success' ? celebrationsOf(data) : []

function draftFor({ type, data }: PositionedEvent): EventDraft | null {
  switch (type) {
    case 'ticket-settled':
      return ticketSettled(data)
    case 'ticket-resettled':
      return ticketResettled(data)
    case 'cashout-decided':
      return cashoutDecided(data)
    case 'delayed-bet-changed':
      return delayedBetDecided(data)
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

function ticketSettled({ ticketId, bookingCode, status, payout, stake, reason }: TicketSettled): EventDraft | null {
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
        message: `Your bet ${bookingCode} is void. ${money(payout)} is back in your balance.`,
        data,
      }
    case 'cancelled':
      return {
        type: 'bet',
        priority: 'high',
        message: `Your bet ${bookingCode} was cancelled${reason === undefined ? '' : ` (${reason})`}. ${money(payout)} is back in your balance.`,
        data,
      }
    default:
      return null
  }
}

/** A corrected result: the new status of the bet and the amounts that were paid or deducted. */
function ticketResettled({
  ticketId,
  bookingCode,
  match,
  stake,
  status,
  takenBack,
  payout,
}: TicketResettled): EventDraft {
  const payments = [
    ...(takenBack > 0 ? [`${money(takenBack)} was deducted`] : []),
    ...(payout > 0 ? [`${money(payout)} was paid`] : []),
  ]
  const now = status === 'pending' ? 'open again' : `now ${status}`
  return {
    type: payout > takenBack ? 'win' : 'bet',
    priority: 'high',
    message: `The result of ${match} was corrected. Your bet ${bookingCode} is ${now}${payments.length === 0 ? '' : `: ${payments.join(', ')}`}.`,
    data: { ticketId, bookingCode, stake, amount: payout },
  }
}

/** The result of an accepted cash-out offer that was checked first. */
function cashoutDecided({
  ticketId,
  bookingCode,
  stake,
  offer,
  refusedBecause,
  isPart,
  isAutomatic,
  isRunning,
}: CashoutDecided): EventDraft {
  const bet = { type: 'bet', priority: 'medium' } as const
  const data = { ticketId, bookingCode, stake }
  if (refusedBecause === null) {
    const ended = isAutomatic ? 'was cashed out automatically' : 'is cashed out'
    const message = isPart
      ? `A part of your bet ${bookingCode} ${ended}. ${money(offer)} is in your balance. The rest is still open.`
      : `Your bet ${bookingCode} ${ended}. ${money(offer)} is in your balance.`
    return { ...bet, message, data: { ...data, amount: offer } }
  }
  const reasonText =
    refusedBecause === 'OFFER_CHANGED' ? 'The offer has changed.' : 'The cashout is no longer available.'
  const message = `Your bet ${bookingCode} was not cashed out. ${reasonText}${isRunning ? ' The bet is still open.' : ''}`
  return { ...bet, message, data }
}

/** A rejected bet with a live game. An accepted one has the notification of its ticket. */
function delayedBetDecided({ bet: { rejectedBecause, stake } }: DelayedBetChanged): EventDraft | null {
  if (rejectedBecause === null) return null
  return {
    type: 'bet',
    priority: 'high',
    message: `Your bet of ${money(stake)} was not placed. ${rejectionText(rejectedBecause)} Your stake is back in your balance.`,
    actionUrl: '/mybets',
    data: { stake, amount: stake },
  }
}

const PAYMENT_NAMES = { deposit: 'Deposit', withdrawal: 'Withdrawal' } as const

function paymentChanged({
  transactionId,
  shortReference,
  type,
  status,
  previousStatus,
  amount,
  message,
  review,
}: PaymentChanged): EventDraft | null {
  const reference = shortReference === undefined ? '' : ` ${shortReference}`
  const actionUrl = `/payments/${transactionId}`
  if (review === 'approved') {
    const text = `Withdrawal${reference} was approved. ${message}`
    return { type, priority: 'medium', message: text, actionUrl, data: { transactionId, amount } }
  }
  // Push messages appear on locked screens, so the reason is only on the payment's page.
  if (review === 'rejected') {
    const text = `Withdrawal${reference} of ${money(amount)} was not approved. The amount and the fee are back in your balance. Open it to read why.`
    return { type, priority: 'high', message: text, actionUrl, data: { transactionId, amount, status: 'failed' } }
  }
  // The player who cancels a withdrawal sees the result on the screen.
  if (review === 'cancelled') return null
  // The event is also published when only the stage or the message changed.
  if (status === 'pending' || status === previousStatus) return null
  return {
    type,
    priority: status === 'success' ? 'medium' : 'high',
    // Failure messages name no payment, so reference and amount are added to distinguish several in a list.
    message: status === 'success' ? message : `${PAYMENT_NAMES[type]}${reference} of ${money(amount)}: ${message}`,
    actionUrl,
    data: { transactionId, amount, status },
  }
}

function aviatorRefunded({ roundId, stake }: AviatorRefunded): EventDraft {
  return {
    type: 'bet',
    priority: 'high',
    message: `Aviator round ${roundId} was stopped. Your stake of ${money(stake)} is back in your balance.`,
    actionUrl: '/aviator',
    data: { stake, amount: stake },
  }
}

/** An adjustment by staff, worded as in the statement. */
function balanceAdjusted({ kind, amount, reason }: BalanceAdjusted): EventDraft {
  const reasonText = reason === undefined ? '.' : `: ${reason}`
  const fields = { actionUrl: '/statement', data: { amount } }
  return kind === 'top-up'
    ? { type: 'success', priority: 'medium', message: `${money(amount)} was added by Mupiira${reasonText}`, ...fields }
    : {
        type: 'info',
        priority: 'high',
        message: `${money(amount)} was deducted in a correction by Mupiira${reasonText}`,
        ...fields,
      }
}

/** The conversation. Notifications that lead there are read together with the conversation. */
export const CHAT_ADDRESS = '/help#chat'

/**
 * Only answers of customer care cause a notification, not the player's own messages. Visitors receive no notifications.
 */
function chatMessage({ sender, excerpt, hasImage, isVisitor }: ChatMessage): EventDraft | null {
  if (sender === 'user' || isVisitor) return null
  const text = excerpt === '' && hasImage ? 'sent you an image.' : `has replied: “${excerpt}”`
  return {
    type: 'info',
    // A sound of medium priority has the volume 0.7.
    priority: 'medium',
    message: `Customer care ${text}`,
    actionUrl: CHAT_ADDRESS,
    data: {},
  }
}

export function money(amount: number): string {
  const ugx = ugxFromNumber(amount)
  return ugx.ok ? formatUgx(ugx.value) : `UGX ${amount}`
}
