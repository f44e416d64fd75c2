import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { messagesOf, moveReadMark, unreadOf } from './chat.repository.ts'
import { presentMessage, type Side } from './message.ts'

export type ConversationPage = {
  readonly items: ChatMessage[]
  readonly nextCursor: string | null
  readonly unread: number
}

const PAGE = 30

/** A page of a conversation for one side. */
export async function readConversation(
  sql: Sql,
  side: Side,
  userId: string,
  { limit = PAGE, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<Result<ConversationPage, 'INVALID_CURSOR'>> {
  if (cursor !== undefined && !/^[1-9]\d{0,8}$/.test(cursor)) return err('INVALID_CURSOR')
  const before = cursor === undefined ? null : Number(cursor)
  const [messages, unread] = await Promise.all([
    messagesOf(sql, { userId, before, limit: limit + 1 }),
    unreadOf(sql, side, [userId]),
  ])
  const items = messages.slice(-limit).map(presentMessage)
  return ok({
    items,
    nextCursor: messages.length > limit ? String(items[0]?.no) : null,
    unread: unread.get(userId) ?? 0,
  })
}

/**
 * Moves the side's read position, publishes it to the side's other devices, and returns the number of unread messages
 * (CHAT-12).
 */
export async function markRead(
  { db, outbox }: Pick<Kernel, 'db' | 'outbox'>,
  side: Side,
  userId: string,
  upTo: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const hasMoved = await moveReadMark(tx, side, userId, upTo)
    const unread = (await unreadOf(tx, side, [userId])).get(userId) ?? 0
    if (hasMoved) await outbox.appendEvents(tx, [{ type: 'chat-read', userId, data: { side, unread } }])
    return unread
  })
}
