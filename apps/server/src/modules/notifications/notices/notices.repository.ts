import { sql } from 'kysely'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { NotificationRow } from '../notification.ts'
import { isOlderThanAccount } from '../notifications.repository.ts'

export type NoticeText = Pick<NotificationRow, 'message' | 'priority' | 'actionUrl'>
export type ListedNotice = NoticeText & Pick<NotificationRow, 'id' | 'createdAt'> & { readonly shown: number }

/** Counting stops here, so that a console page does not count every player for each row. */
const MAX_SHOWN_COUNTED = 10_000

const inOrder = (order: 'asc' | 'desc') =>
  statement((p: Params<{ after: string | null; limit: number; offset: number }>) =>
    q
      .selectFrom('notifications as n')
      .select([
        'n.id',
        'n.message',
        'n.priority',
        'n.action_url as actionUrl',
        'n.created_at as createdAt',
        sql<number>`(select count(*) from (select from system_notification_shown s where s.notification_id = n.id
          limit ${sql.lit(MAX_SHOWN_COUNTED)}) counted)::int`.as('shown'),
      ])
      .where('n.user_id', 'is', null)
      .where(sql<boolean>`(${p.after}::uuid is null or n.id ${sql.raw(order === 'desc' ? '<' : '>')} ${p.after}::uuid)`)
      .orderBy('n.id', order)
      .limit(p.limit)
      .offset(p.offset),
  )
const newestFirst = inOrder('desc')
const oldestFirst = inOrder('asc')

type NoticePageRequest = {
  /** The list continues after this notice, and `offset` is ignored. */
  readonly after: string | null
  readonly limit: number
  readonly offset: number
}

/** The notices in order of time. */
export const listNotices = (db: Sql, pageRequest: NoticePageRequest, isOldestFirst: boolean): Promise<ListedNotice[]> =>
  db.run((isOldestFirst ? oldestFirst : newestFirst)(pageRequest))

const count = statement(() =>
  q
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', 'is', null),
)

export const countNotices = async (db: Sql): Promise<number> => Number((await db.first(count({})))?.count ?? 0n)

const remove = statement((p: Params<{ id: string }>) =>
  q
    .deleteFrom('notifications')
    .where('id', '=', p.id)
    .where('user_id', 'is', null)
    .returning(['message', 'priority', 'action_url as actionUrl']),
)

/** Deletes a notice with its marks. Returns its content; null if it does not exist. */
export const deleteNotice = async (tx: Tx, id: string): Promise<NoticeText | null> =>
  (await tx.first(remove({ id }))) ?? null

const showNext = statement(
  (p: Params<{ userId: string; limit: number }>) => sql<{ id: string }>`
    insert into system_notification_shown (notification_id, user_id)
    select n.id, ${p.userId}::uuid from notifications n
     where n.user_id is null and not ${isOlderThanAccount(sql`n.id`, p.userId)}
       and not exists (select from system_notification_shown s where s.notification_id = n.id and s.user_id = ${p.userId})
       and not exists (select from system_notification_marks m where m.notification_id = n.id and m.user_id = ${p.userId})
     order by n.id limit ${p.limit}
    on conflict do nothing returning notification_id as id`,
)

/**
 * Marks as shown the next notices that this player has neither received nor opened, oldest first. Notices older than
 * the account are left out.
 */
export const takeUnshownNotices = async (tx: Tx, userId: string, limit: number): Promise<string[]> =>
  (await tx.run(showNext({ userId, limit }))).map(({ id }) => id)

const recordAll = statement(
  (p: Params<{ ids: readonly string[]; userIds: readonly string[] }>) => sql`
    insert into system_notification_shown (notification_id, user_id)
    select n.id, u.id from notifications n cross join unnest(${p.userIds}::uuid[]) u(id)
     where n.id = any(${p.ids}::uuid[]) and n.user_id is null
    on conflict do nothing`,
)

export const recordShown = (db: Sql, ids: readonly string[], userIds: readonly string[]): Promise<number> =>
  db.change(recordAll({ ids, userIds }))
