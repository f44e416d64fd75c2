import { type RawBuilder, sql } from 'kysely'
import { ACCOUNT_STATUSES, type AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import {
  type CappedTotal,
  COUNT_LIMIT,
  exactTime,
  isAfterCursor,
  type ListPage,
  type PageRequest,
  pageOf,
  timeOrder,
  valueOrder,
} from '../../../kernel/db/list-page.ts'
import { anyOf, q } from '../../../kernel/db/query.ts'
import type { Db, Sql } from '../../../kernel/db/sql.ts'
import { type AccountCounts, countAccounts } from './account-figures.repository.ts'
import { PROFILE_COLUMNS, type Profile, readProfiles } from './profiles.repository.ts'

export type AccountSearch = {
  /** Each word matches any part of a phone number, e-mail, username or name. */
  readonly q?: string | undefined
  readonly status?: AccountStatus | undefined
  /** Only accounts with this tag. */
  readonly tag?: string | undefined
  /** Only these accounts. */
  readonly ids?: readonly string[] | undefined
}

/** A search first scans this many of the newest accounts, and more for each result of a later page. */
const SCANNED = 500
const SCANNED_PER_RESULT = 5
/** Maximum number of words of a search. Further words are ignored. */
const MAX_WORDS = 5

type Condition = RawBuilder<boolean>

const NOTHING = { items: [], hasMore: false, nextCursor: null }

/** Reads a page of these accounts in the order of their balances. */
export type IdsByBalance = (pageRequest: {
  readonly ids: readonly string[]
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}) => Promise<readonly string[]>

/** Accounts, newest first by default (ADMU-04), and the number of matches up to the limit of counting. */
export async function listAccounts(
  db: Db,
  { status, ...search }: AccountSearch,
  pageRequest: PageRequest,
  idsByBalance: IdsByBalance,
): Promise<ListPage<Profile> & CappedTotal> {
  const { page, pageSize, after } = pageRequest
  const offset = after === null ? (page - 1) * pageSize : 0
  const limit = pageSize + 1
  const order = timeOrder(pageRequest)
  const direction = sql.raw(order)
  const afterCursor = after === null ? sql<boolean>`true` : isAfterCursor('created_at', 'id', after, order)
  const searchConditions = conditionsOf(search)
  const conditions =
    status === undefined ? searchConditions : [...searchConditions, sql<boolean>`account_status = ${status}`]
  const where = sql`where ${sql.join([sql`true`, ...conditions], sql` and `)}`
  const find = async (source: RawBuilder<unknown>): Promise<ListPage<Profile>> => {
    const rows = await db.run(
      q
        .selectFrom('profiles as p')
        .select(PROFILE_COLUMNS)
        .select(exactTime('p.created_at').as('at'))
        .where(
          sql<boolean>`p.id = any (array(${source} order by created_at ${direction}, id ${direction} limit ${limit} offset ${offset}))`,
        )
        .orderBy('p.created_at', order)
        .orderBy('p.id', order),
    )
    return pageOf(rows, pageRequest)
  }
  const value = valueOrder(pageRequest)
  if (value !== null) {
    const ids = await idsByValue(db, where, { ...value, limit, offset }, idsByBalance)
    const profiles = await readProfiles(db, ids)
    const rows = ids.flatMap((id) => {
      const profile = profiles.get(id)
      return profile === undefined ? [] : [{ ...profile, at: '' }]
    })
    return { ...pageOf(rows, pageRequest), ...capped(await countFound(db, where)) }
  }
  if (searchConditions.length === 0) {
    const ofStatus = status === undefined ? afterCursor : sql<boolean>`account_status = ${status} and ${afterCursor}`
    const [found, counts] = await Promise.all([find(sql`select id from profiles where ${ofStatus}`), countAccounts(db)])
    return { ...found, ...capped(counts[status ?? 'total']) }
  }
  // All accounts that contain the words, found with the trigram index.
  const matching = sql`
    with every as materialized (select id, created_at from profiles ${where}) select id from every where ${afterCursor}`
  // Common words fill a page from the newest accounts in order. The scan is limited, because rare words may match only
  // old accounts.
  const amongNewest = sql`
    select id from (
      select id, created_at, account_status, phone_number, username, email, first_name, last_name
        from profiles where ${afterCursor} order by created_at ${direction}, id ${direction} limit ${SCANNED + SCANNED_PER_RESULT * (limit + offset)}
    ) newest ${where}`
  // Only searches for common words have later pages, so the search starts without waiting for the count.
  const earlySearch = offset > SCANNED ? find(amongNewest) : null
  earlySearch?.catch(() => undefined)
  const count = await countFound(db, where)
  if (count <= COUNT_LIMIT) return { ...(count <= offset ? NOTHING : await find(matching)), ...capped(count) }
  const newest = await (earlySearch ?? find(amongNewest))
  // The newest accounts did not fill the page.
  return { ...(newest.hasMore ? newest : await find(matching)), ...capped(count) }
}

/** The other values that the list is sorted by. Names are compared without regard to case. */
const VALUES: { readonly [sort: string]: RawBuilder<unknown> } = {
  first: sql`lower(first_name)`,
  last: sql`lower(last_name)`,
  username: sql`lower(username)`,
  status: sql`account_status`,
}

type ValuePage = {
  readonly column: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** A page of the newest accounts that match, in the order of their balances or of another value. */
async function idsByValue(
  db: Db,
  where: RawBuilder<unknown>,
  { column, order, limit, offset }: ValuePage,
  idsByBalance: IdsByBalance,
): Promise<readonly string[]> {
  const value = VALUES[column]
  const newest = sql`select id, created_at, ${value ?? sql`null`} as value from profiles ${where}
    order by created_at desc, id desc limit ${COUNT_LIMIT}`
  if (value === undefined) {
    const rows = await db.run(sql<{ id: string }>`select id from (${newest}) newest`)
    return idsByBalance({ ids: rows.map(({ id }) => id), order, limit, offset })
  }
  const rows = await db.run(
    sql<{ id: string }>`select id from (${newest}) newest
      order by value ${sql.raw(order)}, created_at desc, id desc limit ${limit} offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}

/** The text as it is indexed: in lower case and without accents. */
const WORDS = sql`fold_text(phone_number || ' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name)`

async function countFound(db: Sql, where: RawBuilder<unknown>): Promise<number> {
  const row = await db.first(
    sql<{ count: bigint }>`
      select count(*) from (select from profiles ${where} limit ${COUNT_LIMIT + 1}) counted`,
  )
  return Number(row?.count ?? 0n)
}

/**
 * The accounts of the list by status (ADMU-01). The counts without a search are exact. A search counts each status up
 * to the limit of counting.
 */
export async function countMatches(
  db: Sql,
  { status, ...search }: AccountSearch,
): Promise<AccountCounts & { readonly isCapped: boolean }> {
  const conditions = conditionsOf(search)
  const isCounted = (each: AccountStatus): boolean => status === undefined || each === status
  if (conditions.length === 0) {
    const counts = await countAccounts(db)
    const of = (each: AccountStatus): number => (isCounted(each) ? counts[each] : 0)
    const [active, suspended, banned] = [of('active'), of('suspended'), of('banned')]
    return { total: active + suspended + banned, active, suspended, banned, isCapped: false }
  }
  const found = await Promise.all(
    ACCOUNT_STATUSES.map(async (each) => {
      if (!isCounted(each)) return [each, capped(0)] as const
      const ofStatus = sql.join([...conditions, sql<boolean>`account_status = ${each}`], sql` and `)
      return [each, capped(await countFound(db, sql`where ${ofStatus}`))] as const
    }),
  )
  const totals = new Map(found)
  const of = (each: AccountStatus): number => totals.get(each)?.total ?? 0
  const [active, suspended, banned] = [of('active'), of('suspended'), of('banned')]
  const isCapped = found.some(([, { isTotalCapped }]) => isTotalCapped)
  return { total: active + suspended + banned, active, suspended, banned, isCapped }
}

const capped = (count: number): CappedTotal => ({
  total: Math.min(count, COUNT_LIMIT),
  isTotalCapped: count > COUNT_LIMIT,
})

const conditionsOf = ({ q: search = '', tag, ids }: Omit<AccountSearch, 'status'>): Condition[] => {
  const conditions = wordsOf(search).map((word): Condition => {
    const alternatives = likeTexts(word).map((text) => sql`${WORDS} like fold_text(${text})`)
    return sql`(${sql.join(alternatives, sql` or `)})`
  })
  if (tag !== undefined) {
    conditions.push(sql<boolean>`id = any (array(select user_id from player_tags where tag = ${tag}))`)
  }
  if (ids !== undefined) conditions.push(sql<boolean>`id = ${anyOf(ids)}`)
  return conditions
}

/**
 * A phone number is one word in every notation: "0772 000 100", "+256 772…". In any other text each word is searched
 * (decision 0037).
 */
function wordsOf(q: string): readonly string[] {
  const text = q.trim()
  if (/^[\d\s+().-]*$/.test(text)) return text === '' ? [] : [text]
  return text.split(/\s+/).slice(0, MAX_WORDS)
}

/**
 * Finds a number in every notation: "0772 000 100", "256772…", "+256 772…". One or two characters match only the start
 * of a word, because a trigram index needs three characters.
 */
function likeTexts(q: string): string[] {
  const text = q.trim()
  const digits = text.replace(/[\s+().-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  const escaped = (isNumber ? digits.replace(/^(0*256|0)(?=\d)/, '') : text).replace(/[\\%_]/g, '\\$&')
  if (escaped.length > 2) return [`%${escaped}%`]
  return [`% ${escaped}%`, ...(isNumber ? [`+256${escaped}%`] : [])]
}
