import { COUNTED_UP_TO } from '../../kernel/db/list-page.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { MESSAGE_COLUMNS, type MessageRow, type Side } from './message-row.ts'

/** Messages before `before` (all where it is null), the latest `most`, in time order. */
export async function messagesOf(
  sql: Sql,
  userId: string,
  before: number | null,
  most: number,
): Promise<readonly MessageRow[]> {
  const latest = await sql.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from customer_care_chat
      where user_id = $1 and ($2::int is null or no < $2) order by no desc limit $3`,
    [userId, before, most],
    'chat-messages',
  )
  return latest.toReversed()
}

export const messagesById = (sql: Sql, ids: readonly string[]): Promise<MessageRow[]> =>
  sql.query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from customer_care_chat where id = any($1::uuid[]) order by user_id, no`,
    [ids],
    'chat-messages-by-id',
  )

/** Unread messages of each player's conversation, on one side. */
export async function unreadOf(sql: Sql, side: Side, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ userId: string; unread: number }>(
    `select c.user_id as "userId",
            (select count(*)::int from customer_care_chat m
              where m.user_id = c.user_id and m.sender <> $2
                and m.no > case $2 when 'user' then c.user_read_no else c.admin_read_no end) as unread
       from chat_conversations c where c.user_id = any($1::uuid[])`,
    [userIds, side],
    'chat-unread',
  )
  return new Map(rows.map(({ userId, unread }) => [userId, unread]))
}

/** Moves the mark forward only; whether it moved. */
export async function moveReadMark(sql: Sql, side: Side, userId: string, upTo: number): Promise<boolean> {
  const column = side === 'user' ? 'user_read_no' : 'admin_read_no'
  const moved = await sql.change(
    `update chat_conversations set ${column} = least($2, last_no) where user_id = $1 and ${column} < least($2, last_no)`,
    [userId, upTo],
  )
  return moved > 0
}

/** CHAT-19: an image belongs to the two sides of the conversation that it was sent in. */
export async function ownerOfImage(sql: Sql, imageUrl: string): Promise<string | null> {
  const [row] = await sql.query<{ userId: string }>(
    `select user_id as "userId" from customer_care_chat where image_url = $1`,
    [imageUrl],
  )
  return row?.userId ?? null
}

export async function imagesSince(sql: Sql, authorId: string, since: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from customer_care_chat
      where author_id = $1 and created_at > $2 and image_url is not null`,
    [authorId, since],
  )
  return row?.count ?? 0
}

export type Listing = { readonly page: number; readonly pageSize: number; readonly unreadOnly: boolean }

/** Beyond so many it makes no difference how many wait. */
const MOST_WAITING = 1_000

/** Players with a conversation, the latest first, and how many there are, up to the limit of counting. */
export async function conversationPage(
  sql: Sql,
  { page, pageSize, unreadOnly }: Listing,
): Promise<{
  readonly userIds: readonly string[]
  readonly hasMore: boolean
  readonly total: number
  readonly isTotalCapped: boolean
  readonly waiting: number
}> {
  const listed = unreadOnly ? 'user_last_no > admin_read_no' : 'last_no > 0'
  const rows = await sql.query<{ userId: string }>(
    `select user_id as "userId" from chat_conversations
      where ${listed} order by last_at desc, user_id limit $1 offset $2`,
    [pageSize + 1, (page - 1) * pageSize],
  )
  const [counted] = await sql.query<{ waiting: number; found: number }>(
    `select (select count(*)::int
               from (select from chat_conversations where user_last_no > admin_read_no limit $1) some_waiting) as waiting,
            (select count(*)::int from (select from chat_conversations where ${listed} limit $2) those) as found`,
    [MOST_WAITING, COUNTED_UP_TO + 1],
  )
  const found = counted?.found ?? 0
  return {
    userIds: rows.slice(0, pageSize).map(({ userId }) => userId),
    hasMore: rows.length > pageSize,
    total: Math.min(found, COUNTED_UP_TO),
    isTotalCapped: found > COUNTED_UP_TO,
    waiting: counted?.waiting ?? 0,
  }
}

export const lastMessages = (sql: Sql, userIds: readonly string[]): Promise<MessageRow[]> =>
  sql.query<MessageRow>(
    `select m.* from chat_conversations c
       cross join lateral (select ${MESSAGE_COLUMNS} from customer_care_chat where user_id = c.user_id and no = c.last_no) m
      where c.user_id = any($1::uuid[])`,
    [userIds],
    'chat-last-messages',
  )
