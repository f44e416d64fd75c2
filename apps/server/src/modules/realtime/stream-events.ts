import type { ChatMessage, Conversation } from '@mupiira/contract/chat.ts'
import type { StreamEvent, AdminList } from '@mupiira/contract/events.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Transaction } from '@mupiira/contract/payments.ts'
import type { PositionedEvent } from '../../kernel/outbox/event.ts'

/** Reads the current state of changed objects from the modules that own them. */
export type Presenters = {
  tickets(ids: readonly string[]): Promise<readonly Ticket[]>
  transactions(ids: readonly string[]): Promise<readonly Transaction[]>
  notifications(requests: readonly NotificationRequest[]): Promise<readonly PresentedNotification[]>
  messages(ids: readonly string[]): Promise<readonly PresentedMessage[]>
  conversations(userIds: readonly string[]): Promise<readonly Conversation[]>
}

type NotificationRequest = { readonly userId: string; readonly notificationId: string }
type PresentedNotification = { readonly userId: string; readonly notification: Notification; readonly unread: number }
type PresentedMessage = { readonly userId: string; readonly message: ChatMessage; readonly unread: number }

/** Converts outbox events to stream events by player, in order. Keeps only the last of repeated events. */
export async function playerEvents(
  events: readonly PositionedEvent[],
  present: Presenters,
): Promise<Map<string, StreamEvent[]>> {
  const ticketIds = idsIn(events, ticketOf)
  const transactionIds = idsIn(events, ({ type, data }) => (type === 'payment-changed' ? data.transactionId : null))
  const tickets = byId(ticketIds.length === 0 ? [] : await present.tickets(ticketIds))
  const transactions = byId(transactionIds.length === 0 ? [] : await present.transactions(transactionIds))
  const notificationRequests = events.flatMap((event) => {
    const notificationId = notificationOf(event)
    return notificationId === null || event.userId === undefined ? [] : [{ userId: event.userId, notificationId }]
  })
  const notifications = notificationRequests.length === 0 ? [] : await present.notifications(notificationRequests)
  const messageIds = idsIn(events, ({ type, data }) => (type === 'chat-message' ? data.messageId : null))
  const messages = messageIds.length === 0 ? [] : await present.messages(messageIds)
  const shownAs: Shown = {
    tickets,
    transactions,
    notifications: new Map(
      notifications.map((notification) => [
        notificationKey(notification.userId, notification.notification.id),
        notification,
      ]),
    ),
    messages: new Map(messages.map((message) => [message.message.id, message])),
  }
  const byPlayer = new Map<string, Map<string, StreamEvent>>()
  for (const event of events) {
    if (event.userId === undefined) continue
    for (const shown of [show(event, shownAs), showNotification(event, shownAs)]) {
      if (shown === null) continue
      const ownEvents = byPlayer.get(event.userId) ?? new Map<string, StreamEvent>()
      ownEvents.delete(shown.key)
      ownEvents.set(shown.key, shown.event)
      byPlayer.set(event.userId, ownEvents)
    }
  }
  return new Map([...byPlayer].map(([userId, ownEvents]) => [userId, [...ownEvents.values()]]))
}

/** A notice for all players has a different unread count for each of them. */
const notificationKey = (userId: string | undefined, notificationId: string): string => `${userId} ${notificationId}`

type Shown = {
  readonly tickets: ReadonlyMap<string, Ticket>
  readonly transactions: ReadonlyMap<string, Transaction>
  readonly notifications: ReadonlyMap<string, PresentedNotification>
  readonly messages: ReadonlyMap<string, PresentedMessage>
}

type Keyed = { readonly key: string; readonly event: StreamEvent }

/** The ticket whose state the event changes. */
function ticketOf({ type, data }: PositionedEvent): string | null {
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

/** The notification of an event. A placed bet uses its ticket's id (decision 0036). */
function notificationOf({ type, data }: PositionedEvent): string | null {
  if (type === 'bet-placed') return data.ticketId
  return type === 'notification-created' ? data.notificationId : null
}

function showNotification(event: PositionedEvent, { notifications }: Shown): Keyed | null {
  const found = notifications.get(notificationKey(event.userId, notificationOf(event) ?? ''))
  if (found === undefined) return null
  const { notification, unread } = found
  return { key: `notification ${notification.id}`, event: { type: 'notification', notification, unread } }
}

function show({ type, data }: PositionedEvent, { tickets, transactions, messages }: Shown): Keyed | null {
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
      const found = messages.get(data.messageId)
      if (found === undefined) return null
      const { message, unread } = found
      return { key: `message ${message.id}`, event: { type: 'chat-message', message, unread } }
    }
    case 'chat-read':
      return data.side === 'user' ? { key: 'chat-unread', event: { type: 'chat-unread', unread: data.unread } } : null
    case 'aviator-bet':
      return { key: `aviator ${data.bet.id}`, event: { type: 'aviator-bet', bet: data.bet } }
    case 'delayed-bet-changed':
      return { key: `delayed bet ${data.bet.id}`, event: { type: 'delayed-bet', bet: data.bet } }
    case 'notifications-read':
      return { key: 'unread', event: { type: 'unread', unread: data.unread } }
    default:
      return null
  }
}

const byId = <T extends { readonly id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]))

const idsIn = (events: readonly PositionedEvent[], idOf: (event: PositionedEvent) => string | null): string[] => [
  ...new Set(events.flatMap((event) => idOf(event) ?? [])),
]

/** The notifications module, as the stream uses it. */
export type NoticeApi = {
  present(ids: readonly string[]): Promise<readonly Notification[]>
  /** Records the players who were shown these notices (NOTE-14). */
  markShown(ids: readonly string[], userIds: readonly string[]): Promise<void>
}

/** Stream events of notices. They are the same for all players, so they are encoded once. */
export async function noticeEvents(
  events: readonly PositionedEvent[],
  notices: Pick<NoticeApi, 'present'>,
): Promise<StreamEvent[]> {
  const posted = events.flatMap(({ type, data }) => (type === 'notice-posted' ? [data.notificationId] : []))
  const presented = posted.length === 0 ? [] : await notices.present(posted)
  return [
    ...presented.map((notification): StreamEvent => ({ type: 'notice', notification })),
    ...events.flatMap(({ type, data }): StreamEvent[] =>
      type === 'notice-taken-back' ? [{ type, notificationId: data.notificationId }] : [],
    ),
  ]
}

export const noticesOf = (events: readonly StreamEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.notification.id] : []))

/** Stream events for operators: the current state of each changed conversation with its newest message. */
export async function operatorEvents(
  events: readonly PositionedEvent[],
  present: Pick<Presenters, 'conversations' | 'messages'>,
): Promise<StreamEvent[]> {
  const ofChat = events.filter(({ type }) => type === 'chat-message' || type === 'chat-read')
  const userIds = [...new Set(ofChat.flatMap(({ userId }) => userId ?? []))]
  if (userIds.length === 0) return []
  const messageIds = ofChat.flatMap(({ type, data }) => (type === 'chat-message' ? [data.messageId] : []))
  const messages = messageIds.length === 0 ? [] : await present.messages(messageIds)
  const newest = new Map(messages.map(({ userId, message }) => [userId, message]))
  const conversations = await present.conversations(userIds)
  return conversations.map((conversation) => ({
    type: 'conversation',
    conversation,
    message: newest.get(conversation.userId) ?? null,
  }))
}

/** The console list that an event changes, or null. */
const LIST_OF_EVENT: { readonly [Type in PositionedEvent['type']]: AdminList | null } = {
  'alerts-changed': 'alerts',
  'bet-placed': 'bets',
  'ticket-settled': 'bets',
  'ticket-resettled': 'bets',
  'ticket-changed': 'bets',
  'payment-changed': 'transactions',
  'games-changed': 'games',
  'game-finished': 'games',
  'fixtures-changed': 'fixtures',
  'account-status-changed': 'users',
  'settings-changed': 'settings',
  'notice-posted': 'notices',
  'notice-taken-back': 'notices',
  'aviator-bet': null,
  'aviator-refunded': null,
  'aviator-round': null,
  'balance-adjusted': null,
  'balance-changed': null,
  'cashout-decided': null,
  'chat-message': null,
  'chat-read': null,
  'delayed-bet-changed': null,
  'notification-created': null,
  'notifications-read': null,
  'search-names-changed': null,
  'second-factor-enabled': null,
  'session-ended': null,
  'session-token-changed': null,
}

export const adminLists = (events: readonly PositionedEvent[]): ReadonlySet<AdminList> =>
  new Set(events.flatMap(({ type }) => LIST_OF_EVENT[type] ?? []))
