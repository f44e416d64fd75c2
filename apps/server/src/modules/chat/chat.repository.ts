import { sql } from 'kysely'
import type { QuickReply } from '@mupiira/contract/chat.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Clock } from '../../kernel/clock.ts'
import {
  type CappedTotal,
  COUNT_LIMIT,
  exactTime,
  isOlder,
  type ListPage,
  type PageRequest,
  pageOf,
} from '../../kernel/db/list-page.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { recordInCase } from './cases.repository.ts'
import type { Message, Side } from './message.ts'

const MESSAGE_COLUMNS = [
  'm.id',
  'm.user_id as userId',
  'm.no',
  'm.sender',
  'm.author_id as authorId',
  'm.content',
  'm.image_url as imageUrl',
  'm.image_width as imageWidth',
  'm.image_height as imageHeight',
  'm.reply_to as replyTo',
  'm.send_key as sendKey',
  'm.created_at as createdAt',
] as const

const selectMessages = () => q.selectFrom('customer_care_chat as m').select(MESSAGE_COLUMNS)

// Messages

const page = statement((p: Params<{ userId: string; before: number | null; limit: number }>) =>
  selectMessages()
    .where('user_id', '=', p.userId)
    .where(sql<boolean>`(${p.before}::int is null or no < ${p.before}::int)`)
    .orderBy('no', 'desc')
    .limit(p.limit),
)

/** The last messages of a conversation before `before`, in order. */
export const messagesOf = async (
  sql: Sql,
  of: { readonly userId: string; readonly before: number | null; readonly limit: number },
): Promise<readonly Message[]> => (await sql.run(page(of))).toReversed()

const byIds = statement((p: Params<{ ids: readonly string[] }>) =>
  selectMessages().where('id', '=', anyOf(p.ids)).orderBy('user_id').orderBy('no'),
)

export const messagesById = (sql: Sql, ids: readonly string[]): Promise<Message[]> => sql.run(byIds({ ids }))

const last = statement((p: Params<{ userIds: readonly string[] }>) =>
  selectMessages()
    .innerJoin('chat_conversations as c', (join) =>
      join.onRef('c.user_id', '=', 'm.user_id').onRef('c.last_no', '=', 'm.no'),
    )
    .where('c.user_id', '=', anyOf(p.userIds)),
)

export const lastMessages = (sql: Sql, userIds: readonly string[]): Promise<Message[]> => sql.run(last({ userIds }))

/** Identifies a message by its author's key. */
export type MessageIdempotencyKey = Pick<Message, 'authorId' | 'userId' | 'sendKey'>

const bySendKey = statement((p: Params<MessageIdempotencyKey>) =>
  selectMessages()
    .where('author_id', '=', p.authorId)
    .where('user_id', '=', p.userId)
    .where('send_key', '=', p.sendKey),
)

export const messageBySendKey = async (sql: Sql, key: MessageIdempotencyKey): Promise<Message | null> =>
  (await sql.first(bySendKey(key))) ?? null

const openConversation = statement((p: Params<{ userId: string; isVisitor: boolean; now: Date }>) =>
  q
    .insertInto('chat_conversations')
    .values({ user_id: p.userId, is_visitor: p.isVisitor, last_at: p.now })
    .onConflict((c) => c.doNothing()),
)
const lock = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('chat_conversations').select('last_no as lastNo').where('user_id', '=', p.userId).forUpdate(),
)

/** Locks a conversation and returns the number of its last message. The lock makes numbers consecutive. */
export async function lockConversation(tx: Tx, userId: string, isVisitor: boolean, now: Date): Promise<number> {
  await tx.change(openConversation({ userId, isVisitor, now }))
  return (await tx.first(lock({ userId })))?.lastNo ?? 0
}

const visitors = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('chat_conversations')
    .select('user_id as id')
    .where('is_visitor', '=', true)
    .where('user_id', '=', anyOf(p.ids)),
)

/** The ids that belong to conversations of visitors who are not logged in. */
export const visitorsAmong = async (sql: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await sql.run(visitors({ ids }))).map(({ id }) => id))

const deleteOfVisitors = statement(
  (p: Params<{ before: Date }>) => sql<{ deleted: number }>`call delete_visitor_chats(${p.before}, null)`,
)

/** Deletes the conversations of visitors whose last message is older than `before`. */
export async function deleteVisitorChats(db: Sql, before: Date): Promise<void> {
  while (((await db.first(deleteOfVisitors({ before })))?.deleted ?? 0) > 0);
}

const ofAuthor = statement((p: Params<{ id: string }>) =>
  q
    .selectFrom('customer_care_chat')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', p.id)
    .where('author_id', '=', p.id),
)

/** The number of messages that a player or visitor has written. */
export const messagesBy = async (sql: Sql, id: string): Promise<number> =>
  Number((await sql.first(ofAuthor({ id })))?.count ?? 0n)

const insert = statement((p: Params<Message>) =>
  q.insertInto('customer_care_chat').values({
    id: p.id,
    user_id: p.userId,
    no: p.no,
    sender: p.sender,
    author_id: p.authorId,
    content: p.content,
    image_url: p.imageUrl,
    image_width: p.imageWidth,
    image_height: p.imageHeight,
    reply_to: p.replyTo,
    send_key: p.sendKey,
    created_at: p.createdAt,
  }),
)
const updateLastMessage = statement((p: Params<Pick<Message, 'userId' | 'no' | 'sender' | 'createdAt'>>) =>
  q
    .updateTable('chat_conversations')
    .set({
      last_no: p.no,
      last_at: p.createdAt,
      user_last_no: sql<number>`case ${p.sender}::text when 'user' then ${p.no}::int else user_last_no end`,
      admin_last_no: sql<number>`case ${p.sender}::text when 'admin' then ${p.no}::int else admin_last_no end`,
      is_open: true,
      waiting_since: sql<Date | null>`case ${p.sender}::text when 'user' then coalesce(waiting_since, ${p.createdAt}::timestamptz) end`,
    })
    .where('user_id', '=', p.userId),
)

/** Appends a message to a locked conversation. */
export async function insertMessage(tx: Tx, message: Message): Promise<void> {
  await tx.change(insert(message))
  await tx.change(updateLastMessage(message))
  await recordInCase(tx, message)
}

const owner = statement((p: Params<{ imageUrl: string }>) =>
  q.selectFrom('customer_care_chat').select('user_id as userId').where('image_url', '=', p.imageUrl),
)

/** The player in whose conversation an image was sent (CHAT-19). */
export const ownerOfImage = async (sql: Sql, imageUrl: string): Promise<string | null> =>
  (await sql.first(owner({ imageUrl })))?.userId ?? null

const images = statement((p: Params<{ authorId: string; since: Date }>) =>
  q
    .selectFrom('customer_care_chat')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('author_id', '=', p.authorId)
    .where('created_at', '>', p.since)
    .where('image_url', 'is not', null),
)

export const imagesSince = async (sql: Sql, authorId: string, since: Date): Promise<number> =>
  Number((await sql.first(images({ authorId, since })))?.count ?? 0n)

// Read positions

const unread = statement(
  (p: Params<{ side: Side; userIds: readonly string[] }>) => sql<{ userId: string; unread: number }>`
    select c.user_id as "userId",
           (select count(*)::int from customer_care_chat m
             where m.user_id = c.user_id and m.sender <> ${p.side}
               and m.no > case ${p.side} when 'user' then c.user_read_no else c.admin_read_no end) as unread
      from chat_conversations c where c.user_id = any(${p.userIds}::uuid[])`,
)

/** One side's unread messages by conversation. */
export async function unreadOf(sql: Sql, side: Side, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.run(unread({ side, userIds }))
  return new Map(rows.map((row) => [row.userId, row.unread]))
}

const moveMark = (column: 'user_read_no' | 'admin_read_no') =>
  statement((p: Params<{ userId: string; upTo: number }>) => {
    const target = sql<number>`least(${p.upTo}::int, last_no)`
    return q
      .updateTable('chat_conversations')
      .set({ [column]: target })
      .where('user_id', '=', p.userId)
      .where(column, '<', target)
  })
const moveMarkOf = { user: moveMark('user_read_no'), admin: moveMark('admin_read_no') }

/** Moves a read position forward; false if it has already reached `upTo`. */
export const moveReadMark = async (tx: Tx, side: Side, userId: string, upTo: number): Promise<boolean> =>
  (await tx.change(moveMarkOf[side]({ userId, upTo }))) > 0

// The console's list

/** Waiting conversations are counted up to this number. */
const MAX_WAITING = 1_000

const WAITING = sql<boolean>`user_last_no > admin_read_no`
export type ConversationFilter = {
  readonly unread?: boolean | undefined
  readonly isVisitor?: boolean | undefined
  readonly open?: boolean | undefined
  /** The id of a member of staff, or null for conversations without an assignee. */
  readonly assignedTo?: string | null | undefined
}

const conversationsQuery = ({ unread, isVisitor, open, assignedTo }: ConversationFilter) =>
  q
    .selectFrom('chat_conversations')
    .where(unread === true ? WAITING : sql<boolean>`last_no > 0`)
    .$if(isVisitor !== undefined, (found) => found.where('is_visitor', '=', isVisitor === true))
    .$if(open !== undefined, (found) => found.where(open === true ? sql<boolean>`is_open` : sql<boolean>`not is_open`))
    .$if(assignedTo !== undefined, (found) =>
      assignedTo == null ? found.where('assigned_to', 'is', null) : found.where('assigned_to', '=', assignedTo),
    )

/** Players and visitors with a conversation, latest first. */
export async function conversationPage(
  db: Sql,
  filter: ConversationFilter,
  pageRequest: PageRequest,
): Promise<ListPage<{ readonly id: string }> & CappedTotal & { readonly waiting: number }> {
  const { page, pageSize, after } = pageRequest
  const rows = await db.run(
    conversationsQuery(filter)
      .select(['user_id as id', exactTime('last_at').as('at')])
      .where(after === null ? sql<boolean>`true` : isOlder('last_at', 'user_id', after))
      .orderBy('last_at', 'desc')
      .orderBy('user_id', 'desc')
      .limit(pageSize + 1)
      .offset(after === null ? (page - 1) * pageSize : 0),
  )
  const counted = await db.first(
    q.selectNoFrom([
      sql<number>`(select count(*)::int from (${conversationsQuery({ unread: true }).select('user_id').limit(MAX_WAITING)}) w)`.as(
        'waiting',
      ),
      sql<number>`(select count(*)::int from (${conversationsQuery(filter)
        .select('user_id')
        .limit(COUNT_LIMIT + 1)}) f)`.as('found'),
    ]),
  )
  const found = counted?.found ?? 0
  return {
    ...pageOf(rows, pageRequest),
    total: Math.min(found, COUNT_LIMIT),
    isTotalCapped: found > COUNT_LIMIT,
    waiting: counted?.waiting ?? 0,
  }
}

// Quick replies

export type QuickReplyText = Pick<QuickReply, 'title' | 'content'>

const replies = statement(() =>
  q
    .selectFrom('chat_quick_replies')
    .select(['id', 'title', 'content'])
    .orderBy(sql`lower(title)`)
    .orderBy('id'),
)

export const quickReplies = (sql: Sql): Promise<QuickReply[]> => sql.run(replies({}))

const insertReply = statement((p: Params<QuickReply & { changedBy: string; now: Date }>) =>
  q
    .insertInto('chat_quick_replies')
    .values({ id: p.id, title: p.title, content: p.content, changed_by: p.changedBy, changed_at: p.now }),
)

export async function addQuickReply(tx: Tx, text: QuickReplyText, changedBy: string, now: Date): Promise<QuickReply> {
  const reply = { id: newId(), title: text.title, content: text.content }
  await tx.change(insertReply({ ...reply, changedBy, now }))
  return reply
}

const lockReply = statement((p: Params<{ id: string }>) =>
  q.selectFrom('chat_quick_replies').select(['title', 'content']).where('id', '=', p.id).forUpdate(),
)
const updateReply = statement((p: Params<QuickReply & { changedBy: string; now: Date }>) =>
  q
    .updateTable('chat_quick_replies')
    .set({ title: p.title, content: p.content, changed_by: p.changedBy, changed_at: p.now })
    .where('id', '=', p.id),
)

/** Returns the previous text, and the time of the change. Refused if the text differs from the text seen. */
export async function changeQuickReply(
  tx: Tx,
  { id, title, content, seen }: QuickReply & { readonly seen?: QuickReplyText | undefined },
  changedBy: string,
  clock: Clock,
): Promise<
  Result<{ readonly before: QuickReplyText; readonly at: Date }, 'QUICK_REPLY_NOT_FOUND' | 'QUICK_REPLY_CHANGED'>
> {
  const before = await tx.first(lockReply({ id }))
  if (before === undefined) return err('QUICK_REPLY_NOT_FOUND')
  if (seen !== undefined && (seen.title !== before.title || seen.content !== before.content)) {
    return err('QUICK_REPLY_CHANGED')
  }
  const at = clock.now()
  await tx.change(updateReply({ id, title, content, changedBy, now: at }))
  return ok({ before, at })
}

const deleteReply = statement((p: Params<{ id: string }>) =>
  q.deleteFrom('chat_quick_replies').where('id', '=', p.id).returning(['title', 'content']),
)

/** Returns the deleted text; null if the quick reply does not exist. */
export const deleteQuickReply = async (tx: Tx, id: string): Promise<QuickReplyText | null> =>
  (await tx.first(deleteReply({ id }))) ?? null
