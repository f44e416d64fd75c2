import { sql } from 'kysely'
import type { BetInput } from '@mupiira/contract/bets.ts'
import type { DelayedBetRejection, GameMoment } from '@mupiira/domain/in-play/delayed-bet.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { OddsPolicy } from '@mupiira/domain/odds/odds-policy.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { dueIds, type LeaseParams, leaseFor } from '../../../kernel/jobs/queue.ts'
import type { Explanations } from '../../wallet/index.ts'

/** What the server knew of a bet at one moment (INP-16): its games with their odds, and its selections. */
export type AcceptanceRecord = {
  readonly games: { readonly [gameId: string]: GameMoment & { readonly odds: OddsHundredths | null } }
  readonly legs: readonly RecordedLeg[]
}
export type RecordedLeg = {
  readonly gameId: string
  readonly match: string
  readonly market: MarketId
  readonly selection: string
  readonly label: string
  readonly odds: OddsHundredths
  readonly priceVersion: number
  readonly inPlay: boolean
}

/** A row of `delayed_bets`. Total odds are texts with two decimals. */
export type DelayedBetRow = {
  readonly id: string
  readonly userId: string
  readonly stake: Ugx
  readonly oddsPolicy: OddsPolicy
  readonly slip: BetInput
  readonly browser: Buffer | null
  readonly client: string
  readonly address: string
  readonly requestedOdds: string
  readonly acceptedOdds: string | null
  readonly atRequest: AcceptanceRecord
  readonly atDecision: AcceptanceRecord | null
  readonly state: 'waiting' | 'accepted' | 'rejected'
  readonly rejectedBecause: DelayedBetRejection | null
  readonly ticketId: string | null
  readonly createdAt: Date
  readonly decidesAt: Date
  readonly decidedAt: Date | null
}

/** The state is part of the SQL text, so that checks of the planner see it. */
const WAITING = sql.lit('waiting' as const)

const select = () =>
  q
    .selectFrom('delayed_bets')
    .select([
      'id',
      'user_id as userId',
      'stake',
      'odds_policy as oddsPolicy',
      'slip',
      'browser',
      'client',
      'address',
      'requested_odds as requestedOdds',
      'accepted_odds as acceptedOdds',
      'at_request as atRequest',
      'at_decision as atDecision',
      'state',
      'rejected_because as rejectedBecause',
      'ticket_id as ticketId',
      'created_at as createdAt',
      'decides_at as decidesAt',
      'decided_at as decidedAt',
    ])

const rowsOf = async (rows: Promise<unknown[]>): Promise<DelayedBetRow[]> => (await rows) as DelayedBetRow[]

const waitingById = statement((p: Params<{ ids: readonly string[] }>) =>
  select().where('id', '=', anyOf(p.ids)).where('state', '=', WAITING).orderBy('id'),
)
const lockById = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .selectFrom('delayed_bets')
    .select('id')
    .where('id', '=', anyOf(p.ids))
    .where('state', '=', WAITING)
    .orderBy('id')
    .forUpdate(),
)

export const waitingBets = (db: Sql, ids: readonly string[]): Promise<DelayedBetRow[]> =>
  rowsOf(db.run<unknown>(waitingById({ ids })))

const byId = statement((p: Params<{ ids: readonly string[] }>) => select().where('id', '=', anyOf(p.ids)))

export const betsById = async (db: Sql, ids: readonly string[]): Promise<Map<string, DelayedBetRow>> => {
  const rows = ids.length === 0 ? [] : await rowsOf(db.run<unknown>(byId({ ids })))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks the bets and returns the ids of those that still wait. Lock their accounts first. */
export const lockWaiting = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await tx.run(lockById({ ids }))).map(({ id }) => id))

const recent = statement((p: Params<{ userId: string; limit: number }>) =>
  select().where('user_id', '=', p.userId).orderBy('id', 'desc').limit(p.limit),
)
const ofUser = statement((p: Params<{ userId: string; id: string }>) =>
  select().where('user_id', '=', p.userId).where('id', '=', p.id),
)

/** The last bets of a player, newest first. */
export const recentBets = (db: Sql, userId: string, limit: number): Promise<DelayedBetRow[]> =>
  rowsOf(db.run<unknown>(recent({ userId, limit })))

export const betOfUser = async (db: Sql, userId: string, id: string): Promise<DelayedBetRow | null> =>
  (await rowsOf(db.run<unknown>(ofUser({ userId, id }))))[0] ?? null

const waitingIds = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('delayed_bets').select('id').where('user_id', '=', p.userId).where('next_at', 'is not', null),
)

/** The ids of a player's waiting bets. */
export const waitingBetsOf = async (db: Sql, userId: string): Promise<string[]> =>
  (await db.run(waitingIds({ userId }))).map(({ id }) => id)

const insert = insertRows('delayed_bets')

/** A row before its decision. */
export type NewDelayedBet = Omit<
  DelayedBetRow,
  'acceptedOdds' | 'atDecision' | 'state' | 'rejectedBecause' | 'ticketId' | 'decidedAt'
>

export async function addDelayedBets(tx: Tx, bets: readonly NewDelayedBet[]): Promise<void> {
  if (bets.length === 0) return
  const rows = bets.map((bet) => ({
    ...bet,
    slip: JSON.stringify(bet.slip),
    atRequest: JSON.stringify(bet.atRequest),
    state: 'waiting' as const,
    nextAt: bet.decidesAt,
  }))
  await tx.change(insert(rows))
}

const LEASE_MS = 5_000

const takeDue = statement((p: Params<LeaseParams>) =>
  q
    .updateTable('delayed_bets')
    .set({ next_at: p.leaseEndsAt })
    .where('id', '=', dueIds('delayed_bets', p))
    .returning('id'),
)

/** Takes due bets under a lease and returns their ids. */
export const takeDueBets = async (db: Sql, now: Date, limit: number): Promise<string[]> =>
  (await db.run(takeDue(leaseFor(LEASE_MS, now, limit)))).map(({ id }) => id)

const checkEarly = statement(
  (p: Params<{ gameIds: readonly string[]; now: Date }>) => sql`
    update delayed_bets set next_at = ${p.now}
     where id = any(array(select id from delayed_bets
                           where next_at is not null and next_at >= decides_at
                             and (at_request -> 'games') ?| ${p.gameIds}::text[]
                             for update skip locked))`,
)

/** Makes the waiting bets on these games due now, except those that are being checked. */
export const checkNow = async (db: Sql, gameIds: readonly string[], now: Date): Promise<void> => {
  if (gameIds.length > 0) await db.change(checkEarly({ gameIds, now }))
}

const postpone = statement(
  (p: Params<{ ids: readonly string[]; at: Date }>) => sql`
    update delayed_bets set next_at = greatest(decides_at, ${p.at}) where id = any(${p.ids}::uuid[]) and state = ${WAITING}`,
)

/** Makes waiting bets due again at a time, or at the end of their delay if that is later. */
export const checkAgain = async (tx: Tx, ids: readonly string[], at: Date): Promise<void> => {
  if (ids.length > 0) await tx.change(postpone({ ids, at }))
}

/** The decision of a bet: the ticket with its odds, or the reason of the rejection. */
export type Decision = {
  readonly id: string
  readonly atDecision: AcceptanceRecord
} & (
  | { readonly ticketId: string; readonly acceptedOdds: string; readonly rejectedBecause: null }
  | { readonly ticketId: null; readonly acceptedOdds: null; readonly rejectedBecause: DelayedBetRejection }
)

const end = statement(
  (
    p: Params<{
      ids: readonly string[]
      tickets: readonly (string | null)[]
      odds: readonly (string | null)[]
      reasons: readonly (string | null)[]
      records: readonly string[]
      at: Date
    }>,
  ) => sql`
    update delayed_bets b
       set state = case when d.reason is null then 'accepted' else 'rejected' end, rejected_because = d.reason,
           ticket_id = d.ticket_id, accepted_odds = d.odds, at_decision = d.record, decided_at = ${p.at}, next_at = null
      from unnest(${p.ids}::uuid[], ${p.tickets}::uuid[], ${p.odds}::numeric[], ${p.reasons}::text[],
                  ${p.records}::jsonb[]) as d (id, ticket_id, odds, reason, record)
     where b.id = d.id`,
)

/** Ends bets that `lockWaiting` has locked. */
export async function endDelayedBets(tx: Tx, decisions: readonly Decision[], at: Date): Promise<void> {
  await tx.change(
    end({
      ids: decisions.map(({ id }) => id),
      tickets: decisions.map(({ ticketId }) => ticketId),
      odds: decisions.map(({ acceptedOdds }) => acceptedOdds),
      reasons: decisions.map(({ rejectedBecause }) => rejectedBecause),
      records: decisions.map(({ atDecision }) => JSON.stringify(atDecision)),
      at,
    }),
  )
}

const reserved = q.selectFrom('delayed_bets')

/** The records that explain the reserved stakes in the ledger check. */
export const DELAYED_BET_POSTINGS: Explanations = {
  'bet-hold': [reserved.select(['id as reference', sql<bigint>`-stake`.as('amount')])],
  'bet-release': [reserved.select(['id as reference', 'stake as amount']).where('state', '<>', WAITING)],
}
