import { nameOf } from '@mupiira/domain/identity/registration.ts'
import type { ChatPlayer, Conversation, ConversationState } from '@mupiira/contract/chat.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { type CaseState, statesOf } from './cases.repository.ts'
import { lastMessages, unreadOf, visitorsAmong } from './chat.repository.ts'
import { presentMessage } from './message.ts'
import { visitorName } from './visitor.ts'

export type ChatDeps = {
  readonly profiles: Identity['profiles']
  readonly accounts: Wallet['accounts']
  readonly staff: Identity['staff']
}

/** `player` is null for a visitor. */
export type Participant = { readonly isVisitor: boolean; readonly player: ChatPlayer | null }

export type Conversations = ReturnType<typeof createConversations>

const NO_STATE: CaseState = { isOpen: false, assignedTo: null, waitingSince: null }

export const presentState = (
  { isOpen, assignedTo, waitingSince }: CaseState = NO_STATE,
  names: ReadonlyMap<string, string>,
): ConversationState => ({
  isOpen,
  assignedTo: assignedTo === null ? null : { id: assignedTo, name: names.get(assignedTo) ?? '' },
  waitingSince: waitingSince?.toISOString() ?? null,
})

/** Conversations and their participants as customer care sees them. */
export function createConversations({ db }: Pick<Kernel, 'db'>, { accounts, profiles }: Omit<ChatDeps, 'staff'>) {
  return {
    /** Conversations with their unread counts (CHAT-13), in the order of the ids. */
    async present(userIds: readonly string[]): Promise<Conversation[]> {
      if (userIds.length === 0) return []
      const [players, visitors, messages, unread, states] = await Promise.all([
        profiles.byIds(userIds),
        visitorsAmong(db, userIds),
        lastMessages(db, userIds),
        unreadOf(db, 'admin', userIds),
        statesOf(db, userIds),
      ])
      const staff = await profiles.fullNames([...states.values()].flatMap(({ assignedTo }) => assignedTo ?? []))
      const last = new Map(messages.map((message) => [message.userId, message]))
      return userIds.flatMap((userId) => {
        const [profile, message] = [players.get(userId), last.get(userId)]
        if (message === undefined) return []
        const state = {
          userId,
          unread: unread.get(userId) ?? 0,
          lastMessage: presentMessage(message),
          ...presentState(states.get(userId), staff),
        }
        if (visitors.has(userId))
          return { ...state, isVisitor: true, username: visitorName(userId), name: '', phoneNumber: '' }
        if (profile === undefined) return []
        const { username, phoneNumber } = profile
        return { ...state, isVisitor: false, username, name: nameOf(profile), phoneNumber }
      })
    },

    /** The state of a conversation. A player without messages has none yet. */
    async state(userId: string): Promise<ConversationState> {
      const state = (await statesOf(db, [userId])).get(userId)
      return presentState(state, await profiles.fullNames(state?.assignedTo == null ? [] : [state.assignedTo]))
    },

    /** Null if there is neither a player nor a visitor with this id. */
    async participant(userId: string): Promise<Participant | null> {
      if ((await visitorsAmong(db, [userId])).has(userId)) return { isVisitor: true, player: null }
      const [profile, { balance }] = await Promise.all([profiles.byId(userId), accounts.balance(userId)])
      if (profile === null) return null
      const { id, username, firstName, lastName, phoneNumber, email, location, accountStatus, createdAt } = profile
      const player = {
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
      return { isVisitor: false, player }
    },
  }
}
