import type { ChatMessage, ChatPlayer, Conversation, QuickReply } from '@mupiira/contract/chat.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { presentMessage } from './message-row.ts'
import type { ImageStore } from './ports.ts'
import { conversationPage, lastMessages, type Listing, messagesById, unreadOf } from './queries.ts'
import { addQuickReply, changeQuickReply, deleteQuickReply, quickReplies } from './quick-replies.ts'
import { markRead, readConversation } from './read-messages.ts'
import { chatRoutes } from './routes.ts'
import { refusedImages, sendMessage, type Sending } from './send-message.ts'

export type { ImageStore } from './ports.ts'

export type ChatDeps = {
  readonly identity: Pick<Identity, 'profile' | 'profiles'>
  readonly wallet: Pick<Wallet, 'balance'>
}

/** A message as the stream publishes it. */
export type PublishedMessage = { readonly userId: string; readonly message: ChatMessage; readonly unread: number }

/** Customer care: each player has one conversation with all operators. */
export function createChat(kernel: Kernel, { identity, wallet }: ChatDeps, store: ImageStore) {
  const { db } = kernel
  const images = { store, refused: refusedImages(kernel) }

  async function conversations(userIds: readonly string[]): Promise<Conversation[]> {
    if (userIds.length === 0) return []
    const [profiles, messages, unread] = await Promise.all([
      identity.profiles(userIds),
      lastMessages(db, userIds),
      unreadOf(db, 'admin', userIds),
    ])
    const last = new Map(messages.map((row) => [row.userId, row]))
    return userIds.flatMap((userId) => {
      const [profile, row] = [profiles.get(userId), last.get(userId)]
      if (profile === undefined || row === undefined) return []
      return {
        userId,
        username: profile.username,
        name: [profile.firstName, profile.lastName].filter(Boolean).join(' '),
        phoneNumber: profile.phoneNumber,
        unread: unread.get(userId) ?? 0,
        lastMessage: presentMessage(row),
      }
    })
  }

  return {
    routes: chatRoutes(kernel, images),
    /** For those who listen: messages with what their player has not read, in the order of their conversation. */
    async tell(messageIds: readonly string[]): Promise<PublishedMessage[]> {
      const rows = await messagesById(db, messageIds)
      const unread = await unreadOf(db, 'user', [...new Set(rows.map((row) => row.userId))])
      return rows.map((row) => ({
        userId: row.userId,
        message: presentMessage(row),
        unread: unread.get(row.userId) ?? 0,
      }))
    },
    /** CHAT-13: conversations of these players, with their names. */
    conversations,

    // Operators' side, called by the module that authorises them.
    async list(listing: Listing) {
      const { userIds, ...found } = await conversationPage(db, listing)
      return { items: await conversations(userIds), ...found }
    },
    read: (userId: string, asked: { readonly limit?: number; readonly cursor?: string }) =>
      readConversation(db, 'admin', userId, asked),
    answer: (sending: Omit<Sending, 'sender'>, besides: (tx: Tx, message: ChatMessage) => Promise<void>) =>
      sendMessage(kernel, images, { ...sending, sender: 'admin' }, besides),
    markRead: (userId: string, upTo: number) => markRead(kernel, 'admin', userId, upTo),
    /** null: there is no such player. */
    async player(userId: string): Promise<ChatPlayer | null> {
      const [profile, { balance }] = await Promise.all([identity.profile(userId), wallet.balance(userId)])
      if (profile === null) return null
      const { id, username, firstName, lastName, phoneNumber, email, location, accountStatus, createdAt } = profile
      return {
        ...{ id, username, firstName, lastName, phoneNumber, email, location, accountStatus },
        balance: ugxToNumber(balance),
        createdAt: createdAt.toISOString(),
      }
    },
    quickReplies: {
      list: (): Promise<QuickReply[]> => quickReplies(db),
      add: addQuickReply,
      change: changeQuickReply,
      remove: deleteQuickReply,
    },
  }
}

export type Chat = ReturnType<typeof createChat>
