import type { Tx } from '../../kernel/db/sql.ts'
import type { NotificationRow } from './notification-row.ts'
import { money } from './notify.ts'

// A placed bet is told by its ticket, whose id is the notification's too: nothing is written for it while bets are placed.
// What a player has read or deleted of these is kept here (NOTE-18, decision 0036).

/** A row as the queries give it; a placed bet's words are made of its figures. */
export type FoundRow = Omit<NotificationRow, 'message'> & { readonly message: string | null }

export function worded(row: FoundRow): NotificationRow {
  if (row.message !== null) return { ...row, message: row.message }
  const { bookingCode, stake = 0, potentialWin = 0 } = row.data
  return { ...row, message: `Your bet ${bookingCode} is placed: ${money(stake)} to win ${money(potentialWin)}.` }
}

/** Placed bets with whether their player has read what he is told of them, but for those of which he has deleted that. */
const REPORTED = `
  select b.*, m.ticket_id is not null or b.id <= r.up_to is true as read
    from placed_bets b
    left join placed_bet_marks m on m.ticket_id = b.id
    left join placed_bets_read r on r.user_id = b.user_id
   where m.deleted is not true`
const inColumnsOfNotifications = (told: string): string => `
  select id, user_id, null as message, 'bet' as type, 'medium' as priority, read, null as action_url,
         jsonb_build_object('ticketId', id, 'bookingCode', booking_code,
                            'stake', total_stake / 100.0, 'potentialWin', potential_win / 100.0) as data,
         created_at
    from (${told}) b`

/** Before $2; $4: unread ones alone. */
export const SOUGHT = '($2::uuid is null or id < $2) and (not $4 or not read)'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const readUpTo = (userId: string): string =>
  `coalesce((select up_to from placed_bets_read where user_id = ${userId}), '${FIRST_ID}')`

/**
 * The newest $5 of user $1 that are sought: a player has more bets than anything else that he is told. Those that he has
 * read up to somewhere are not walked through for the unread ones.
 */
export const PLACED_BETS = inColumnsOfNotifications(
  `select * from (${REPORTED}) told
    where user_id = $1 and ${SOUGHT} and (not $4 or id > ${readUpTo('$1')}) order by id desc limit $5`,
)

/** Those of tickets $1. */
export const PLACED_BETS_BY_ID = inColumnsOfNotifications(`${REPORTED} and b.id = any($1::uuid[])`)

/** How many user `u` has not read. Each mark is of one of his tickets. */
export const UNREAD_PLACED_BETS = `
  (select (select count(*) from placed_bets b where b.user_id = u.id and b.id > read.up_to)
        - (select count(*) from placed_bet_marks m where m.user_id = u.id and m.ticket_id > read.up_to)
     from (select ${readUpTo('u.id')} as up_to) read)`

/** False: the user has placed no such bet, or has deleted what he was told of it. */
export const markBet = async (
  tx: Tx,
  userId: string,
  id: string,
  { deleted }: { deleted: boolean },
): Promise<boolean> =>
  (await tx.change(
    `insert into placed_bet_marks as m (ticket_id, user_id, deleted)
     select id, user_id, $3 from placed_bets where id = $2 and user_id = $1
     on conflict (ticket_id) do update set deleted = excluded.deleted where not m.deleted`,
    [userId, id, deleted],
  )) > 0

/** Up to the newest. One that another node commits at this very moment may count as read, too. */
export async function markAllBetsRead(tx: Tx, userId: string): Promise<void> {
  await tx.change(
    `insert into placed_bets_read as r (user_id, up_to)
     select user_id, id from placed_bets where user_id = $1 order by id desc limit 1
     on conflict (user_id) do update set up_to = greatest(r.up_to, excluded.up_to)`,
    [userId],
  )
  // What is read with all others needs no mark of its own.
  await tx.change(
    `delete from placed_bet_marks m using placed_bets_read r
      where m.user_id = $1 and r.user_id = $1 and not m.deleted and m.ticket_id <= r.up_to`,
    [userId],
  )
}
