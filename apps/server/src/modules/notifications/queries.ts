import { insertRows } from '../../kernel/db/insert-rows.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { NotificationRow } from './notification-row.ts'
import {
  type FoundRow,
  markAllBetsRead,
  markBet,
  PLACED_BETS,
  PLACED_BETS_BY_ID,
  MATCHES,
  UNREAD_PLACED_BETS,
  withMessage,
} from './placed-bets.ts'

export type Filter = 'all' | 'unread' | 'bets' | 'deposits' | 'withdrawals' | 'wins' | 'system'

const TYPE_OF: { readonly [filter in Filter]: string | null } = {
  all: null,
  unread: null,
  bets: 'bet',
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  wins: 'win',
  system: 'system',
}

const COLUMNS = `id, user_id as "userId", message, type, priority, read, action_url as "actionUrl", data, created_at as "createdAt"`

// The player's own notifications and placed bets, and the notices with the player's marks.
const VISIBLE = `
  select id, user_id, message, type, priority, read, action_url, data, created_at from notifications where user_id = $1
  union all ${PLACED_BETS}
  union all
  select n.id, n.user_id, n.message, n.type, n.priority, m.user_id is not null, n.action_url, n.data, n.created_at
  from notifications n left join system_notification_marks m on m.notification_id = n.id and m.user_id = $1
  where n.user_id is null and m.deleted is not true`

export async function notificationsOf(
  sql: Sql,
  userId: string,
  filter: Filter,
  after: string | null,
  most: number,
): Promise<NotificationRow[]> {
  const rows = await sql.query<FoundRow>(
    `select ${COLUMNS} from (${VISIBLE}) v
     where ${MATCHES} and ($3::text is null or type = $3)
     order by id desc limit $5`,
    [userId, after, TYPE_OF[filter], filter === 'unread', most],
  )
  return rows.map(withMessage)
}

export async function notificationsById(sql: Sql, ids: readonly string[]): Promise<NotificationRow[]> {
  const rows = await sql.query<FoundRow>(
    `select ${COLUMNS} from notifications where id = any($1::uuid[])
     union all select ${COLUMNS} from (${PLACED_BETS_BY_ID}) b`,
    [ids],
    'notifications-by-id',
  )
  return rows.map(withMessage)
}

/** Unread notifications of each user, including notices. */
export async function unreadOf(sql: Sql, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; unread: number }>(
    `select u.id,
       ((select count(*) from notifications n where n.user_id = u.id and not n.read)
        + ${UNREAD_PLACED_BETS}
        + (select count(*) from notifications n where n.user_id is null and not exists
            (select from system_notification_marks m where m.notification_id = n.id and m.user_id = u.id)))::int as unread
     from unnest($1::uuid[]) u(id)`,
    [userIds],
    'notifications-unread',
  )
  return new Map(rows.map(({ id, unread }) => [id, unread]))
}

const insertAll = insertRows('notifications', {
  id: 'uuid',
  user_id: 'uuid',
  message: 'text',
  type: 'text',
  priority: 'text',
  read: 'bool',
  action_url: 'text',
  data: 'jsonb',
  created_at: 'timestamptz',
})

export async function insertNotifications(tx: Tx, rows: readonly NotificationRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.change(
    insertAll(
      rows.map(({ userId, actionUrl, data, createdAt, ...row }) => ({
        ...row,
        user_id: userId,
        action_url: actionUrl,
        data: JSON.stringify(data),
        created_at: createdAt,
      })),
    ),
  )
}

/** Marks a notification of the user, or a notice, as read. False if it does not exist for the user. */
export async function markRead(tx: Tx, userId: string, id: string): Promise<boolean> {
  const own = await tx.change('update notifications set read = true where id = $2 and user_id = $1', [userId, id])
  return own > 0 || markForUser(tx, userId, id, { deleted: false })
}

/** Deletes an own notification; a notice is only hidden from this user. */
export async function deleteNotification(tx: Tx, userId: string, id: string): Promise<boolean> {
  const own = await tx.change('delete from notifications where id = $2 and user_id = $1', [userId, id])
  return own > 0 || markForUser(tx, userId, id, { deleted: true })
}

/** Placed bets and notices have no row per player, so their state is stored as a mark. */
async function markForUser(tx: Tx, userId: string, id: string, mark: { deleted: boolean }): Promise<boolean> {
  if (await markBet(tx, userId, id, mark)) return true
  const shared = await tx.change(
    `insert into system_notification_marks as m (notification_id, user_id, deleted)
     select id, $1, $3 from notifications where id = $2 and user_id is null
     on conflict (notification_id, user_id) do update set deleted = excluded.deleted where not m.deleted`,
    [userId, id, mark.deleted],
  )
  return shared > 0
}

/** Marks notifications with this address as read and returns the owners. */
export async function markReadAt(tx: Tx, userIds: readonly string[], actionUrl: string): Promise<string[]> {
  const rows = await tx.query<{ userId: string }>(
    `update notifications set read = true
      where user_id = any($1::uuid[]) and action_url = $2 and not read returning user_id as "userId"`,
    [userIds, actionUrl],
  )
  return [...new Set(rows.map(({ userId }) => userId))]
}

export async function markAllRead(tx: Tx, userId: string): Promise<void> {
  await tx.change('update notifications set read = true where user_id = $1 and not read', [userId])
  await markAllBetsRead(tx, userId)
  await tx.change(
    `insert into system_notification_marks (notification_id, user_id)
     select id, $1 from notifications where user_id is null on conflict do nothing`,
    [userId],
  )
}
