import { sql } from 'kysely'
import { MAX_BETS_PER_ROUND, MAX_CANCELLED_BETS } from '@mupiira/domain/aviator/bet-rules.ts'
import { HIGHEST_CRASH } from '@mupiira/domain/aviator/growth.ts'
import type { RoundState } from '@mupiira/domain/aviator/states.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Explanations } from '../../wallet/index.ts'
import { type Bet, type BetClosing, endedBet } from './bet.ts'

const BET_COLUMNS = [
  'b.id',
  'b.round_no as roundNo',
  'b.user_id as userId',
  'b.stake',
  'b.target',
  'b.auto',
  'b.state',
  'b.multiplier',
  'b.payout',
  'b.placed_at as placedAt',
  'b.decided_at as decidedAt',
] as const

const selectBets = () => q.selectFrom('aviator_bets as b').select(BET_COLUMNS).$narrowType<Bet>()

/** Maximum number of rows of a player in one round: open and cancelled bets. */
const MAX_ROWS_PER_ROUND = MAX_BETS_PER_ROUND + MAX_CANCELLED_BETS

/** The greatest possible win of a bet, like the domain's `maxWin`. */
const GREATEST_WIN = sql<bigint>`stake * coalesce(target, ${sql.lit(HIGHEST_CRASH)}) / 100`

// Placing bets

export type NewBet = Bet & { readonly client: string; readonly address: string }

const insert = insertRows('aviator_bets')

export const insertBets = (tx: Tx, bets: readonly NewBet[]): Promise<number> => tx.change(insert(bets))

/** A player's valid bets of a round, and the sum of their greatest wins. */
export type BetsOfRound = { readonly count: number; readonly winsUgx: Ugx }

const ofRound = statement(
  (p: Params<{ roundNo: bigint; userIds: readonly string[]; limit: number }>) =>
    sql<{ userId: string; bets: bigint; wins: bigint }>`
      select user_id as "userId", count(*) as bets, sum(${GREATEST_WIN})::bigint as wins
        from unnest(${p.userIds}::uuid[]) as player (id) cross join lateral (
          select user_id, round_no, state, stake, target from aviator_bets
           where user_id = player.id order by id desc limit ${p.limit}) b
       where round_no = ${p.roundNo} and state <> 'refunded' group by user_id`,
)

export async function betsOfRound(
  tx: Tx,
  roundNo: bigint,
  userIds: readonly string[],
): Promise<Map<string, BetsOfRound>> {
  const rows = await tx.run(ofRound({ roundNo, userIds: [...new Set(userIds)], limit: MAX_ROWS_PER_ROUND }))
  return new Map(rows.map(({ userId, bets, wins }) => [userId, { count: Number(bets), winsUgx: ugx(wins) }]))
}

const byAddress = statement((p: Params<{ roundNo: bigint }>) =>
  q
    .selectFrom('aviator_bets')
    .select(['address', sql<bigint>`sum(${GREATEST_WIN})::bigint`.as('wins')])
    .where('round_no', '=', p.roundNo)
    .where('state', '<>', 'refunded')
    .groupBy('address'),
)

/** The greatest wins of a round's bets by client address. */
export const winsByAddress = (tx: Tx, roundNo: bigint): Promise<{ address: string; wins: bigint }[]> =>
  tx.run(byAddress({ roundNo }))

// Ending bets

/** A bet with the state of its round. */
export type BetInRound = Bet & {
  readonly roundState: RoundState
  readonly fliesAt: Date | null
  readonly heartbeatAt: Date | null
}

const inRound = statement((p: Params<{ ids: readonly string[] }>) =>
  selectBets()
    .innerJoin('aviator_rounds as r', 'r.no', 'b.round_no')
    .select(['r.state as roundState', 'r.flies_at as fliesAt', 'r.heartbeat_at as heartbeatAt'])
    .where('b.id', '=', anyOf(p.ids)),
)

export const betsInRounds = async (tx: Tx, ids: readonly string[]): Promise<BetInRound[]> =>
  (await tx.run(inRound({ ids }))) as BetInRound[]

const end = statement(
  (
    p: Params<{
      ids: readonly string[]
      states: readonly string[]
      multipliers: readonly (number | null)[]
      payouts: readonly bigint[]
      received: readonly (Date | null)[]
      now: Date
      day: string
    }>,
  ) => sql`
    update aviator_bets b
       set state = e.state, multiplier = e.multiplier, payout = e.payout, received_at = e.received_at,
           decided_at = ${p.now}, won_on = case when e.state = 'cashed-out' then ${p.day}::date end
      from unnest(${p.ids}::uuid[], ${p.states}::text[], ${p.multipliers}::int[], ${p.payouts}::bigint[],
                  ${p.received}::timestamptz[]) as e (id, state, multiplier, payout, received_at)
     where b.id = e.id and (b.state = 'placed' or (b.state = 'lost' and e.state = 'cashed-out'))`,
)

/**
 * Stores the ends of bets whose accounts are locked. A cash-out may also replace a loss. Throws if a bet has ended
 * otherwise.
 */
export async function endBets(tx: Tx, endings: readonly BetClosing[], now: Date): Promise<void> {
  const bets = endings.map((ending) => endedBet(ending, now))
  const changed = await tx.change(
    end({
      ids: bets.map(({ id }) => id),
      states: bets.map(({ state }) => state),
      multipliers: bets.map(({ multiplier }) => multiplier),
      payouts: bets.map(({ payout }) => payout),
      received: endings.map(({ receivedAt }) => receivedAt),
      now,
      day: dayKey(now),
    }),
  )
  if (changed !== bets.length) throw new Error('a bet was decided twice')
}

const reached = statement((p: Params<{ roundNo: bigint; upTo: number | null; limit: number }>) =>
  q
    .selectFrom('aviator_bets')
    .select(['id', 'user_id as userId'])
    .where('round_no', '=', p.roundNo)
    .where('state', '=', 'placed')
    .where(sql<boolean>`(${p.upTo}::int is null or target <= ${p.upTo}::int)`)
    .orderBy('user_id')
    .limit(p.limit),
)

/** Open bets of a round: all, or only bets with a target up to `upTo`. */
export const openBets = (
  sql: Sql,
  of: { readonly roundNo: bigint; readonly upTo: number | null; readonly limit: number },
): Promise<{ id: string; userId: string }[]> => sql.run(reached(of))

const openByIds = statement((p: Params<{ ids: readonly string[] }>) =>
  selectBets().where('id', '=', anyOf(p.ids)).where('state', '=', 'placed').orderBy('id'),
)

export const openBetsOf = async (tx: Tx, ids: readonly string[]): Promise<Bet[]> => tx.run(openByIds({ ids }))

const lost = (roundNo: Params<{ roundNo: bigint }>['roundNo'], crash: Params<{ crash: number }>['crash']) =>
  q
    .selectFrom('aviator_bets')
    .select('id')
    .where('round_no', '=', roundNo)
    .where('state', '=', 'placed')
    .where(sql<boolean>`(target is null or target > ${crash}::int)`)

const lose = statement((p: Params<{ roundNo: bigint; crash: number; now: Date }>) =>
  q
    .updateTable('aviator_bets')
    .set({ state: 'lost', decided_at: p.now })
    .where('id', 'in', lost(p.roundNo, p.crash).forUpdate().skipLocked()),
)
const losingBets = statement((p: Params<{ roundNo: bigint; crash: number }>) => lost(p.roundNo, p.crash).limit(1))

/**
 * Marks the open bets whose target was not reached as lost, except locked ones. Returns false while such bets remain.
 */
export async function loseOpenBets(sql: Sql, roundNo: bigint, crash: number, now: Date): Promise<boolean> {
  await sql.change(lose({ roundNo, crash, now }))
  return (await sql.first(losingBets({ roundNo, crash }))) === undefined
}

// Cancelling bets

const ofPlayer = statement((p: Params<{ id: string; userId: string }>) =>
  selectBets().where('id', '=', p.id).where('user_id', '=', p.userId),
)

export const betOfPlayer = async (tx: Tx, id: string, userId: string): Promise<Bet | null> =>
  (await tx.first(ofPlayer({ id, userId }))) ?? null

const cancelled = statement((p: Params<{ userId: string; roundNo: bigint; limit: number }>) =>
  q
    .selectFrom((from) =>
      from
        .selectFrom('aviator_bets')
        .select(['round_no', 'state'])
        .where('user_id', '=', p.userId)
        .orderBy('id', 'desc')
        .limit(p.limit)
        .as('b'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('bets'))
    .where('round_no', '=', p.roundNo)
    .where('state', '=', 'refunded'),
)

/** How many bets the player has cancelled in a round. */
export async function countCancelled(tx: Tx, { userId, roundNo }: Bet): Promise<number> {
  const row = await tx.first(cancelled({ userId, roundNo, limit: 2 * MAX_ROWS_PER_ROUND }))
  return Number(row?.bets ?? 0n)
}

// Reading bets for screens

const since = statement((p: Params<{ userId: string; roundNo: bigint; limit: number }>) =>
  q
    .selectFrom((from) =>
      from
        .selectFrom('aviator_bets')
        .selectAll()
        .where('user_id', '=', p.userId)
        .orderBy('id', 'desc')
        .limit(p.limit)
        .as('b'),
    )
    .select(BET_COLUMNS)
    .$narrowType<Bet>()
    .where('b.round_no', '>=', p.roundNo)
    .orderBy('b.id'),
)

/** A player's bets of a round and of the next one. */
export const betsSince = async (sql: Sql, userId: string, roundNo: bigint): Promise<Bet[]> =>
  sql.run(since({ userId, roundNo, limit: 2 * MAX_ROWS_PER_ROUND }))

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const page = statement((p: Params<{ userId: string; before: string; limit: number }>) =>
  selectBets().where('user_id', '=', p.userId).where('id', '<', p.before).orderBy('id', 'desc').limit(p.limit),
)

export const betsOfPlayer = async (sql: Sql, userId: string, before: string | null, limit: number): Promise<Bet[]> =>
  sql.run(page({ userId, before: before ?? LAST_ID, limit }))

/** Cancelled bets are not shown; refunded bets of an interrupted round are. */
const shownBets = (roundNo: Params<{ roundNo: bigint }>['roundNo']) =>
  q.selectFrom('aviator_bets as b').where('b.round_no', '=', roundNo).where(sql<boolean>`(b.state <> 'refunded'
    or exists (select from aviator_rounds r where r.no = b.round_no and r.state in ('interrupted', 'void')))`)

const totals = statement((p: Params<{ roundNo: bigint }>) =>
  shownBets(p.roundNo).select(({ fn }) => [
    fn.countAll<bigint>().as('bets'),
    sql<bigint>`coalesce(sum(b.stake), 0)::bigint`.as('staked'),
  ]),
)
const highest = statement((p: Params<{ roundNo: bigint; limit: number }>) =>
  shownBets(p.roundNo).select(BET_COLUMNS).$narrowType<Bet>().orderBy('b.stake', 'desc').orderBy('b.id').limit(p.limit),
)

/** The number and sum of a round's bets, and the highest of them. */
export async function liveBets(sql: Sql, roundNo: bigint, limit: number) {
  const [sums, listed] = await Promise.all([sql.first(totals({ roundNo })), sql.run(highest({ roundNo, limit }))])
  return { bets: Number(sums?.bets ?? 0n), staked: ugx(sums?.staked ?? 0n), listed }
}

const wins = () => selectBets().where('state', '=', 'cashed-out').orderBy('payout', 'desc')
const topOfAll = statement((p: Params<{ limit: number }>) => wins().limit(p.limit))
const topOfDay = statement((p: Params<{ day: string; limit: number }>) =>
  wins().where('won_on', '=', p.day).limit(p.limit),
)

/** The highest wins of a day in Kampala, or of all time. */
export const topWins = async (sql: Sql, day: string | null, limit: number): Promise<Bet[]> =>
  sql.run(day === null ? topOfAll({ limit }) : topOfDay({ day, limit }))

const payouts = (state: 'cashed-out' | 'refunded') =>
  q
    .selectFrom('aviator_bets')
    .select(['id as reference', 'payout as amount'])
    .where('state', '=', state)
    .where('payout', '>', 0n)

/** The records that explain the postings of Aviator bets in the ledger check. */
export const AVIATOR_POSTINGS: Explanations = {
  bet: [q.selectFrom('aviator_bets').select(['id as reference', sql<bigint>`-stake`.as('amount')])],
  win: [payouts('cashed-out')],
  'void-refund': [payouts('refunded')],
}
