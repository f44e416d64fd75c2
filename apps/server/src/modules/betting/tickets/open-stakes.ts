import { ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { OpenStake } from '../../wallet/index.ts'
import { waitingBetsOf } from '../delayed-bets/delayed-bets.repository.ts'
import { stakesOfOpenTickets } from './tickets.repository.ts'

/** A player's stakes that are not decided yet: of open tickets, and of bets that wait. */
export async function openStakes(sql: Sql, userId: string): Promise<OpenStake[]> {
  const [tickets, waiting] = await Promise.all([stakesOfOpenTickets(sql, userId), waitingBetsOf(sql, userId)])
  return [...tickets, ...waiting.map((reference) => ({ reference, cashed: ZERO }))]
}
