import { getDelayedBet, listDelayedBets } from '@mupiira/contract/delayed-bets.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { betOfUser, recentBets } from './delayed-bets.repository.ts'
import { presentDelayedBet } from './present-delayed-bet.ts'

const MAX_LISTED = 20

/** A player's own bets on live games. */
export const delayedBetRoutes = (db: Db): readonly Route[] => [
  route(listDelayedBets, async ({ actor: { userId }, now }) => {
    const rows = await db.asPlayer(userId, (sql) => recentBets(sql, userId, MAX_LISTED))
    return { status: 200, body: { items: rows.map((row) => presentDelayedBet(row, now)) } }
  }),

  route(getDelayedBet, async ({ actor: { userId }, params, now }) => {
    if (!isId(params.id)) return { error: 'TICKET_ID_MALFORMED' }
    const row = await db.asPlayer(userId, (sql) => betOfUser(sql, userId, params.id))
    return row === null ? { error: 'TICKET_NOT_FOUND' } : { status: 200, body: presentDelayedBet(row, now) }
  }),
]
