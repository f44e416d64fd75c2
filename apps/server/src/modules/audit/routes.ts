import { exportAudit, listAudit } from '@mupiira/contract/audit.ts'
import { dayKey, startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { INVALID_CURSOR, readIdCursor } from '../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { auditCsv, type NamesOf, shownActor } from './audit-csv.ts'
import { type AuditFilter, isTooWide, listEntries, MAX_SEARCH_MATCHES, record } from './audit.repository.ts'
import { recordExport } from './record-export.ts'

const AUDIT_PAGE = 20
const TOO_WIDE = { error: 'LOG_SEARCH_TOO_WIDE', details: { most: MAX_SEARCH_MATCHES } } as const

export const auditRoutes = ({ db, clock }: Pick<Kernel, 'clock' | 'db'>, namesOf: NamesOf): readonly Route[] => [
  route(listAudit, async ({ query }) => {
    const { page = 1, pageSize = AUDIT_PAGE, cursor, sort, ...typed } = query
    const filter = filterOf(typed)
    if ('error' in filter) return filter
    const after = readIdCursor(cursor)
    if (after === undefined) return INVALID_CURSOR
    const found = await listEntries(db, { ...filter, page, pageSize, after, isOldestFirst: sort === 'date' })
    if (!found.ok) return TOO_WIDE
    const { items: entries, hasMore } = found.value
    const nameIn = await namesOf(entries)
    const items = entries.map((entry) => {
      const { actor, subject } = nameIn(entry)
      return {
        ...entry,
        id: String(entry.id),
        actorName: shownActor(actor),
        subjectName: subject,
        createdAt: entry.createdAt.toISOString(),
      }
    })
    const nextCursor = hasMore ? (items.at(-1)?.id ?? null) : null
    return { status: 200, body: { items, page, pageSize, total: null, hasMore, nextCursor } }
  }),

  route(exportAudit, async (call) => {
    const filter = filterOf(call.query)
    if ('error' in filter) return filter
    if (await isTooWide(db, filter)) return TOO_WIDE
    const name = `audit-log-${dayKey(call.now)}.csv`
    const exported = { action: 'audit.export', subject: `file:${name}` } as const
    const recordRows = await recordExport({ db, clock, audit: { record } }, call, exported)
    return { file: auditCsv(db, namesOf, filter, { name, recordRows }) }
  }),
]

type RequestedFilter = {
  readonly q?: string | undefined
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly alone?: boolean | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

function filterOf({ q, actor, action, alone, ...days }: RequestedFilter): AuditFilter | ReturnType<typeof noDay> {
  const from = days.from === undefined ? undefined : startOfDayKey(days.from)
  const until = days.to === undefined ? undefined : afterDay(days.to)
  if (from === null) return noDay('from')
  if (until === null) return noDay('to')
  return { q, actorId: actor, action, doneAlone: alone, from, until }
}

function afterDay(day: string): Date | null {
  const start = startOfDayKey(day)
  return start === null ? null : startOfNextDay(start)
}

const noDay = (path: 'from' | 'to') =>
  ({ error: 'INVALID_FIELDS', errors: [{ path, message: 'is not a valid date (YYYY-MM-DD)' }] }) as const
