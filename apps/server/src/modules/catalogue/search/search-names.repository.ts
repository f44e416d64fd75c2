import { sql } from 'kysely'
import { pageOf, type ListPage, type PageRequest, selectPageRows } from '../../../kernel/db/list-page.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { SearchName, SimilarName } from './rank-games.ts'

export type SearchNameRow = SearchName & { readonly id: string; readonly updatedAt: Date }

const COLUMNS = ['id', 'kind', 'name', 'country', 'aliases', 'importance', 'updated_at as updatedAt'] as const

const all = statement(() => q.selectFrom('search_names').select(COLUMNS).orderBy('id'))

export const allSearchNames = (db: Sql): Promise<SearchNameRow[]> => db.run(all({})) as Promise<SearchNameRow[]>

const SORTS = { name: sql`lower(t.name)`, kind: 'kind', rank: 'importance' }

/** A page of names, newest first by default. `words`: a part of the name or of an alias. */
export async function searchNamesPage(
  db: Sql,
  { words, kind }: { readonly words: string | undefined; readonly kind: SearchName['kind'] | undefined },
  pageRequest: PageRequest,
): Promise<ListPage<SearchNameRow>> {
  let names = q.selectFrom('search_names as t').select(COLUMNS)
  if (kind !== undefined) names = names.where('kind', '=', kind)
  if (words !== undefined)
    names = names.where(
      sql<boolean>`strpos(search_fold(array_to_string(aliases || name, ' ')), search_fold(${words})) > 0`,
    )
  const rows = selectPageRows(names, pageRequest, SORTS).$castTo<SearchNameRow & { readonly at: string }>()
  return pageOf(await db.run(rows), pageRequest)
}

const byId = statement((p: Params<{ id: string }>) =>
  q.selectFrom('search_names').select(COLUMNS).where('id', '=', p.id).forUpdate(),
)

/** Locks the row until the transaction ends. */
export const lockSearchName = async (tx: Tx, id: string): Promise<SearchNameRow | null> =>
  ((await tx.first(byId({ id }))) as SearchNameRow | undefined) ?? null

/** `aliases` has the type of the column, which is not readonly. */
type NewName = Omit<SearchNameRow, 'aliases'> & { readonly aliases: string[] }

const insert = statement((p: Params<NewName>) =>
  q
    .insertInto('search_names')
    .values({
      id: p.id,
      kind: p.kind,
      name: p.name,
      country: p.country,
      aliases: p.aliases,
      importance: p.importance,
      created_at: p.updatedAt,
      updated_at: p.updatedAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'name', 'country']).doNothing()),
)

/** False if the club or league already has a row. */
export const insertSearchName = async (tx: Tx, name: NewName): Promise<boolean> => (await tx.change(insert(name))) === 1

const update = statement((p: Params<Pick<NewName, 'id' | 'aliases' | 'importance' | 'updatedAt'>>) =>
  q
    .updateTable('search_names')
    .set({ aliases: p.aliases, importance: p.importance, updated_at: p.updatedAt })
    .where('id', '=', p.id),
)

export const updateSearchName = (
  tx: Tx,
  change: Pick<NewName, 'id' | 'aliases' | 'importance' | 'updatedAt'>,
): Promise<number> => tx.change(update(change))

const remove = statement((p: Params<{ id: string }>) => q.deleteFrom('search_names').where('id', '=', p.id))

export const deleteSearchName = (tx: Tx, id: string): Promise<number> => tx.change(remove({ id }))

const similar = statement(
  (p: Params<{ words: string }>) => sql<SimilarName>`select kind, name, similarity from similar_names(${p.words})`,
)

/** Clubs and leagues that are spelled like the words (pg_trgm, unaccent), the most similar first. */
export const similarNames = (db: Sql, words: string): Promise<SimilarName[]> => db.run(similar({ words }))
