import { type RawBuilder, sql } from 'kysely'
import { insertRows } from '../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../kernel/db/query.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { money } from './event-texts.ts'
import type { NotificationRow } from './notification.ts'

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

// A placed bet has no row here. Its ticket serves as the notification and has the same id. Only read and deleted marks
// are stored (decision 0036).

/** A row as read; the message of a placed bet is built from its amounts. */
type FoundRow = Omit<NotificationRow, 'message'> & { readonly message: string | null }

function withMessage(row: FoundRow): NotificationRow {
  if (row.message !== null) return { ...row, message: row.message }
  const { bookingCode, stake = 0, potentialWin = 0 } = row.data
  return {
    ...row,
    message: `Your bet ${bookingCode} is placed: stake ${money(stake)}, potential return ${money(potentialWin)}.`,
  }
}

/** Placed bets that were not deleted, with their read mark. */
const MARKED_BETS = sql`
  select b.*, m.ticket_id is not null or b.id <= r.up_to is true as read
    from placed_bets b
    left join placed_bet_marks m on m.ticket_id = b.id
    left join placed_bets_read r on r.user_id = b.user_id
   where m.deleted is not true`
const asNotifications = (bets: RawBuilder<unknown>) => sql`
  select id, user_id, null as message, 'bet' as type, 'medium' as priority, read, null as action_url,
         jsonb_build_object('ticketId', id, 'bookingCode', booking_code,
                            'stake', total_stake / 100.0, 'potentialWin', potential_win / 100.0) as data,
         created_at
    from (${bets}) b`

const COLUMNS = sql`id, user_id as "userId", message, type, priority, read, action_url as "actionUrl", data,
  created_at as "createdAt"`

const FIRST_ID = sql`'00000000-0000-0000-0000-000000000000'::uuid`
const readUpTo = (userId: RawBuilder<unknown>) =>
  sql`coalesce((select up_to from placed_bets_read where user_id = ${userId}), ${FIRST_ID})`

/** Notices older than the account count as read (NOTE-13). The ids of accounts and notices ascend with time. */
export const isOlderThanAccount = (noticeId: RawBuilder<unknown>, userId: RawBuilder<unknown>) =>
  sql`${noticeId} < ${userId}::uuid`

type PageParams = { userId: string; before: string | null; type: string | null; unreadOnly: boolean; limit: number }

/**
 * The player's own notifications and placed bets, and the notices with the player's marks. A search for unread placed
 * bets skips ids up to the last read mark, because players have many bets.
 */
const page = statement((p: Params<PageParams>) => {
  const matches = sql`(${p.before}::uuid is null or id < ${p.before}::uuid) and (not ${p.unreadOnly}::boolean or not read)`
  return sql<FoundRow>`
    select ${COLUMNS} from (
      select id, user_id, message, type, priority, read, action_url, data, created_at
        from notifications where user_id = ${p.userId}
      union all ${asNotifications(sql`
        select * from (${MARKED_BETS}) bets
         where user_id = ${p.userId} and ${matches}
           and (not ${p.unreadOnly}::boolean or id > ${readUpTo(p.userId)})
         order by id desc limit ${p.limit}`)}
      union all
      select n.id, n.user_id, n.message, n.type, n.priority,
             m.user_id is not null or ${isOlderThanAccount(sql`n.id`, p.userId)}, n.action_url, n.data, n.created_at
        from notifications n
        left join system_notification_marks m on m.notification_id = n.id and m.user_id = ${p.userId}
       where n.user_id is null and m.deleted is not true) visible
     where ${matches} and (${p.type}::text is null or type = ${p.type}::text)
     order by id desc limit ${p.limit}`
})

export async function notificationPage(
  db: Sql,
  { filter, ...of }: Pick<PageParams, 'userId' | 'before' | 'limit'> & { readonly filter: Filter },
): Promise<NotificationRow[]> {
  const rows = await db.run(page({ ...of, type: TYPE_OF[filter], unreadOnly: filter === 'unread' }))
  return rows.map(withMessage)
}

const byIds = statement(
  (p: Params<{ ids: readonly string[] }>) => sql<FoundRow>`
    select ${COLUMNS} from notifications where id = any(${p.ids}::uuid[])
    union all
    select ${COLUMNS} from (${asNotifications(sql`${MARKED_BETS} and b.id = any(${p.ids}::uuid[])`)}) b`,
)

export const notificationsById = async (db: Sql, ids: readonly string[]): Promise<NotificationRow[]> =>
  (await db.run(byIds({ ids }))).map(withMessage)

/** Marks exist only for the user's own tickets. */
const UNREAD_PLACED_BETS = sql`
  (select (select count(*) from placed_bets b where b.user_id = u.id and b.id > read.up_to)
        - (select count(*) from placed_bet_marks m where m.user_id = u.id and m.ticket_id > read.up_to)
     from (select ${readUpTo(sql.ref('u.id'))} as up_to) read)`

const unread = statement(
  (p: Params<{ userIds: readonly string[] }>) => sql<{ id: string; unread: number }>`
    select u.id,
      ((select count(*) from notifications n where n.user_id = u.id and not n.read)
       + ${UNREAD_PLACED_BETS}
       + (select count(*) from notifications n
           where n.user_id is null and not ${isOlderThanAccount(sql`n.id`, sql`u.id`)} and not exists
           (select from system_notification_marks m where m.notification_id = n.id and m.user_id = u.id)))::int as unread
      from unnest(${p.userIds}::uuid[]) u(id)`,
)

/** Unread notifications of each user, including notices. */
export async function unreadOf(db: Sql, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.run(unread({ userIds }))
  return new Map(rows.map((row) => [row.id, row.unread]))
}

const insert = insertRows('notifications')

export const insertNotifications = (tx: Tx, rows: readonly NotificationRow[]): Promise<number> =>
  tx.change(insert(rows.map((row) => ({ ...row, data: JSON.stringify(row.data) }))))

type Own = { userId: string; id: string }

const readOwn = statement((p: Params<Own>) =>
  q.updateTable('notifications').set({ read: true }).where('id', '=', p.id).where('user_id', '=', p.userId),
)

/** Marks a notification of the user, or a notice, as read. False if it does not exist for the user. */
export const markRead = async (tx: Tx, userId: string, id: string): Promise<boolean> =>
  (await tx.change(readOwn({ userId, id }))) > 0 || markForUser(tx, { userId, id, deleted: false })

const deleteOwn = statement((p: Params<Own>) =>
  q.deleteFrom('notifications').where('id', '=', p.id).where('user_id', '=', p.userId),
)

/** Deletes the user's own notification; a notice is only hidden from this user. */
export const deleteNotification = async (tx: Tx, userId: string, id: string): Promise<boolean> =>
  (await tx.change(deleteOwn({ userId, id }))) > 0 || markForUser(tx, { userId, id, deleted: true })

type Mark = Own & { deleted: boolean }

const markBet = statement(
  (p: Params<Mark>) => sql`
    insert into placed_bet_marks as m (ticket_id, user_id, deleted)
    select id, user_id, ${p.deleted}::boolean from placed_bets where id = ${p.id} and user_id = ${p.userId}
    on conflict (ticket_id) do update set deleted = excluded.deleted where not m.deleted`,
)
const markNotice = statement(
  (p: Params<Mark>) => sql`
    insert into system_notification_marks as m (notification_id, user_id, deleted)
    select id, ${p.userId}::uuid, ${p.deleted}::boolean from notifications where id = ${p.id} and user_id is null
    on conflict (notification_id, user_id) do update set deleted = excluded.deleted where not m.deleted`,
)

/** Stores the state of a placed bet or notice as a mark of the player. False if it does not exist or was deleted. */
const markForUser = async (tx: Tx, mark: Mark): Promise<boolean> =>
  (await tx.change(markBet(mark))) > 0 || (await tx.change(markNotice(mark))) > 0

const readAt = statement((p: Params<{ userIds: readonly string[]; actionUrl: string }>) =>
  q
    .updateTable('notifications')
    .set({ read: true })
    .where('user_id', '=', anyOf(p.userIds))
    .where('action_url', '=', p.actionUrl)
    .where('read', '=', false)
    .returning('user_id as userId'),
)

/** Marks notifications with this address as read and returns their owners. */
export async function markReadAt(tx: Tx, userIds: readonly string[], actionUrl: string): Promise<string[]> {
  const rows = await tx.run(readAt({ userIds, actionUrl }))
  return [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
}

const readAllOwn = statement((p: Params<{ userId: string }>) =>
  q.updateTable('notifications').set({ read: true }).where('user_id', '=', p.userId).where('read', '=', false),
)
/** Marks all bets up to the newest as read. A bet that another node commits at the same moment may be included. */
const readAllBets = statement(
  (p: Params<{ userId: string }>) => sql`
    insert into placed_bets_read as r (user_id, up_to)
    select user_id, id from placed_bets where user_id = ${p.userId} order by id desc limit 1
    on conflict (user_id) do update set up_to = greatest(r.up_to, excluded.up_to)`,
)
/** Deletes individual marks up to the newest bet, which are no longer needed. */
const deleteBetMarks = statement(
  (p: Params<{ userId: string }>) => sql`
    delete from placed_bet_marks m using placed_bets_read r
     where m.user_id = ${p.userId} and r.user_id = ${p.userId} and not m.deleted and m.ticket_id <= r.up_to`,
)
const readAllNotices = statement(
  (p: Params<{ userId: string }>) => sql`
    insert into system_notification_marks (notification_id, user_id)
    select id, ${p.userId}::uuid from notifications where user_id is null on conflict do nothing`,
)

export async function markAllRead(tx: Tx, userId: string): Promise<void> {
  await tx.change(readAllOwn({ userId }))
  await tx.change(readAllBets({ userId }))
  await tx.change(deleteBetMarks({ userId }))
  await tx.change(readAllNotices({ userId }))
}

const welcome = statement(
  (p: Params<{ userId: string; day: string; tipDueAt: Date }>) => sql`
    insert into daily_welcomes (user_id, day, tip_due_at) values (${p.userId}, ${p.day}, ${p.tipDueAt})
    on conflict (user_id) do update set day = excluded.day, tip_due_at = excluded.tip_due_at
     where daily_welcomes.day < excluded.day`,
)

/** Returns false if the player was already welcomed on this day. The row decides between concurrent arrivals. */
export const recordWelcome = async (tx: Tx, userId: string, day: string, tipDueAt: Date): Promise<boolean> =>
  (await tx.change(welcome({ userId, day, tipDueAt }))) > 0

const takeTips = statement(
  (p: Params<{ now: Date; limit: number }>) => sql<{ userId: string }>`
    update daily_welcomes set tip_due_at = null
     where user_id in (select user_id from daily_welcomes where tip_due_at <= ${p.now}
                        order by tip_due_at limit ${p.limit} for update skip locked)
    returning user_id as "userId"`,
)

/** The players whose tip of the day is due. */
export const takeDueTips = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  (await tx.run(takeTips({ now, limit }))).map(({ userId }) => userId)

const ping = statement(() => sql`select 1`)

/** Measures the connection: a statement that does nothing. */
export const pingDatabase = (db: Sql): Promise<unknown> => db.first(ping({}))
