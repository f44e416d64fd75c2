import { MOST_BETS_OF_ROUND, MOST_TAKEN_BACK } from '@mupiira/domain/aviator/bet-rules.ts'
import type { AviatorBetState } from '@mupiira/domain/aviator/states.ts'
import type { BetEnd } from '@mupiira/domain/aviator/outcome.ts'
import { payoutOf } from '@mupiira/domain/aviator/outcome.ts'
import { type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'

export type BetRow = {
  readonly id: string
  readonly roundNo: bigint
  readonly userId: string
  readonly stake: Ugx
  readonly target: number | null
  readonly auto: boolean
  readonly state: AviatorBetState
  readonly multiplier: number | null
  readonly payout: Ugx
  readonly placedAt: Date
  readonly decidedAt: Date | null
}

export const BET_COLUMNS = `b.id, b.round_no as "roundNo", b.user_id as "userId", b.stake, b.target, b.auto, b.state,
  b.multiplier, b.payout, b.placed_at as "placedAt", b.decided_at as "decidedAt"`

export type NewBet = BetRow & { readonly client: string; readonly address: string }

/** Writes bets in one statement. */
export async function insertBets(tx: Tx, bets: readonly NewBet[]): Promise<void> {
  if (bets.length === 0) return
  await tx.change(
    `insert into aviator_bets (id, round_no, user_id, stake, target, auto, placed_at, client, address)
     select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bigint[], $5::int[], $6::boolean[], $7::timestamptz[],
                          $8::text[], $9::text[])`,
    [
      bets.map((bet) => bet.id),
      bets.map((bet) => bet.roundNo),
      bets.map((bet) => bet.userId),
      bets.map((bet) => bet.stake),
      bets.map((bet) => bet.target),
      bets.map((bet) => bet.auto),
      bets.map((bet) => bet.placedAt),
      bets.map((bet) => bet.client),
      bets.map((bet) => bet.address),
    ],
    'aviator-insert-bets',
  )
}

/** A bet with how it ends, and when its cash-out by hand was received. */
export type Ending = { readonly bet: BetRow; readonly end: BetEnd; readonly receivedAt: Date | null }

/** The bet after its end. */
export function endedBet({ bet, end }: Ending, now: Date): BetRow {
  switch (end.kind) {
    case 'paid':
      return {
        ...bet,
        state: 'cashed-out',
        multiplier: end.hundredths,
        payout: payoutOf(bet.stake, end.hundredths),
        decidedAt: now,
      }
    case 'refunded':
    case 'taken-back':
      return { ...bet, state: 'refunded', payout: bet.stake, decidedAt: now }
    case 'lost':
      return { ...bet, state: 'lost', payout: ZERO, decidedAt: now }
  }
}

/** Writes the ends of bets whose players' accounts are locked. Throws when one of them was decided otherwise meanwhile. */
export async function updateBets(tx: Tx, endings: readonly Ending[], now: Date): Promise<void> {
  const after = endings.map((ending) => endedBet(ending, now))
  if (after.length === 0) return
  const changed = await tx.change(
    `update aviator_bets b set state = e.state, multiplier = e.multiplier, payout = e.payout, received_at = e.received_at,
            decided_at = $6, won_on = case when e.state = 'cashed-out' then $7::date end
       from unnest($1::uuid[], $2::text[], $3::int[], $4::bigint[], $5::timestamptz[])
         as e (id, state, multiplier, payout, received_at)
      where b.id = e.id and (b.state = 'placed' or (b.state = 'lost' and e.state = 'cashed-out'))`,
    [
      after.map((bet) => bet.id),
      after.map((bet) => bet.state),
      after.map((bet) => bet.multiplier),
      after.map((bet) => bet.payout),
      endings.map((ending) => ending.receivedAt),
      now,
      dayKey(now),
    ],
    'aviator-end-bets',
  )
  if (changed !== after.length) throw new Error('a bet was decided twice')
}

/** A player's rows of one round at most: bets that stand, and those that he has taken back. */
export const MOST_ROWS_OF_ROUND = MOST_BETS_OF_ROUND + MOST_TAKEN_BACK

/** Own bets of a round and of the one that follows it. */
export const betsSince = (sql: Sql, userId: string, roundNo: bigint): Promise<BetRow[]> =>
  sql.query<BetRow>(
    `select ${BET_COLUMNS} from (select * from aviator_bets where user_id = $1 order by id desc limit $3) b
      where b.round_no >= $2 order by b.id`,
    [userId, roundNo, 2 * MOST_ROWS_OF_ROUND],
    'aviator-bets-since',
  )

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const betsOf = (sql: Sql, userId: string, before: string | null, limit: number): Promise<BetRow[]> =>
  sql.query<BetRow>(
    `select ${BET_COLUMNS} from aviator_bets b where user_id = $1 and id < $2 order by id desc limit $3`,
    [userId, before ?? AFTER_ALL, limit],
    'aviator-bets-of',
  )

/** Bets of a round but for those that were taken back; of one that was broken off, those that were refunded too. */
const STATUS = `b.round_no = $1 and (b.state <> 'refunded'
  or exists (select from aviator_rounds r where r.no = $1 and r.state in ('interrupted', 'void')))`

/** The bets and greatest listed ones of a round. */
export async function liveBets(sql: Sql, roundNo: bigint, most: number) {
  const [[totals], listed] = await Promise.all([
    sql.query<{ bets: bigint; staked: bigint }>(
      `select count(*) as bets, coalesce(sum(stake), 0)::bigint as staked from aviator_bets b where ${STATUS}`,
      [roundNo],
      'aviator-live-totals',
    ),
    sql.query<BetRow>(
      `select ${BET_COLUMNS} from aviator_bets b where ${STATUS} order by stake desc, id limit $2`,
      [roundNo, most],
      'aviator-live-bets',
    ),
  ])
  return { bets: Number(totals?.bets ?? 0n), staked: ugx(totals?.staked ?? 0n), listed }
}

/** The greatest wins of a Kampala day, or of all. */
export const topWins = (sql: Sql, day: string | null, most: number): Promise<BetRow[]> =>
  day === null
    ? sql.query<BetRow>(
        `select ${BET_COLUMNS} from aviator_bets b where state = 'cashed-out' order by payout desc limit $1`,
        [most],
        'aviator-top-all',
      )
    : sql.query<BetRow>(
        `select ${BET_COLUMNS} from aviator_bets b where state = 'cashed-out' and won_on = $1::date order by payout desc limit $2`,
        [day, most],
        'aviator-top-day',
      )
