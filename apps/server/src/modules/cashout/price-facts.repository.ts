import { sql } from 'kysely'
import { type Params, statement } from '../../kernel/db/query.ts'
import { deleteInChunks } from '../../kernel/db/delete-in-chunks.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { StoredFacts } from './price-facts.ts'

export type NewFacts = { readonly gameId: string; readonly at: Date; readonly facts: string }

const insert = statement(
  (p: Params<{ gameIds: readonly string[]; times: readonly Date[]; facts: readonly string[] }>) => sql`
    insert into game_price_facts (game_id, at, facts)
    select * from unnest(${p.gameIds}::uuid[], ${p.times}::timestamptz[], ${p.facts}::jsonb[])
    on conflict do nothing`,
)

/** Stores facts that have changed. A change that is stored already is skipped. */
export async function addFacts(db: Sql, rows: readonly NewFacts[]): Promise<void> {
  if (rows.length === 0) return
  const gameIds = rows.map(({ gameId }) => gameId)
  await db.change(insert({ gameIds, times: rows.map(({ at }) => at), facts: rows.map(({ facts }) => facts) }))
}

type Span = { readonly gameIds: readonly string[]; readonly from: Date; readonly until: Date }

const sampled = statement(
  (p: Params<Span & { parts: number }>) => sql<{ at: Date }>`
    with changes as (
      select distinct at from game_price_facts
       where game_id = any(${p.gameIds}::uuid[]) and at > ${p.from} and at < ${p.until}
    ), numbered as (
      select at, row_number() over (order by at) as number, count(*) over () as total from changes
    )
    select at from numbered
     where number % (1 << greatest(0, ceil(log(2, total::numeric / ${p.parts}::int)))::int) = 0 order by at`,
)

/**
 * Times at which facts of these games changed, at most that many: every change, or every second, fourth or eighth one
 * from the beginning, so that later changes leave the earlier times as they are.
 */
export const changeTimes = async (db: Sql, span: Span, parts: number): Promise<Date[]> =>
  (await db.run(sampled({ ...span, parts }))).map(({ at }) => at)

export type FactsAt = { readonly at: Date; readonly gameId: string; readonly facts: StoredFacts }

const inForce = statement(
  (p: Params<{ gameIds: readonly string[]; times: readonly Date[] }>) => sql<FactsAt>`
    select moment.at, game.id as "gameId", found.facts
      from unnest(${p.times}::timestamptz[]) as moment (at)
     cross join unnest(${p.gameIds}::uuid[]) as game (id)
     cross join lateral (select facts from game_price_facts
                          where game_id = game.id and at <= moment.at order by at desc limit 1) found`,
)

/** The facts of each game at each time. A game without facts at a time is absent. */
export const factsAt = (db: Sql, gameIds: readonly string[], times: readonly Date[]): Promise<FactsAt[]> =>
  db.run(inForce({ gameIds, times }))

export const deleteFactsBefore = (db: Sql, before: Date): Promise<number> =>
  deleteInChunks(
    db,
    (limit) => sql`
      delete from game_price_facts where (game_id, at) in (
        select game_id, at from game_price_facts where at < ${before} order by at limit ${limit})`,
  )
