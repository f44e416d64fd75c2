import type { AviatorBet } from '@mupiira/contract/aviator.ts'
import type { ChatMessage, Conversation } from '@mupiira/contract/chat.ts'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import type { Ticket } from '@mupiira/contract/bets.ts'
import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Transaction } from '@mupiira/contract/payments.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'

/** What the stream asks of the modules that own what it tells of: all as their API shows it. */
export type Present = {
  tickets(ids: readonly string[]): Promise<readonly Ticket[]>
  transactions(ids: readonly string[]): Promise<readonly Transaction[]>
  notifications(wanted: readonly ToTell[]): Promise<readonly ToldNotification[]>
  messages(ids: readonly string[]): Promise<readonly ToldMessage[]>
  conversations(userIds: readonly string[]): Promise<readonly Conversation[]>
}

type ToTell = { readonly userId: string; readonly notificationId: string }
type ToldNotification = { readonly userId: string; readonly notification: Notification; readonly unread: number }
type ToldMessage = { readonly userId: string; readonly message: ChatMessage; readonly unread: number }

type Data = { readonly [name: string]: unknown }

/** The events of the outbox as each player's stream shows them, in order; of repeated ones the last is enough. */
export async function playerEvents(
  events: readonly PlacedEvent[],
  present: Present,
): Promise<Map<string, StreamEvent[]>> {
  const ticketIds = idsIn(events, ['bet-placed', 'ticket-settled', 'ticket-resettled', 'ticket-changed'], 'ticketId')
  const transactionIds = idsIn(events, ['payment-changed'], 'transactionId')
  const tickets = byId(ticketIds.length === 0 ? [] : await present.tickets(ticketIds))
  const transactions = byId(transactionIds.length === 0 ? [] : await present.transactions(transactionIds))
  const toTell = events.flatMap((event) => {
    const notificationId = toldBy(event)
    return notificationId === null || event.userId === undefined ? [] : [{ userId: event.userId, notificationId }]
  })
  const told = toTell.length === 0 ? [] : await present.notifications(toTell)
  const messageIds = idsIn(events, ['chat-message'], 'messageId')
  const messages = messageIds.length === 0 ? [] : await present.messages(messageIds)
  const shownAs: Shown = {
    tickets,
    transactions,
    told: new Map(told.map((each) => [toldKey(each.userId, each.notification.id), each])),
    messages: new Map(messages.map((each) => [each.message.id, each])),
  }
  const byPlayer = new Map<string, Map<string, StreamEvent>>()
  for (const event of events) {
    if (event.userId === undefined) continue
    for (const shown of [show(event, shownAs), tell(event, shownAs)]) {
      if (shown === null) continue
      const mine = byPlayer.get(event.userId) ?? new Map<string, StreamEvent>()
      mine.delete(shown.key)
      mine.set(shown.key, shown.event)
      byPlayer.set(event.userId, mine)
    }
  }
  return new Map([...byPlayer].map(([userId, mine]) => [userId, [...mine.values()]]))
}

/** One for everyone is another thing to each who hears of it: how many he has not read. */
const toldKey = (userId: string | undefined, notificationId: string): string => `${userId} ${notificationId}`

type Shown = {
  readonly tickets: ReadonlyMap<string, Ticket>
  readonly transactions: ReadonlyMap<string, Transaction>
  readonly told: ReadonlyMap<string, ToldNotification>
  readonly messages: ReadonlyMap<string, ToldMessage>
}

type Keyed = { readonly key: string; readonly event: StreamEvent }

/** The notification that an event tells its player of: a placed bet is told by its ticket (decision 0527). */
function toldBy({ type, data }: PlacedEvent): string | null {
  if (type === 'bet-placed') return String((data as Data)['ticketId'])
  return type === 'notification-created' ? String((data as Data)['notificationId']) : null
}

function tell(event: PlacedEvent, { told }: Shown): Keyed | null {
  const each = told.get(toldKey(event.userId, toldBy(event) ?? ''))
  if (each === undefined) return null
  const { notification, unread } = each
  return { key: `notification ${notification.id}`, event: { type: 'notification', notification, unread } }
}

function show({ type, data }: PlacedEvent, { tickets, transactions, messages }: Shown): Keyed | null {
  const fields = data as Data
  switch (type) {
    case 'balance-changed':
      return {
        key: 'balance',
        event: { type: 'balance', balance: Number(fields['balance']), held: Number(fields['held'] ?? 0) },
      }
    case 'bet-placed':
    case 'ticket-settled':
    case 'ticket-resettled':
    case 'ticket-changed': {
      const ticket = tickets.get(String(fields['ticketId']))
      return ticket === undefined ? null : { key: `ticket ${ticket.id}`, event: { type: 'ticket', ticket } }
    }
    case 'payment-changed': {
      const transaction = transactions.get(String(fields['transactionId']))
      return transaction === undefined
        ? null
        : { key: `payment ${transaction.id}`, event: { type: 'transaction', transaction } }
    }
    case 'chat-message': {
      const each = messages.get(String(fields['messageId']))
      if (each === undefined) return null
      const { message, unread } = each
      return { key: `message ${message.id}`, event: { type: 'chat-message', message, unread } }
    }
    case 'chat-read':
      return fields['side'] === 'user'
        ? { key: 'chat-unread', event: { type: 'chat-unread', unread: Number(fields['unread']) } }
        : null
    case 'aviator-bet': {
      const bet = fields['bet'] as AviatorBet
      return { key: `aviator ${bet.id}`, event: { type: 'aviator-bet', bet } }
    }
    case 'notifications-read':
      return { key: 'unread', event: { type: 'unread', unread: Number(fields['unread']) } }
    default:
      return null
  }
}

const byId = <T extends { readonly id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]))

const idsIn = (events: readonly PlacedEvent[], types: readonly string[], field: string): string[] => [
  ...new Set(events.filter(({ type }) => types.includes(type)).map(({ data }) => String((data as Data)[field]))),
]
