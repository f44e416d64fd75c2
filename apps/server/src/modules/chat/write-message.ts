import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { MESSAGE_COLUMNS, type MessageRow, type Side } from './message-row.ts'

export type NewMessage = {
  /** The conversation's player. */
  readonly userId: string
  readonly sender: Side
  readonly authorId: string
  readonly content: string
  readonly image: { readonly url: string; readonly width: number; readonly height: number } | null
  readonly key: string
}

/** The excerpt in a notification. */
const EXCERPT_CHARACTERS = 120

/** Appends a message; if its author has sent it before, returns that one. */
export async function writeMessage(
  tx: Tx,
  message: NewMessage,
  now: Date,
): Promise<{ readonly row: MessageRow; readonly isNew: boolean }> {
  const { userId, sender, authorId, content, image, key } = message
  await tx.change(`insert into chat_conversations (user_id, last_at) values ($1, $2) on conflict do nothing`, [
    userId,
    now,
  ])
  // The lock makes numbers of one conversation consecutive.
  const [conversation] = await tx.query<{ lastNo: number }>(
    `select last_no as "lastNo" from chat_conversations where user_id = $1 for update`,
    [userId],
  )
  const sent = await sentBefore(tx, message)
  if (sent !== null) return { row: sent, isNew: false }
  const no = (conversation?.lastNo ?? 0) + 1
  // CHAT-17: a reply answers the conversation, not one message of it.
  const [row] = await tx.query<MessageRow>(
    `insert into customer_care_chat
       (id, user_id, no, sender, author_id, content, image_url, image_width, image_height, reply_to, send_key, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, null, $10, $11) returning ${MESSAGE_COLUMNS}`,
    [
      newId(),
      userId,
      no,
      sender,
      authorId,
      content,
      image?.url ?? null,
      image?.width ?? null,
      image?.height ?? null,
      key,
      now,
    ],
  )
  if (row === undefined) throw new Error('a message was not written')
  const last = sender === 'user' ? 'user_last_no' : 'admin_last_no'
  await tx.change(`update chat_conversations set last_no = $2, last_at = $3, ${last} = $2 where user_id = $1`, [
    userId,
    no,
    now,
  ])
  return { row, isNew: true }
}

export async function sentBefore(
  sql: Pick<Tx, 'query'>,
  { authorId, userId, key }: Pick<NewMessage, 'authorId' | 'userId' | 'key'>,
): Promise<MessageRow | null> {
  const [row] = await sql.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from customer_care_chat where author_id = $1 and user_id = $2 and send_key = $3`,
    [authorId, userId, key],
  )
  return row ?? null
}

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'chat-message': {
      readonly messageId: string
      readonly sender: Side
      readonly excerpt: string
      readonly hasImage: boolean
    }
  }
}

export const messageEvent = ({ id, userId, sender, content, imageUrl }: MessageRow): OutboxEvent => ({
  type: 'chat-message',
  userId,
  data: { messageId: id, sender, excerpt: excerptOf(content), hasImage: imageUrl !== null },
})

function excerptOf(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ')
  const characters = [...line]
  return characters.length <= EXCERPT_CHARACTERS ? line : `${characters.slice(0, EXCERPT_CHARACTERS - 1).join('')}…`
}
