import { type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '@mupiira/domain/access/audit-actions.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { type Params, q, statement } from '../../kernel/db/query.ts'
import type { SealedTable } from '../../kernel/seals/seals.repository.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { isId } from '../../kernel/ids.ts'

/** One staff action. `before` and `after` are JSON: amounts as numbers in UGX, times as text. */
export type AuditRecord = {
  /** The member of staff; null for a command on the server. */
  readonly actorId: string | null
  /** The IP address of the request. */
  readonly address: string
  /** Subject and verb: `user.suspend`. */
  readonly action: AuditAction
  /** Kind and id: `user:0199…`, `setting:max_payout`. */
  readonly subject: `${string}:${string}`
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string
}

const insert = statement(
  (
    p: Params<{
      actorId: string | null
      address: string
      action: string
      subject: string
      before: string | null
      after: string | null
      reason: string
      now: Date
    }>,
  ) =>
    q.insertInto('audit_log').values({
      actor: p.actorId,
      address: p.address,
      action: p.action,
      subject: p.subject,
      before: p.before,
      after: p.after,
      reason: p.reason,
      created_at: p.now,
    }),
)

/**
 * Records an action in the transaction of that action, so that both exist or neither.
 *
 * @example await audit.record(tx, { ...staffOf(call), action: 'user.ban', subject: `user:${id}`, before, after, reason }, now)
 */
export async function record(tx: Tx, action: AuditRecord, now: Date): Promise<void> {
  const { before, after, reason = '' } = action
  await tx.change(insert({ ...action, before: jsonOf(before), after: jsonOf(after), reason, now }))
}

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

const repeated = statement((p: Params<{ actorId: string | null; action: string; subject: string; since: Date }>) =>
  q
    .selectFrom('audit_log')
    .select('id')
    .where('subject', '=', p.subject)
    .where('actor', '=', p.actorId)
    .where('action', '=', p.action)
    .where('created_at', '>', p.since)
    .limit(1),
)

/**
 * Records an action that a screen repeats automatically, such as reading, unless it was already recorded since a given
 * time.
 */
export async function recordOnce(tx: Tx, action: AuditRecord, since: Date, now: Date): Promise<void> {
  const { actorId, subject } = action
  if ((await tx.first(repeated({ actorId, action: action.action, subject, since }))) !== undefined) return
  await record(tx, action, now)
}

type Mark = {
  readonly subject: string
  readonly begins: AuditAction
  readonly ends: AuditAction
  readonly mark: string
}

const marked = statement((p: Params<Mark>) =>
  q
    .selectFrom('audit_log as a')
    .select('a.id')
    .where('a.subject', '=', p.subject)
    .where('a.action', '=', p.begins)
    .where(sql<boolean>`(a.after ->> ${p.mark}) = 'true'`)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_log as e')
            .select('e.id')
            .where('e.subject', '=', p.subject)
            .where('e.action', '=', p.ends)
            .whereRef('e.id', '>', 'a.id'),
        ),
      ),
    )
    .limit(1),
)

/** Whether an action with this mark in `after` is recorded that no later action has ended. */
export const isMarked = async (db: Sql, mark: Mark): Promise<boolean> => (await db.first(marked(mark))) !== undefined

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

export type AuditFilter = {
  readonly q?: string | undefined
  readonly actorId?: string | undefined
  readonly action?: string | undefined
  /** Only actions above the four-eyes threshold without a second approver (ADMT-30). */
  readonly doneAlone?: boolean | undefined
  readonly from?: Date | undefined
  /** The end of the period, exclusive. */
  readonly until?: Date | undefined
}

export type AuditSearch = AuditFilter & {
  /** The page number, from 1. */
  readonly page: number
  /** The list continues after the entry with this id. `page` then only counts towards MAX_SEARCH_MATCHES. */
  readonly after?: bigint | null
  readonly isOldestFirst?: boolean
  readonly pageSize: number
}

/** A text search reads its matches one by one, so it stops after this many. */
export const MAX_SEARCH_MATCHES = 1_000

/**
 * A page of the log in order of time, and whether more follow. Text searches end after `MAX_SEARCH_MATCHES`. An index
 * finds the ids before the rows are read.
 */
export async function listEntries(
  db: Sql,
  search: AuditSearch,
): Promise<Result<{ items: AuditRow[]; hasMore: boolean }, 'SEARCH_TOO_WIDE'>> {
  const { page, pageSize, after = null, isOldestFirst = false } = search
  const order = isOldestFirst ? 'asc' : 'desc'
  if (isByWords(search) && page * pageSize > MAX_SEARCH_MATCHES) return err('SEARCH_TOO_WIDE')
  const found = matching(search)
    .orderBy('id', order)
    .limit(pageSize + 1)
    .offset(after === null ? (page - 1) * pageSize : 0)
  const rows = await db.run(
    q
      .selectFrom(found.as('found'))
      .innerJoin('audit_log as l', 'l.id', 'found.id')
      .select(['l.id', 'actor as actorId', 'address', 'action', 'subject', 'before', 'after', 'reason'])
      .select('created_at as createdAt')
      .orderBy('l.id', order),
  )
  return ok({ items: rows.slice(0, pageSize), hasMore: rows.length > pageSize })
}

/** Whether a text search has more than `MAX_SEARCH_MATCHES`. */
export async function isTooWide(db: Sql, search: AuditFilter): Promise<boolean> {
  if (!isByWords(search)) return false
  const found = matching(search).limit(MAX_SEARCH_MATCHES + 1)
  const row = await db.first(q.selectFrom(found.as('found')).select((e) => e.fn.countAll<bigint>().as('count')))
  return Number(row?.count ?? 0n) > MAX_SEARCH_MATCHES
}

const matching = (search: Parameters<typeof conditionsOf>[0]) =>
  conditionsOf(search).reduce((query, condition) => query.where(condition), q.selectFrom('audit_log').select('id'))

type Condition = RawBuilder<boolean>

/**
 * The conditions of a search. Ids and times have almost the same order, so a period is also limited by id: by the
 * lowest or highest id of the 200 rows nearest to its limit.
 */
function conditionsOf({
  q: text = '',
  actorId,
  action,
  doneAlone = false,
  from,
  until,
  after: last = null,
  isOldestFirst = false,
}: AuditFilter & Pick<AuditSearch, 'after' | 'isOldestFirst'>): Condition[] {
  const conditions: Condition[] = last === null ? [] : [isOldestFirst ? sql`id > ${last}` : sql`id < ${last}`]
  if (doneAlone) conditions.push(sql`after ? 'flag'`)
  if (actorId !== undefined) conditions.push(sql`actor = ${isId(actorId) ? actorId : null}::uuid`)
  if (action?.includes('.')) conditions.push(sql`action = ${action}`)
  else if (action !== undefined) conditions.push(sql`split_part(action, '.', 1) = ${action}`)
  if (from !== undefined) {
    const nearest = sql`select id from audit_log where created_at >= ${from} order by created_at limit 200`
    conditions.push(sql`created_at >= ${from} and id >= (select min(id) from (${nearest}) nearest)`)
  }
  if (until !== undefined) {
    const nearest = sql`select id from audit_log where created_at < ${until} order by created_at desc limit 200`
    conditions.push(sql`created_at < ${until} and id <= (select max(id) from (${nearest}) nearest)`)
  }
  const words = text.trim()
  if (isSubject(words)) conditions.push(sql`subject = ${words}`)
  else if (words !== '') conditions.push(sql`words @@ websearch_to_tsquery('simple', ${words})`)
  return conditions
}

const isByWords = ({ q: text = '' }: AuditFilter): boolean => text.trim() !== '' && !isSubject(text.trim())

const isSubject = (text: string): boolean => /^[a-z-]+:\S+$/.test(text)

const count = statement(() => q.selectFrom('audit_log').select((e) => e.fn.countAll<bigint>().as('count')))

export const countEntries = async (db: Sql): Promise<number> => Number((await db.first(count({})))?.count ?? 0n)

export const SEALED_LOG: SealedTable = {
  rows: 'audit_log',
  seals: 'audit_seals',
  leaf: sql`sha256(convert_to(row(p.id, p.tx, p.actor, p.address, p.action, p.subject, p.before::text, p.after::text,
  p.reason, (extract(epoch from p.created_at) * 1000000)::bigint,
  (extract(epoch from p.recorded_at) * 1000000)::bigint)::text, 'UTF8'))`,
}
