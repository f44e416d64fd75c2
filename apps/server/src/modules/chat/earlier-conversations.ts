import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { messagesOf } from './chat.repository.ts'
import type { Message } from './message.ts'

/** A pause of this length ends a conversation. */
const PAUSE_MS = DAY_MS
/** The newest messages that are read, and the most conversations that are returned. */
const MAX_MESSAGES = 300
const MAX_CONVERSATIONS = 10
const EXCERPT_CHARACTERS = 120

export type EarlierConversation = {
  readonly from: Date
  readonly until: Date
  readonly messages: number
  readonly excerpt: string
}

type Written = Pick<Message, 'sender' | 'content' | 'createdAt'>

/** The conversations of these messages, newest first, without the latest. `messages` are in order of time. */
export function conversationsIn(messages: readonly Written[]): EarlierConversation[] {
  const conversations: Written[][] = []
  for (const message of messages) {
    const current = conversations.at(-1)
    const last = current?.at(-1)
    if (
      current === undefined ||
      last === undefined ||
      message.createdAt.getTime() - last.createdAt.getTime() > PAUSE_MS
    )
      conversations.push([message])
    else current.push(message)
  }
  return conversations
    .slice(0, -1)
    .reverse()
    .map((written) => ({
      from: (written[0] as Written).createdAt,
      until: (written.at(-1) as Written).createdAt,
      messages: written.length,
      excerpt: excerptOf(written.find(({ sender, content }) => sender === 'user' && content !== '') ?? written[0]),
    }))
}

function excerptOf(message: Written | undefined): string {
  const line = (message?.content ?? '').replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= EXCERPT_CHARACTERS ? line : `${characters.slice(0, EXCERPT_CHARACTERS - 1).join('')}…`
}

/** Earlier conversations of a player, among the newest messages. */
export async function earlierConversations(db: Sql, userId: string): Promise<EarlierConversation[]> {
  const messages = await messagesOf(db, { userId, before: null, limit: MAX_MESSAGES })
  return conversationsIn(messages).slice(0, MAX_CONVERSATIONS)
}
