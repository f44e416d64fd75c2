import { sql } from 'kysely'
import type { TaskReading } from '../../kernel/access/tasks.ts'
import { countTasks, NO_TASKS } from '../../kernel/db/count-tasks.ts'
import { q, statement } from '../../kernel/db/query.ts'
import type { Sql } from '../../kernel/db/sql.ts'

const unread = statement(() =>
  countTasks(
    q
      .selectFrom('chat_conversations')
      .select(sql<Date>`coalesce(waiting_since, last_at)`.as('at'))
      .where(sql<boolean>`user_last_no > admin_read_no`)
      .orderBy('last_at'),
  ),
)

/** Conversations with messages that no member of staff has read. */
export const unreadConversations =
  (db: Sql): TaskReading =>
  async () =>
    (await db.first(unread({}))) ?? NO_TASKS
