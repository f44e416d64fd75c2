import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import { type CappedTotal, COUNTED_UP_TO } from '../../kernel/db/list-page.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import { countAccounts } from './account-figures.ts'
import { PROFILE_COLUMNS, type Profile } from './profile.ts'

export type AccountSearch = {
  /** Each word matches any part of a phone number, e-mail, username or name. */
  readonly q?: string | undefined
  readonly status?: AccountStatus | undefined
  readonly offset: number
  readonly limit: number
}

/** A search first scans this many of the newest accounts, and more for later pages. */
const SEARCHED = 500
const SEARCHED_FOR_ONE = 5
/** Further words are ignored. */
const MOST_WORDS = 5

/** Accounts, newest first (ADMU-04), and the number of matches up to the limit of counting. */
export async function listAccounts(
  sql: Db,
  { q = '', status, offset, limit }: AccountSearch,
): Promise<{ accounts: Profile[] } & CappedTotal> {
  const values: unknown[] = []
  const likes = wordsOf(q).map((word) => {
    const either = likeTexts(word).map((text) => `${WORDS} ilike $${values.push(text)}`)
    return `(${either.join(' or ')})`
  })
  const conditions = [...likes, ...(status === undefined ? [] : [`account_status = $${values.push(status)}`])]
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const place = `limit $${values.length + 1} offset $${values.length + 2}`
  const find = (source: string): Promise<Profile[]> =>
    sql.query<Profile>(
      `select ${PROFILE_COLUMNS} from profiles p
        where p.id = any (array(${source} order by created_at desc, id desc ${place}))
        order by p.created_at desc, p.id desc`,
      [...values, limit, offset],
    )
  if (likes.length === 0) {
    const [accounts, counts] = await Promise.all([find(`select id from profiles ${where}`), countAccounts(sql)])
    return { accounts, ...capped(counts[status ?? 'total']) }
  }
  const findNewest = (): Promise<Profile[]> => find(amongNewest(where, values.length))
  // A later page means common words, so the count is not awaited.
  const early = offset > SEARCHED ? findNewest() : null
  early?.catch(() => undefined)
  const count = await countFound(sql, `from profiles ${where}`, values)
  if (count <= COUNTED_UP_TO) return { accounts: count <= offset ? [] : await find(matching(where)), ...capped(count) }
  const newest = await (early ?? findNewest())
  // The newest accounts did not fill the page.
  return { accounts: newest.length === limit ? newest : await find(matching(where)), ...capped(count) }
}

/** All accounts with the words, by the trigram index. */
const matching = (where: string): string =>
  `with every as materialized (select id, created_at from profiles ${where}) select id from every`

/**
 * Common words fill a page from the newest accounts in order. The scan is limited, because rare words may match only old
 * accounts.
 */
const amongNewest = (where: string, values: number): string =>
  `select id from (
    select id, created_at, account_status, phone_number, username, email, first_name, last_name from profiles order by created_at desc, id desc
     limit ${SEARCHED} + ${SEARCHED_FOR_ONE} * ($${values + 1}::bigint + $${values + 2}::bigint)
  ) of_late ${where}`

/** As indexed. */
const WORDS = `(phone_number || ' ' || username || ' ' || email || ' ' || first_name || ' ' || last_name)`

async function countFound(sql: Sql, found: string, values: readonly unknown[]): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>(
    `select count(*) from (select ${found} limit ${COUNTED_UP_TO + 1}) counted`,
    values,
  )
  return Number(row?.count ?? 0n)
}

const capped = (count: number): CappedTotal => ({
  total: Math.min(count, COUNTED_UP_TO),
  isTotalCapped: count > COUNTED_UP_TO,
})

/**
 * A phone number is one word however it is written: "0772 000 100", "+256 772…". Otherwise each word counts (decision
 * 0037).
 */
function wordsOf(q: string): readonly string[] {
  const text = q.trim()
  if (/^[\d\s+-]*$/.test(text)) return text === '' ? [] : [text]
  return text.split(/\s+/).slice(0, MOST_WORDS)
}

/**
 * Finds a number however it is written: "0772 000 100", "256772…", "+256 772…". One or two characters match only the
 * start of a word, because a trigram index needs three characters.
 */
function likeTexts(q: string): string[] {
  const text = q.trim()
  const digits = text.replace(/[\s+-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  const wanted = (isNumber ? digits.replace(/^(256|0)(?=\d)/, '') : text).replace(/[\\%_]/g, '\\$&')
  if (wanted.length > 2) return [`%${wanted}%`]
  return [`% ${wanted}%`, ...(isNumber ? [`+256${wanted}%`] : [])]
}
