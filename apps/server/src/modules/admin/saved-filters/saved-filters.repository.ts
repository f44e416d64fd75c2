import { type RawBuilder, sql } from 'kysely'
import { MAX_SAVED_FILTERS } from '@mupiira/domain/access/console-lists.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

const COLUMNS = ['id', 'list', 'name', 'query'] as const
export type SavedFilterRow = { readonly [column in (typeof COLUMNS)[number]]: string }

const ofStaff = statement((p: Params<{ staffId: string }>) =>
  q.selectFrom('saved_filters').select(COLUMNS).where('staff_id', '=', p.staffId).orderBy('list').orderBy('name'),
)

export const savedFiltersOf = (db: Sql, staffId: string): Promise<SavedFilterRow[]> => db.run(ofStaff({ staffId }))

/** Separates the lock from other advisory locks. */
const LOCK_SEED = 38

const lockStaff = statement(
  (p: Params<{ staffId: string }>): RawBuilder<object> => sql<object>`
    select pg_advisory_xact_lock(hashtextextended(${p.staffId}::text, ${sql.lit(LOCK_SEED)}))`,
)

/** Orders the simultaneous requests of one member of staff, so that each finds a free place and a free name. */
export const lockFiltersOf = async (tx: Tx, staffId: string): Promise<void> =>
  void (await tx.run(lockStaff({ staffId })))

type NewFilter = SavedFilterRow & { readonly staffId: string; readonly now: Date }

/** The lowest free place of the list. No row is inserted if there is none, or if the name exists. */
const insert = statement(
  (p: Params<NewFilter>): RawBuilder<{ id: string }> => sql<{ id: string }>`
    insert into saved_filters (id, staff_id, list, name, query, place, created_at)
    select ${p.id}::uuid, ${p.staffId}::uuid, ${p.list}::text, ${p.name}::text, ${p.query}::text, free.place, ${p.now}::timestamptz
      from generate_series(1, ${sql.lit(MAX_SAVED_FILTERS)}) as free (place)
     where not exists (select from saved_filters f
                        where f.staff_id = ${p.staffId}::uuid and f.list = ${p.list}::text and f.place = free.place)
     order by free.place limit 1
    on conflict do nothing returning id`,
)

export const insertFilter = async (tx: Tx, filter: NewFilter): Promise<boolean> =>
  (await tx.first(insert(filter))) !== undefined

const named = statement((p: Params<{ staffId: string; list: string; name: string }>) =>
  q
    .selectFrom('saved_filters')
    .select('id')
    .where('staff_id', '=', p.staffId)
    .where('list', '=', p.list)
    .where('name', '=', p.name),
)

/** The id of the filter with this name. */
export const filterNamed = async (
  db: Sql,
  filter: { readonly staffId: string; readonly list: string; readonly name: string },
): Promise<string | null> => (await db.first(named(filter)))?.id ?? null

type Own = { readonly id: string; readonly staffId: string }

const own = statement((p: Params<Own>) =>
  q.selectFrom('saved_filters').select(COLUMNS).where('id', '=', p.id).where('staff_id', '=', p.staffId),
)

/** An own filter; null if it does not exist or is another person's. */
export const ownFilter = async (tx: Tx, filter: Own): Promise<SavedFilterRow | null> =>
  (await tx.first(own(filter))) ?? null

const rename = statement(
  (p: Params<{ id: string; name: string }>): RawBuilder<{ id: string }> => sql<{ id: string }>`
    update saved_filters s set name = ${p.name}::text
     where s.id = ${p.id}::uuid and not exists (
       select from saved_filters o where o.staff_id = s.staff_id and o.list = s.list and o.name = ${p.name}::text and o.id <> s.id)
    returning id`,
)

/** False if another filter of the list has this name. */
export const renameFilterRow = async (tx: Tx, id: string, name: string): Promise<boolean> =>
  (await tx.first(rename({ id, name }))) !== undefined

const remove = statement((p: Params<Own>) =>
  q.deleteFrom('saved_filters').where('id', '=', p.id).where('staff_id', '=', p.staffId),
)

export const deleteFilterRow = async (db: Sql, filter: Own): Promise<boolean> => (await db.change(remove(filter))) === 1
