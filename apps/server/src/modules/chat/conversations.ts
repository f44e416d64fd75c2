import { nameOf } from '@mupiira/domain/identity/registration.ts'
import type { ChatPlayer, Conversation } from '@mupiira/contract/chat.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { lastMessages, unreadOf } from './chat.repository.ts'
import { presentMessage } from './message.ts'

export type ChatDeps = {
  readonly profiles: Identity['profiles']
  readonly accounts: Wallet['accounts']
}

export type Conversations = ReturnType<typeof createConversations>

/** Conversations and their players as customer care sees them. */
export function createConversations({ db }: Pick<Kernel, 'db'>, { accounts, profiles }: ChatDeps) {
  return {
    /** Conversations with their unread counts (CHAT-13), in the order of the ids. */
    async present(userIds: readonly string[]): Promise<Conversation[]> {
      if (userIds.length === 0) return []
      const [players, messages, unread] = await Promise.all([
        profiles.byIds(userIds),
        lastMessages(db, userIds),
        unreadOf(db, 'admin', userIds),
      ])
      const last = new Map(messages.map((message) => [message.userId, message]))
      return userIds.flatMap((userId) => {
        const [profile, message] = [players.get(userId), last.get(userId)]
        if (profile === undefined || message === undefined) return []
        return {
          userId,
          username: profile.username,
          name: nameOf(profile),
          phoneNumber: profile.phoneNumber,
          unread: unread.get(userId) ?? 0,
          lastMessage: presentMessage(message),
        }
      })
    },

    /** Null if the player does not exist. */
    async player(userId: string): Promise<ChatPlayer | null> {
      const [profile, { balance }] = await Promise.all([profiles.byId(userId), accounts.balance(userId)])
      if (profile === null) return null
      const { id, username, firstName, lastName, phoneNumber, email, location, accountStatus, createdAt } = profile
      return {
        id,
        username,
        firstName,
        lastName,
        phoneNumber,
        email,
        location,
        accountStatus,
        balance: ugxToNumber(balance),
        createdAt: createdAt.toISOString(),
      }
    },
  }
}
