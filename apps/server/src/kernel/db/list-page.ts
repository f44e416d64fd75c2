import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isId } from '../ids.ts'
import { q } from './query.ts'
import type { Sql } from './sql.ts'

/** Lists count matching rows up to this number and then show "10,000+". */
export const COUNT_LIMIT = 10_000

/**
 * The requested page of a list. With `after`, the page contains the rows after a given row, so new rows never make a
 * row appear twice.
 */
export type PageRequest = {
  readonly page: number
  readonly pageSize: number
  readonly after: ListCursor | null
  /** `stake` or `-stake`, see `sortBy` of the contract. Newest first by default. */
  readonly sort?: string | undefined
  /** False for exports, which need no number of matches. */
  readonly isCounted?: false
}
/** The last row of a page. `at` is its time as `exactTime` writes it. */
export type ListCursor = { readonly at: string; readonly id: string }
export type ListPage<Row> = { readonly items: Row[]; readonly hasMore: boolean; readonly nextCursor: string | null }
export type CappedTotal = { readonly total: number; readonly isTotalCapped: boolean }

/** A timestamp with microseconds. A `Date` drops them, so a cursor with a `Date` could skip rows of a millisecond. */
export const exactTime = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Condition for the rows after a cursor, newest first. */
export const isOlder = (column: string, id: string, after: ListCursor) => isAfterCursor(column, id, after, 'desc')

/** Condition for the rows after a cursor, in either order. */
export const isAfterCursor = (column: string, id: string, after: ListCursor, order: 'asc' | 'desc') =>
  sql<boolean>`(${sql.ref(column)}, ${sql.ref(id)}) ${sql.raw(order === 'desc' ? '<' : '>')}
    (${after.at}::timestamptz, ${after.id}::uuid)`

/** The direction in which a list is sorted by time. */
export const timeOrder = ({ sort }: Pick<PageRequest, 'sort'>): 'asc' | 'desc' => (sort === 'date' ? 'asc' : 'desc')

/** The column and order of a list that is not sorted by time; null otherwise. */
export function valueOrder({
  sort = '',
}: Pick<PageRequest, 'sort'>): { readonly column: string; readonly order: 'asc' | 'desc' } | null {
  const column = sort.replace(/^-/, '')
  return column === '' || column === 'date' ? null : { column, order: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** `2026-11-21T12:00:00.000000Z,<id>`. */
const writeCursor = ({ at, id }: ListCursor): string => `${at},${id}`

/** Null for a cursor that this server did not issue. */
export function readCursor(text: string): ListCursor | null {
  const [at = '', id = ''] = text.split(',')
  const seconds = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3,6}Z$/.exec(at)?.[1]
  if (seconds === undefined || !isId(id)) return null
  // PostgreSQL refuses 30 February. `Date` converts it to 2 March.
  const time = new Date(`${seconds}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds) ? { at, id } : null
}

/**
 * Selects one row more than the page holds, in the order of the list. Select only the ids here and join the other
 * columns afterwards, so that skipped rows are not read. `sorts` maps each sort that is not by time to its column of
 * `t` or an expression.
 */
export function selectPageRows<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  pageRequest: PageRequest,
  sorts: { readonly [sort: string]: string | RawBuilder<unknown> } = {},
): SelectQueryBuilder<Tables, Table, Row & { at: string }> {
  const { page, pageSize, after } = pageRequest
  const value = valueOrder(pageRequest)
  const column = value === null ? undefined : sorts[value.column]
  if (value !== null && column !== undefined) {
    const newest = query
      .select([sql`t.created_at`.as('at'), (typeof column === 'string' ? sql.ref(`t.${column}`) : column).as('value')])
      .orderBy(sql`t.created_at`, 'desc')
      .orderBy(sql`t.id`, 'desc')
      .limit(COUNT_LIMIT)
    return q
      .selectFrom(newest.as('newest'))
      .selectAll()
      .orderBy(sql`value`, value.order)
      .orderBy(sql`at`, 'desc')
      .orderBy(sql`id`, 'desc')
      .limit(pageSize + 1)
      .offset((page - 1) * pageSize) as unknown as SelectQueryBuilder<Tables, Table, Row & { at: string }>
  }
  const order = timeOrder(pageRequest)
  const inOrder = query
    .select(exactTime('t.created_at').as('at'))
    .orderBy(sql`t.created_at`, order)
    .orderBy(sql`t.id`, order)
    .limit(pageSize + 1)
    .$castTo<Row & { at: string }>()
  return after === null
    ? inOrder.offset((page - 1) * pageSize)
    : inOrder.where(isAfterCursor('t.created_at', 't.id', after, order))
}

/** A page and the number of matches. No rows are read beyond the last page. */
export async function listPage<Tables, Table extends keyof Tables, Selected, Row extends ListCursor>(
  db: Sql,
  matches: SelectQueryBuilder<Tables, Table, Selected>,
  pageRequest: PageRequest,
  rows: () => Promise<readonly Row[]>,
): Promise<ListPage<Row> & CappedTotal> {
  const skipped = pageRequest.after === null ? (pageRequest.page - 1) * pageRequest.pageSize : 0
  if (pageRequest.isCounted === false) return { ...pageOf(await rows(), pageRequest), ...NOT_COUNTED }
  const counting = cappedTotal(db, matches)
  const isPastEnd = skipped > 0 && (await counting).total <= skipped && !(await counting).isTotalCapped
  const [found, total] = await Promise.all([isPastEnd ? [] : rows(), counting])
  return { ...pageOf(found, pageRequest), ...total }
}

const NOT_COUNTED: CappedTotal = { total: 0, isTotalCapped: false }

/** Makes a page from rows, which include one row more than the page holds. Only lists in order of time have cursors. */
export function pageOf<Row extends ListCursor>(rows: readonly Row[], pageRequest: PageRequest): ListPage<Row> {
  const { pageSize } = pageRequest
  const items = rows.slice(0, pageSize)
  const last = items.at(-1)
  const hasMore = rows.length > pageSize
  return {
    items,
    hasMore,
    nextCursor: hasMore && last !== undefined && valueOrder(pageRequest) === null ? writeCursor(last) : null,
  }
}

/** The number of matches, exact up to the limit. */
export async function cappedTotal<Tables, Table extends keyof Tables, Row>(
  db: Sql,
  matches: SelectQueryBuilder<Tables, Table, Row>,
): Promise<CappedTotal> {
  const row = await db.first(
    q
      .selectFrom(
        matches
          .clearSelect()
          .select(sql<number>`1`.as('one'))
          .limit(COUNT_LIMIT + 1)
          .as('matches'),
      )
      .select(({ fn }) => fn.countAll<bigint>().as('count')),
  )
  const count = Number(row?.count ?? 0n)
  return { total: Math.min(count, COUNT_LIMIT), isTotalCapped: count > COUNT_LIMIT }
}

const EXPORTED_AT_ONCE = 1_000

/**
 * All rows of a list in its order, read page by page, so that an export is never held in memory. Lists sort at most
 * 10,000 rows by a value (`selectPageRows`): longer exports are in order of time, newest first.
 */
export async function* everyPage<Row>(
  read: (pageRequest: PageRequest) => Promise<Pick<ListPage<Row>, 'items' | 'nextCursor'>>,
  sort?: string,
): AsyncGenerator<readonly Row[]> {
  if (valueOrder({ sort }) !== null) {
    const { items } = await read({ page: 1, pageSize: COUNT_LIMIT, after: null, sort, isCounted: false })
    if (items.length < COUNT_LIMIT) {
      yield items
      return
    }
  }
  const order = sort === 'date' ? { sort } : {}
  let after: ListCursor | null = null
  do {
    const {
      items,
      nextCursor,
    }: Pick<ListPage<Row>, 'items' | 'nextCursor'> = await read({
      page: 1,
      pageSize: EXPORTED_AT_ONCE,
      after,
      isCounted: false,
      ...order,
    })
    yield items
    after = nextCursor === null ? null : readCursor(nextCursor)
  } while (after !== null)
}
