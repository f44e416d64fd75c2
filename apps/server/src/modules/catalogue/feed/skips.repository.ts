import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { FeedSkips } from '../../../kernel/db/database-types.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { FeedGame } from '../ports.ts'

type Reason = FeedSkips['reason']
/** A reported match that is left out. */
export type Skip = { readonly match: FeedGame; readonly reason: Exclude<Reason, 'existing game'> }

/** A match as staff see it. */
export type SkippedMatch = {
  readonly matchId: string
  readonly reason: Reason
  readonly name: string
  readonly league: string
  readonly startTime: Date
}

/** A skipped match is stored at most this often, because a feed repeats its matches in every response. */
const STORED_EVERY = sql`interval '10 minutes'`
const MAX_SKIPS = 50
const MAX_LENGTH = 200
/** How long a match is shown to staff after it was last skipped. */
const SHOWN_MS = 30 * MINUTE_MS

const insert = insertRows('feed_skips', (into) =>
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
      .where(
        sql<boolean>`feed_skips.reason <> excluded.reason or feed_skips.reported_at < excluded.reported_at - ${STORED_EVERY}`,
      ),
  ),
)

const known = statement((p: Params<{ ids: readonly string[] }>) =>
  q.selectFrom('feed_links').select('feed_match_id as id').where('feed_match_id', '=', anyOf(p.ids)),
)

/** PostgreSQL cannot store the character NUL. */
const storableText = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_LENGTH)

export async function storeSkips(db: Sql, skips: readonly Skip[], now: Date): Promise<void> {
  // Keyed by the stored id, because two long ids may be equal after they are cut.
  const rows = new Map(skips.map((skip) => [storableText(skip.match.matchId), skip]))
  const games = new Set((await db.run(known({ ids: [...rows.keys()] }))).map(({ id }) => id))
  await db.change(
    insert(
      [...rows]
        // Sorted, so that two nodes do not deadlock.
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, { match, reason }]) => ({
          matchId: id,
          reason: games.has(id) ? 'existing game' : reason,
          name: storableText(`${match.homeTeam} vs ${match.awayTeam}`),
          league: storableText(match.league),
          startTime: match.startsAt,
          reportedAt: now,
        })),
    ),
  )
}

const recent = statement((p: Params<{ since: Date; startedSince: Date }>) =>
  q
    .selectFrom('feed_skips')
    .select(['match_id as matchId', 'reason', 'name', 'league', 'start_time as startTime'])
    .where('reported_at', '>=', p.since)
    .where('start_time', '>=', p.startedSince)
    .orderBy('start_time')
    .orderBy('match_id')
    .limit(MAX_SKIPS),
)

/** Matches that were skipped in the last half hour and are not long over, the earliest start first. */
export const skippedMatches = (db: Sql, now: Date): Promise<SkippedMatch[]> =>
  db.run(recent({ since: new Date(now.getTime() - SHOWN_MS), startedSince: new Date(now.getTime() - DAY_MS) }))

const old = statement((p: Params<{ before: Date }>) => q.deleteFrom('feed_skips').where('reported_at', '<', p.before))

export const pruneSkips = (db: Sql, now: Date): Promise<number> =>
  db.change(old({ before: new Date(now.getTime() - SHOWN_MS) }))
