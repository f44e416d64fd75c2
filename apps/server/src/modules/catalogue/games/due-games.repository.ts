import { sql } from 'kysely'
import { type Params, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'

const start = statement(
  (p: Params<{ now: Date; after: Date }>) => sql<{ id: string }>`
    with started as (
      update games g set status = 'live', updated_at = ${p.now},
             first_live_at = case when source = 'hand' then start_time else first_live_at end
        from game_results r
       where r.game_id = g.id and not r.held and g.status = 'upcoming' and g.start_time <= ${p.now} and g.start_time > ${p.after}
      returning g.id)
    update game_offers o set offer_version = offer_version + 1 from started where o.game_id = started.id returning started.id`,
)

/**
 * Starts the games whose start has passed since `after`, including feed games. The feed then reports the minute and the
 * actual kick-off, which voids late bets.
 */
export const startDueGames = async (tx: Tx, now: Date, after: Date): Promise<string[]> =>
  (await tx.run(start({ now, after }))).map(({ id }) => id)

const lock = statement(
  (p: Params<{ now: Date; dayAgo: Date; after: string | null; limit: number }>) => sql<{ id: string }>`
    select g.id from games g join game_results r on r.game_id = g.id
     where r.result_version = 0 and g.start_time <= ${p.now} and (${p.after}::uuid is null or g.id > ${p.after}) and (
       (g.source = 'hand' and g.status in ('upcoming', 'live'))
       or (g.status in ('upcoming', 'live', 'postponed', 'abandoned', 'finished') and g.start_time <= ${p.dayAgo}))
     order by g.id limit ${p.limit} for no key update of g skip locked`,
)

/** Locks the next batch of manual games that have begun and games that may be due for a decision by time (D15, D20). */
export const lockDueGames = async (tx: Tx, due: Parameters<typeof lock>[0]): Promise<string[]> =>
  (await tx.run(lock(due))).map(({ id }) => id)
