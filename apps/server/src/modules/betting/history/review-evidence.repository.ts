import { sql } from 'kysely'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** Withdrawals are checked one at a time, so a bound on the read games is enough. */
const MAX_GAMES = 1_000

const won = statement(
  (p: Params<{ userId: string; since: Date | null }>) => sql<{ gameId: string }>`
    select l.game_id as "gameId"
      from tickets t join ticket_legs l on l.ticket_id = t.id
     -- The index of settled tickets has the condition <> 'pending'.
     where t.user_id = ${p.userId} and t.status <> 'pending' and t.status in ('won', 'cashout')
       and (${p.since}::timestamptz is null or t.settled_at >= ${p.since})
     group by l.game_id
     order by max(t.settled_at) desc
     limit ${sql.lit(MAX_GAMES)}`,
)

/** The games of the tickets that paid a player a win or a cashout since a given time; null: ever. Latest first. */
export const wonGames = async (db: Sql, userId: string, since: Date | null): Promise<readonly string[]> =>
  (await db.run(won({ userId, since }))).map(({ gameId }) => gameId)

const related = statement(
  (p: Params<{ userId: string }>) => sql<{ found: boolean }>`
    select exists (select from related_accounts where user_id = ${p.userId}) as found`,
)

/** Whether another account has logged in on the same browser, or was funded from the same phone number. */
export const hasRelatedAccounts = async (db: Sql, userId: string): Promise<boolean> =>
  (await db.first(related({ userId })))?.found ?? false
