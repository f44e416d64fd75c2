import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { imageAddress } from '@mupiira/domain/chat/message.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import { chatAdminRoutes } from './admin-routes.ts'
import { unreadConversations } from './chat-tasks.repository.ts'
import { deleteVisitorChats, messagesById, unreadOf } from './chat.repository.ts'
import { type ChatDeps, createConversations } from './conversations.ts'
import { earlierConversations } from './earlier-conversations.ts'
import { presentMessage } from './message.ts'
import type { ImageStore } from './ports.ts'
import { chatRoutes } from './routes.ts'
import { refusedImages } from './send-message.ts'
import { visitorChatRoutes } from './visitor-routes.ts'

/** A message with its player's unread count. */
export type PresentedMessage = { readonly userId: string; readonly message: ChatMessage; readonly unread: number }

/** Customer care. Each player, and each visitor's browser, has one conversation with all operators. */
export function createChat(kernel: Kernel, deps: ChatDeps, store: ImageStore) {
  const { db } = kernel
  const images = { store, refused: refusedImages(kernel) }
  const conversations = createConversations(kernel, deps)
  // 01:35 in Kampala, when traffic is low.
  kernel.jobs.cron(RETENTION.visitorChat.job, '35 22 * * *', () =>
    deleteVisitorChats(kernel.workerDb, new Date(kernel.clock.now().getTime() - RETENTION.visitorChat.ms)),
  )
  return {
    routes: [...chatRoutes(kernel, images), ...visitorChatRoutes(kernel, images)],
    images: {
      /** Removes images, by their addresses, from the image store. */
      async remove(addresses: readonly string[]): Promise<void> {
        for (const address of addresses) await store.remove(address.slice(imageAddress('').length))
      },
    },
    reads: {
      /** Messages for the stream, in the order of their conversations. */
      async messages(ids: readonly string[]): Promise<PresentedMessage[]> {
        const messages = await messagesById(db, ids)
        const unread = await unreadOf(db, 'user', [...new Set(messages.map(({ userId }) => userId))])
        return messages.map((message) => ({
          userId: message.userId,
          message: presentMessage(message),
          unread: unread.get(message.userId) ?? 0,
        }))
      },
      conversations: conversations.present,
    },
    administration: {
      /** Earlier conversations of a player, newest first. */
      earlier: (userId: string) => earlierConversations(db, userId),
      tasks: { chats: unreadConversations(db) },
      /** Console endpoints of all conversations. */
      routes: (audit: Audit['commands']): readonly Route[] =>
        chatAdminRoutes(kernel, { audit, conversations, images, profiles: deps.profiles, staff: deps.staff }),
    },
  }
}

export type Chat = ReturnType<typeof createChat>
