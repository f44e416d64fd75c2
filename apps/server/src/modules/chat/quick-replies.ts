import type { QuickReply } from '@mupiira/contract/chat.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'

type Words = Pick<QuickReply, 'title' | 'content'>

export const quickReplies = (sql: Sql): Promise<QuickReply[]> =>
  sql.query<QuickReply>(`select id, title, content from chat_quick_replies order by lower(title), id`)

export async function addQuickReply(sql: Sql, words: Words, actorId: string, now: Date): Promise<QuickReply> {
  const id = newId()
  await sql.change(
    `insert into chat_quick_replies (id, title, content, changed_by, changed_at) values ($1, $2, $3, $4, $5)`,
    [id, words.title, words.content, actorId, now],
  )
  return { id, ...words }
}

/** Returns the previous text; null: no such quick reply. */
export async function changeQuickReply(
  sql: Sql,
  id: string,
  words: Words,
  actorId: string,
  now: Date,
): Promise<Words | null> {
  const [before] = await sql.query<Words>(`select title, content from chat_quick_replies where id = $1 for update`, [
    id,
  ])
  if (before === undefined) return null
  await sql.change(
    `update chat_quick_replies set title = $2, content = $3, changed_by = $4, changed_at = $5 where id = $1`,
    [id, words.title, words.content, actorId, now],
  )
  return before
}

export async function deleteQuickReply(sql: Sql, id: string): Promise<Words | null> {
  const [gone] = await sql.query<Words>(`delete from chat_quick_replies where id = $1 returning title, content`, [id])
  return gone ?? null
}
