import type { AdminList, StreamEvent } from '@mupiira/contract/events.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'
import type { Present } from './player-events.ts'

/** What operators are shown of events: each conversation in which something happened, as it is now, with its newest message. */
export async function operatorEvents(
  events: readonly PlacedEvent[],
  present: Pick<Present, 'conversations' | 'messages'>,
): Promise<StreamEvent[]> {
  const ofChat = events.filter(({ type }) => type === 'chat-message' || type === 'chat-read')
  const userIds = [...new Set(ofChat.flatMap(({ userId }) => userId ?? []))]
  if (userIds.length === 0) return []
  const messageIds = ofChat.flatMap(({ type, data }) => (type === 'chat-message' ? [data.messageId] : []))
  const told = messageIds.length === 0 ? [] : await present.messages(messageIds)
  const newest = new Map(told.map(({ userId, message }) => [userId, message]))
  const conversations = await present.conversations(userIds)
  return conversations.map((conversation) => ({
    type: 'conversation',
    conversation,
    message: newest.get(conversation.userId) ?? null,
  }))
}

const LIST_OF_EVENT: { readonly [Type in PlacedEvent['type']]?: AdminList } = {
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
}

/** The lists of the console that events change. */
export const adminLists = (events: readonly PlacedEvent[]): ReadonlySet<AdminList> =>
  new Set(events.flatMap(({ type }) => LIST_OF_EVENT[type] ?? []))
