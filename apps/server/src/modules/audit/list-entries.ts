import type { Sql } from '../../kernel/db/sql.ts'
import { isId } from '../../kernel/ids.ts'

export type AuditRow = {
  readonly id: bigint
  readonly actorId: string | null
  readonly address: string
  readonly action: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly reason: string
  readonly createdAt: Date
}

export type AuditSearch = {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly q?: string | undefined
  readonly actorId?: string | undefined
  readonly action?: string | undefined
  /** Only what one member of staff did alone above the four-eyes threshold (ADMT-30). */
  readonly doneAlone?: boolean | undefined
  readonly from?: Date | undefined
  /** Up to, without it. */
  readonly until?: Date | undefined
}

/** What is found by words is looked through one by one; nobody turns so many pages of it. */
export const MOST_BY_WORDS = 1_000

/**
 * A page of the log, the latest first, and whether there are more; null: more than are looked through were found by words.
 * The ids are found in an index before rows are read.
 */
export async function listEntries(
  sql: Sql,
  search: AuditSearch,
): Promise<{ items: AuditRow[]; hasMore: boolean } | null> {
  if (isByWords(search) && search.page * search.pageSize > MOST_BY_WORDS) return null
  const { conditions, values } = conditionsOf(search)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const limit = values.length + 1
  const rows = await sql.query<AuditRow>(
    `select l.id, actor as "actorId", address, action, subject, before, after, reason, created_at as "createdAt"
       from (select id from audit_log ${where} order by id desc limit $${limit} offset $${limit + 1}) found
       join audit_log l on l.id = found.id order by l.id desc`,
    [...values, search.pageSize + 1, (search.page - 1) * search.pageSize],
  )
  return { items: rows.slice(0, search.pageSize), hasMore: rows.length > search.pageSize }
}

function conditionsOf({ q = '', actorId, action, doneAlone = false, from, until }: AuditSearch): {
  conditions: string[]
  values: unknown[]
} {
  const conditions: string[] = []
  const values: unknown[] = []
  const add = (value: unknown, condition: (mark: string) => string) => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (doneAlone) conditions.push(`after ? 'flag'`)
  if (actorId !== undefined) add(isId(actorId) ? actorId : null, (mark) => `actor = ${mark}::uuid`)
  if (action !== undefined) {
    if (action.includes('.')) add(action, (mark) => `action = ${mark}`)
    else add(action, (mark) => `split_part(action, '.', 1) = ${mark}`)
  }
  if (from !== undefined) add(from, (mark) => `created_at >= ${mark} and id >= ${nearId('min', `>= ${mark}`, 'asc')}`)
  if (until !== undefined) add(until, (mark) => `created_at < ${mark} and id <= ${nearId('max', `< ${mark}`, 'desc')}`)
  const words = q.trim()
  if (isSubject(words)) add(words, (mark) => `subject = ${mark}`)
  else if (words !== '') add(words, (mark) => `words @@ websearch_to_tsquery('simple', ${mark})`)
  return { conditions, values }
}

/**
 * Where a period begins or ends among the ids, so that no other time is walked over. Rows written at once may have ids in
 * another order than their times: the outermost of many is taken, and the times are compared besides.
 */
const nearId = (outermost: 'min' | 'max', condition: string, order: 'asc' | 'desc'): string =>
  `(select ${outermost}(id) from (select id from audit_log where created_at ${condition} order by created_at ${order} limit 200) nearest)`

const isByWords = ({ q = '' }: AuditSearch): boolean => q.trim() !== '' && !isSubject(q.trim())

const isSubject = (text: string): boolean => /^[a-z-]+:\S+$/.test(text)
