import type { Sql } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'

/** A ticket as a placement leaves it: UGX 10,000 to win UGX 23,400.50. Returns its id. */
export async function placedBet(sql: Sql, userId: string, bookingCode: string): Promise<string> {
  const id = newId()
  await sql.change(
    `insert into tickets (id, user_id, booking_code, total_stake, total_odds, bonus_percentage, potential_win, bonus, max_payout,
                          bonus_min_odds, rulebook, legs, open_legs, client, address, created_at, updated_at)
     values ($1, $2, $3, 1000000, 2.34, 0, 2340050, 0, 50000000000, 120, 'house', 1, 1, 'test', '127.0.0.1', now(), now())`,
    [id, userId, bookingCode],
  )
  return id
}
