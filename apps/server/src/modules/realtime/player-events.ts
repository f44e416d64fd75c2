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
  notifications(wanted: readonly ToTell[]): Promise<readonly PublishedNotification[]>
  messages(ids: readonly string[]): Promise<readonly PublishedMessage[]>
  conversations(userIds: readonly string[]): Promise<readonly Conversation[]>
}

type ToTell = { readonly userId: string; readonly notificationId: string }
type PublishedNotification = { readonly userId: string; readonly notification: Notification; readonly unread: number }
type PublishedMessage = { readonly userId: string; readonly message: ChatMessage; readonly unread: number }

/** The events of the outbox as each player's stream shows them, in order; of repeated ones the last is enough. */
export async function playerEvents(
  events: readonly PlacedEvent[],
  present: Present,
): Promise<Map<string, StreamEvent[]>> {
  const ticketIds = idsIn(events, ticketOf)
  const transactionIds = idsIn(events, ({ type, data }) => (type === 'payment-changed' ? data.transactionId : null))
  const tickets = byId(ticketIds.length === 0 ? [] : await present.tickets(ticketIds))
  const transactions = byId(transactionIds.length === 0 ? [] : await present.transactions(transactionIds))
  const toTell = events.flatMap((event) => {
    const notificationId = reportedBy(event)
    return notificationId === null || event.userId === undefined ? [] : [{ userId: event.userId, notificationId }]
  })
  const told = toTell.length === 0 ? [] : await present.notifications(toTell)
  const messageIds = idsIn(events, ({ type, data }) => (type === 'chat-message' ? data.messageId : null))
  const messages = messageIds.length === 0 ? [] : await present.messages(messageIds)
  const shownAs: Shown = {
    tickets,
    transactions,
    told: new Map(told.map((each) => [publishedKey(each.userId, each.notification.id), each])),
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
const publishedKey = (userId: string | undefined, notificationId: string): string => `${userId} ${notificationId}`

type Shown = {
  readonly tickets: ReadonlyMap<string, Ticket>
  readonly transactions: ReadonlyMap<string, Transaction>
  readonly told: ReadonlyMap<string, PublishedNotification>
  readonly messages: ReadonlyMap<string, PublishedMessage>
}

type Keyed = { readonly key: string; readonly event: StreamEvent }

/** The ticket that an event has the player's screens show anew. */
function ticketOf({ type, data }: PlacedEvent): string | null {
  switch (type) {
    case 'bet-placed':
    case 'ticket-settled':
    case 'ticket-resettled':
    case 'ticket-changed':
      return data.ticketId
    default:
      return null
  }
}

/** The notification that an event tells its player of: a placed bet is told by its ticket (decision 0036). */
function reportedBy({ type, data }: PlacedEvent): string | null {
  if (type === 'bet-placed') return data.ticketId
  return type === 'notification-created' ? data.notificationId : null
}

function tell(event: PlacedEvent, { told }: Shown): Keyed | null {
  const each = told.get(publishedKey(event.userId, reportedBy(event) ?? ''))
  if (each === undefined) return null
  const { notification, unread } = each
  return { key: `notification ${notification.id}`, event: { type: 'notification', notification, unread } }
}

function show({ type, data }: PlacedEvent, { tickets, transactions, messages }: Shown): Keyed | null {
  switch (type) {
    case 'balance-changed':
      return {
        key: 'balance',
        event: { type: 'balance', balance: data.balance, held: data.held },
      }
    case 'bet-placed':
    case 'ticket-settled':
    case 'ticket-resettled':
    case 'ticket-changed': {
      const ticket = tickets.get(data.ticketId)
      return ticket === undefined ? null : { key: `ticket ${ticket.id}`, event: { type: 'ticket', ticket } }
    }
    case 'payment-changed': {
      const transaction = transactions.get(data.transactionId)
      return transaction === undefined
        ? null
        : { key: `payment ${transaction.id}`, event: { type: 'transaction', transaction } }
    }
    case 'chat-message': {
      const each = messages.get(data.messageId)
      if (each === undefined) return null
      const { message, unread } = each
      return { key: `message ${message.id}`, event: { type: 'chat-message', message, unread } }
    }
    case 'chat-read':
      return data.side === 'user' ? { key: 'chat-unread', event: { type: 'chat-unread', unread: data.unread } } : null
    case 'aviator-bet':
      return { key: `aviator ${data.bet.id}`, event: { type: 'aviator-bet', bet: data.bet } }
    case 'notifications-read':
      return { key: 'unread', event: { type: 'unread', unread: data.unread } }
    default:
      return null
  }
}

const byId = <T extends { readonly id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]))

const idsIn = (events: readonly PlacedEvent[], idOf: (event: PlacedEvent) => string | null): string[] => [
  ...new Set(events.flatMap((event) => idOf(event) ?? [])),
]
