import type { TimelineKind } from '@mupiira/domain/access/timeline-kinds.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { type EventRow, readEvents } from './timeline.repository.ts'

export type TimelineRow = EventRow & { readonly kind: TimelineKind }
/** The last event of a page. The next page begins after it. */
export type TimelineCursor = Pick<TimelineRow, 'at' | 'kind' | 'id'>
type Page = { readonly items: readonly TimelineRow[]; readonly next: TimelineCursor | null }

/** Sorts after every id. */
const AFTER_EVERY_ID = '~'

/** Newest first. Events of the same moment are in the order of their kinds, then of their ids. */
const isNewer = (a: TimelineCursor, b: TimelineCursor): boolean =>
  a.at !== b.at ? a.at > b.at : a.kind !== b.kind ? a.kind > b.kind : a.id > b.id

/** The events of a kind that follow the cursor. */
function boundOf(
  kind: TimelineKind,
  after: TimelineCursor | null,
  now: Date,
): { readonly before: string; readonly beforeId: string } {
  if (after === null) return { before: now.toISOString(), beforeId: AFTER_EVERY_ID }
  const beforeId = kind === after.kind ? after.id : kind < after.kind ? AFTER_EVERY_ID : ''
  return { before: after.at, beforeId }
}

/** Merges the newest events of the kinds until now into one page. Reads at most one page of each kind. */
export async function readTimeline(
  db: Sql,
  userId: string,
  { kinds, after, limit }: { kinds: readonly TimelineKind[]; after: TimelineCursor | null; limit: number },
  now: Date,
): Promise<Page> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const rows = await readEvents(db, kind, { userId, ...boundOf(kind, after, now), limit: limit + 1 })
      return rows.map((row): TimelineRow => ({ ...row, kind }))
    }),
  )
  const merged = found.flat().toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
  const items = merged.slice(0, limit)
  return { items, next: merged.length > limit ? (items.at(-1) ?? null) : null }
}
