import { type RawBuilder, sql } from 'kysely'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'

type Amount = 't.potential_win' | 't.bonus'

/** The share of an amount of ticket `t` that belongs to its stake left (`stake-left.ts` of the domain). */
export const ofStakeLeft = (amount: Amount): RawBuilder<Ugx> =>
  sql`of_stake_left(${sql.ref(amount)}, t.total_stake, t.cashed_stake)`

/** The stake left of ticket `t`. */
export const STAKE_LEFT: RawBuilder<Ugx> = sql`(t.total_stake - t.cashed_stake)`
