import type { ChatMessage } from '@mupiira/contract/chat.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { presentMessage, type Side } from './message-row.ts'
import { messagesOf, moveReadMark, unreadOf } from './queries.ts'

export type Shown = {
  readonly items: ChatMessage[]
  readonly nextCursor: string | null
  readonly unread: number
}
type Asked = { readonly limit?: number; readonly cursor?: string }

const PAGE = 30

/** A page of a conversation as one side reads it; null for an invalid cursor. */
export async function readConversation(
  sql: Sql,
  side: Side,
  userId: string,
  { limit = PAGE, cursor }: Asked,
): Promise<Shown | null> {
  if (cursor !== undefined && !/^[1-9]\d{0,8}$/.test(cursor)) return null
  const [rows, unread] = await Promise.all([
    messagesOf(sql, userId, cursor === undefined ? null : Number(cursor), limit + 1),
    unreadOf(sql, side, [userId]),
  ])
  const items = rows.slice(-limit).map(presentMessage)
  return {
    items,
    nextCursor: rows.length > limit ? String(items[0]?.no) : null,
    unread: unread.get(userId) ?? 0,
  }
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'chat-read': { readonly side: Side; readonly unread: number }
  }
}

/** CHAT-12: moves the side's read position, publishes it to its other apps, and returns the number of unread messages. */
export async function markRead(
  { db, outbox }: Pick<Kernel, 'db' | 'outbox'>,
  side: Side,
  userId: string,
  upTo: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const isMoved = await moveReadMark(tx, side, userId, upTo)
    const unread = (await unreadOf(tx, side, [userId])).get(userId) ?? 0
    if (isMoved) await outbox.appendEvents(tx, [{ type: 'chat-read', userId, data: { side, unread } }])
    return unread
  })
}
