import { type AuditEntry, exportAudit, listAudit } from '@mupiira/contract/audit.ts'
import { AUDIT_LIST } from '@mupiira/contract/list-columns.ts'
import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { INVALID_CURSOR, readIdCursor } from '../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import {
  type AuditFilter,
  type AuditRow,
  isTooWide,
  listEntries,
  MAX_SEARCH_MATCHES,
  record,
} from './audit.repository.ts'
import { exportList } from './export-list.ts'

type Named = Pick<AuditRow, 'actorId' | 'subject'>

/** Names of the actors and subjects of entries; '' when unknown. */
export type NamesOf = (
  entries: readonly Named[],
) => Promise<(entry: Named) => { readonly actor: string; readonly subject: string }>

const AUDIT_PAGE = 20
const EXPORTED_AT_ONCE = 1_000
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
    const items = await presentEntries(namesOf, entries)
    const nextCursor = hasMore ? (items.at(-1)?.id ?? null) : null
    return { status: 200, body: { items, page, pageSize, total: null, hasMore, nextCursor } }
  }),

  route(exportAudit, async (call) => {
    const { sort, format: _, ...typed } = call.query
    const filter = filterOf(typed)
    if ('error' in filter) return filter
    if (await isTooWide(db, filter)) return TOO_WIDE
    return exportList({ db, clock, audit: { record } }, call, {
      name: 'audit-log',
      action: 'audit.export',
      columns: AUDIT_LIST,
      rows: everyEntry(db, namesOf, { ...filter, isOldestFirst: sort === 'date' }),
    })
  }),
]

/** All entries that match, read in batches. */
async function* everyEntry(
  db: Kernel['db'],
  namesOf: NamesOf,
  filter: AuditFilter & { readonly isOldestFirst: boolean },
): AsyncGenerator<AuditEntry[]> {
  let after: bigint | null = null
  do {
    const found = await listEntries(db, { ...filter, page: 1, pageSize: EXPORTED_AT_ONCE, after })
    if (!found.ok) throw new Error('the route has refused wide searches')
    const { items, hasMore }: { items: readonly AuditRow[]; hasMore: boolean } = found.value
    yield await presentEntries(namesOf, items)
    after = hasMore ? (items.at(-1)?.id ?? null) : null
  } while (after !== null)
}

async function presentEntries(namesOf: NamesOf, entries: readonly AuditRow[]): Promise<AuditEntry[]> {
  const nameIn = await namesOf(entries)
  return entries.map((entry) => {
    const { actor, subject } = nameIn(entry)
    return {
      ...entry,
      id: String(entry.id),
      actorName: actor || 'Server command',
      subjectName: subject,
      createdAt: entry.createdAt.toISOString(),
    }
  })
}

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
