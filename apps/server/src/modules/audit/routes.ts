import { listAudit } from '@mupiira/contract/audit.ts'
import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { INVALID_CURSOR, readIdCursor } from '../../kernel/http/cursor-page.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { type AuditRow, listEntries, MAX_SEARCH_MATCHES } from './audit.repository.ts'

type Entry = Pick<AuditRow, 'actorId' | 'subject'>

/** Names of the actors and subjects of entries; '' when unknown. */
export type NamesOf = (
  entries: readonly Entry[],
) => Promise<(entry: Entry) => { readonly actor: string; readonly subject: string }>

const AUDIT_PAGE = 20

export const auditRoutes = (db: Sql, namesOf: NamesOf): readonly Route[] => [
  route(listAudit, async ({ query }) => {
    const {
      page = 1,
      pageSize = AUDIT_PAGE,
      q,
      actor: actorId,
      action,
      alone: doneAlone,
      from: fromDay,
      to: toDay,
    } = query
    const from = fromDay === undefined ? undefined : startOfDayKey(fromDay)
    const until = toDay === undefined ? undefined : afterDay(toDay)
    if (from === null) return noDay('from')
    if (until === null) return noDay('to')
    const after = readIdCursor(query.cursor)
    if (after === undefined) return INVALID_CURSOR
    const found = await listEntries(db, {
      page,
      pageSize,
      after,
      isOldestFirst: query.sort === 'date',
      q,
      actorId,
      action,
      doneAlone,
      from,
      until,
    })
    if (found === null) return { error: 'LOG_SEARCH_TOO_WIDE', details: { most: MAX_SEARCH_MATCHES } }
    const nameIn = await namesOf(found.items)
    const items = found.items.map((entry) => {
      const { actor, subject } = nameIn(entry)
      return {
        ...entry,
        id: String(entry.id),
        actorName: actor || 'Server command',
        subjectName: subject,
        createdAt: entry.createdAt.toISOString(),
      }
    })
    const nextCursor = found.hasMore ? (items.at(-1)?.id ?? null) : null
    return { status: 200, body: { items, page, pageSize, total: null, hasMore: found.hasMore, nextCursor } }
  }),
]

function afterDay(day: string): Date | null {
  const start = startOfDayKey(day)
  return start === null ? null : startOfNextDay(start)
}

const noDay = (path: 'from' | 'to') =>
  ({ error: 'INVALID_FIELDS', errors: [{ path, message: 'is not a day' }] }) as const
