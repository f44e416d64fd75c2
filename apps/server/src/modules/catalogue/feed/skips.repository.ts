import { sql } from 'kysely'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { FeedSkips } from '../../../kernel/db/database-types.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { FeedGame } from '../ports.ts'

/** A reported match that did not become a game. */
export type SkippedMatch = {
  readonly matchId: string
  readonly reason: FeedSkips['reason']
  readonly name: string
  readonly league: string
  readonly startTime: Date
}

/** A feed repeats its matches with every response. */
const STORED_EVERY = sql`interval '10 minutes'`
const MOST = 50
const LONGEST = 200
/** A match that is no longer reported, or long over, needs no attention. */
const SHOWN_MS = 24 * HOUR_MS

const insert = insertRows(
  'feed_skips',
  {
    match_id: 'text',
    reason: 'text',
    name: 'text',
    league: 'text',
    start_time: 'timestamptz',
    reported_at: 'timestamptz',
  },
  (into) =>
    into.onConflict((conflict) =>
      conflict
        .column('match_id')
        .doUpdateSet((eb) => ({
          reason: eb.ref('excluded.reason'),
          name: eb.ref('excluded.name'),
          league: eb.ref('excluded.league'),
          start_time: eb.ref('excluded.start_time'),
          reported_at: eb.ref('excluded.reported_at'),
        }))
        .where(sql<boolean>`feed_skips.reported_at < excluded.reported_at - ${STORED_EVERY}`),
    ),
)

/** PostgreSQL stores no NUL. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, LONGEST)

export const storeSkips = (
  db: Sql,
  reason: SkippedMatch['reason'],
  matches: readonly FeedGame[],
  now: Date,
): Promise<number> =>
  db.change(
    insert(
      matches.map(({ matchId, homeTeam, awayTeam, league, startsAt }) => ({
        match_id: storable(matchId),
        reason,
        name: storable(`${homeTeam} vs ${awayTeam}`),
        league: storable(league),
        start_time: startsAt,
        reported_at: now,
      })),
    ),
  )

const recent = statement((p: Params<{ since: Date }>) =>
  q
    .selectFrom('feed_skips')
    .select(['match_id as matchId', 'reason', 'name', 'league', 'start_time as startTime'])
    .where('reported_at', '>=', p.since)
    .where('start_time', '>=', p.since)
    .orderBy('start_time')
    .orderBy('match_id')
    .limit(MOST),
)

/** Recently skipped matches that are not over, the earliest start first. */
export const skippedMatches = (db: Sql, now: Date): Promise<SkippedMatch[]> =>
  db.run(recent({ since: new Date(now.getTime() - SHOWN_MS) }))

const old = statement((p: Params<{ before: Date }>) => q.deleteFrom('feed_skips').where('reported_at', '<', p.before))

export const pruneSkips = (db: Sql, now: Date): Promise<number> =>
  db.change(old({ before: new Date(now.getTime() - SHOWN_MS) }))
