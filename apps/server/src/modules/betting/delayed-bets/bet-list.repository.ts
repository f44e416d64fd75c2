import { sql } from 'kysely'
import type { DelayedBetRejection } from '@mupiira/domain/in-play/delayed-bet.ts'
import {
  type CappedTotal,
  COUNT_LIMIT,
  listPage,
  type ListPage,
  type PageRequest,
  selectPageRows,
} from '../../../kernel/db/list-page.ts'
import { anyOf, q } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { betsById, type DelayedBetRow } from './delayed-bets.repository.ts'

/** The bets on live games that staff has filtered for. */
export type DelayedBetFilter = {
  readonly state: DelayedBetRow['state'] | null
  readonly reason: DelayedBetRejection | null
  /** null for all players. */
  readonly userIds: readonly string[] | null
  readonly game: string | null
  /** Requested from `from` (inclusive) to `until` (exclusive). */
  readonly from: Date | null
  readonly until: Date | null
}

function filtered({ state, reason, userIds, game, from, until }: DelayedBetFilter) {
  let query = q.selectFrom('delayed_bets as t')
  if (state === 'waiting') query = query.where('t.next_at', 'is not', null)
  if (state !== null) query = query.where('t.state', '=', state)
  if (reason !== null) query = query.where('t.rejected_because', '=', reason)
  if (userIds !== null) query = query.where('t.user_id', '=', anyOf([...userIds]))
  if (game !== null) query = query.where(sql<boolean>`delayed_bet_games(t.at_request) @> array[${game}]::text[]`)
  if (from !== null) query = query.where('t.created_at', '>=', from)
  if (until !== null) query = query.where('t.created_at', '<', until)
  return query
}

const SORTS = {
  stake: 'stake',
  requested: 'requested_odds',
  accepted: sql`coalesce(t.accepted_odds, 0)`,
  state: 'state',
}

/** One page of matching bets, newest first. */
export async function delayedBetsOnPage(
  db: Sql,
  filter: DelayedBetFilter,
  pageRequest: PageRequest,
): Promise<ListPage<DelayedBetRow> & CappedTotal> {
  const matches = filtered(filter)
  const { items, ...page } = await listPage(db, matches, pageRequest, () =>
    db.run(selectPageRows(matches.select('t.id'), pageRequest, SORTS)),
  )
  const rows = await betsById(
    db,
    items.map(({ id }) => id),
  )
  return { items: items.flatMap(({ id }) => rows.get(id) ?? []), ...page }
}

export type DelayedBetCount = {
  readonly state: DelayedBetRow['state']
  readonly reason: DelayedBetRejection | null
  readonly bets: number
}

/** The number of bets by state and reason, among the newest matches. */
export async function delayedBetCounts(db: Sql, filter: DelayedBetFilter): Promise<DelayedBetCount[]> {
  const newest = filtered(filter)
    .select(['t.state', 't.rejected_because as reason'])
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(COUNT_LIMIT)
  const rows = await db.run(
    q
      .selectFrom(newest.as('newest'))
      .select(['state', 'reason', sql<number>`count(*)::int`.as('bets')])
      .groupBy(['state', 'reason'])
      .orderBy('bets', 'desc'),
  )
  return rows as DelayedBetCount[]
}
