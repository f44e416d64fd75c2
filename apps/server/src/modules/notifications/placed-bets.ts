import type { Tx } from '../../kernel/db/sql.ts'
import type { NotificationRow } from './notification-row.ts'
import { money } from './notify.ts'

// A placed bet is presented from its ticket, whose id is the notification's id, so placing a bet writes no row here.
// These// tables store only which of these notifications a player has read or deleted (NOTE-18, decision 0036).

/** A row as queried; the message of a placed bet is built from its amounts. */
export type FoundRow = Omit<NotificationRow, 'message'> & { readonly message: string | null }

export function withMessage(row: FoundRow): NotificationRow {
  if (row.message !== null) return { ...row, message: row.message }
  const { bookingCode, stake = 0, potentialWin = 0 } = row.data
  return { ...row, message: `Your bet ${bookingCode} is placed: ${money(stake)} to win ${money(potentialWin)}.` }
}

/** Placed bets with their read mark, without deleted ones. */
const MARKED_BETS = `
  select b.*, m.ticket_id is not null or b.id <= r.up_to is true as read
    from placed_bets b
    left join placed_bet_marks m on m.ticket_id = b.id
    left join placed_bets_read r on r.user_id = b.user_id
   where m.deleted is not true`
const inColumnsOfNotifications = (bets: string): string => `
  select id, user_id, null as message, 'bet' as type, 'medium' as priority, read, null as action_url,
         jsonb_build_object('ticketId', id, 'bookingCode', booking_code,
                            'stake', total_stake / 100.0, 'potentialWin', potential_win / 100.0) as data,
         created_at
    from (${bets}) b`

/** Older than $2; with $4 only unread ones. */
export const MATCHES = '($2::uuid is null or id < $2) and (not $4 or not read)'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const readUpTo = (userId: string): string =>
  `coalesce((select up_to from placed_bets_read where user_id = ${userId}), '${FIRST_ID}')`

/**
 * The newest $5 matching bets of user $1. Players have many bets, so a search for unread ones skips the ids up to the
 * last read mark.
 */
export const PLACED_BETS = inColumnsOfNotifications(
  `select * from (${MARKED_BETS}) bets
    where user_id = $1 and ${MATCHES} and (not $4 or id > ${readUpTo('$1')}) order by id desc limit $5`,
)

/** Those of tickets $1. */
export const PLACED_BETS_BY_ID = inColumnsOfNotifications(`${MARKED_BETS} and b.id = any($1::uuid[])`)

/** The number of unread placed bets of user `u`. Marks exist only for the user's own tickets. */
export const UNREAD_PLACED_BETS = `
  (select (select count(*) from placed_bets b where b.user_id = u.id and b.id > read.up_to)
        - (select count(*) from placed_bet_marks m where m.user_id = u.id and m.ticket_id > read.up_to)
     from (select ${readUpTo('u.id')} as up_to) read)`

/** False if the user has no such bet or has deleted its notification. */
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

/** Up to the newest bet. A bet that another node commits at the same moment may count as read. */
export async function markAllBetsRead(tx: Tx, userId: string): Promise<void> {
  await tx.change(
    `insert into placed_bets_read as r (user_id, up_to)
     select user_id, id from placed_bets where user_id = $1 order by id desc limit 1
     on conflict (user_id) do update set up_to = greatest(r.up_to, excluded.up_to)`,
    [userId],
  )
  // Single marks up to that bet are no longer needed.
  await tx.change(
    `delete from placed_bet_marks m using placed_bets_read r
      where m.user_id = $1 and r.user_id = $1 and not m.deleted and m.ticket_id <= r.up_to`,
    [userId],
  )
}
