import { type RawBuilder, sql } from 'kysely'
import type { ConsoleSearch } from '@mupiira/domain/access/console-search.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { PROFILE_COLUMNS, type Profile } from './profiles.repository.ts'

type Found = Pick<ConsoleSearch, 'phone' | 'email' | 'words'>

/** The index of words merges all words that begin alike, so a start of two letters would read too many. */
const MIN_WORD = 3

const byPhone = statement((p: Params<{ from: string; to: string; limit: number }>) =>
  q
    .selectFrom('profiles as p')
    .select(PROFILE_COLUMNS)
    .where('p.phone_number', '>=', p.from)
    .where('p.phone_number', '<=', p.to)
    .orderBy('p.phone_number')
    .limit(p.limit),
)

const byEmail = statement((p: Params<{ email: string; limit: number }>) =>
  q
    .selectFrom('profiles as p')
    .select(PROFILE_COLUMNS)
    .where(sql<boolean>`lower(p.email) = ${p.email}`)
    .limit(p.limit),
)

/** After every character of a name. */
const LAST = '\u{10FFFF}'

type NameColumn = 'first_name' | 'last_name' | 'username'
type Start = { readonly start: string; readonly end: string }

const folded = (column: NameColumn) => sql<string>`fold_text(${sql.ref(`p.${column}`)})`
const begins = (column: NameColumn, { start, end }: Params<Start>) =>
  sql<boolean>`${folded(column)} ~>=~ ${start} and ${folded(column)} ~<~ ${end}`
const startOf = (word: string): Start => ({ start: word, end: `${word}${LAST}` })

const nameBegins = (column: NameColumn) =>
  statement((p: Params<Start & { limit: number }>) =>
    q
      .selectFrom('profiles as p')
      .select(PROFILE_COLUMNS)
      .where(begins(column, p))
      .orderBy(sql`${folded(column)} using ~<~`)
      .limit(p.limit),
  )
const NAMES = [nameBegins('first_name'), nameBegins('last_name'), nameBegins('username')]

/** At most this many players with the first word as a name are compared with the second word. */
const COMPARED = 500

/** Players with a name that equals the first word and another name that begins with the second. */
const fullName = (whole: NameColumn, other: NameColumn) =>
  statement((p: Params<Start & { whole: string; limit: number }>) =>
    q
      .selectFrom(
        q.selectFrom('profiles as p').selectAll().where(folded(whole), '=', p.whole).limit(sql.lit(COMPARED)).as('p'),
      )
      .select(PROFILE_COLUMNS)
      .where(begins(other, p))
      .limit(p.limit),
  )
const FULL_NAMES = [fullName('first_name', 'last_name'), fullName('last_name', 'first_name')]

/** The expression of the index. */
const NAME_WORDS: RawBuilder<unknown> = sql`
  to_tsvector('simple', fold_text(p.first_name || ' ' || p.last_name || ' ' || p.username))`

const byWords = statement((p: Params<{ words: string; limit: number }>) =>
  q
    .selectFrom('profiles as p')
    .select(PROFILE_COLUMNS)
    .where(sql<boolean>`${NAME_WORDS} @@ to_tsquery('simple', ${p.words})`)
    .limit(p.limit),
)

/**
 * Accounts by the start of their number, by e-mail address, or by the starts of the words of their name. One word finds
 * equal names first. Common names are found in order, and only rare ones with the index of words, so each part reads a
 * bounded number of rows. The list of users finds any part of a name.
 */
export async function searchAccounts(db: Sql, { phone, email, words }: Found, limit: number): Promise<Profile[]> {
  if (phone !== null) return db.run(byPhone({ ...phone, limit }))
  if (email !== null) return db.run(byEmail({ email, limit }))
  const [word, second] = words
  if (word === undefined) return []
  const found = new Map<string, Profile>()
  const add = (profiles: readonly Profile[]) => profiles.forEach((profile) => found.set(profile.id, profile))
  if (second === undefined) {
    const named = await Promise.all(NAMES.map((name) => db.run(name({ ...startOf(word), limit }))))
    named.forEach(add)
  } else if (words.length === 2) {
    const name = { whole: word, ...startOf(second), limit }
    const named = await Promise.all(FULL_NAMES.map((full) => db.run(full(name))))
    named.forEach(add)
  }
  const long = words.filter((each) => each.length >= MIN_WORD)
  if (found.size < limit && long.length > 0) {
    add(await db.run(byWords({ words: long.map((each) => `${each}:*`).join(' & '), limit })))
  }
  return [...found.values()].slice(0, limit)
}
