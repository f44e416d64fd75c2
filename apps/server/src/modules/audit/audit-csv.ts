import { entryActionText } from '@mupiira/domain/access/action-texts.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { csvFile, type CsvRow } from '../../kernel/http/files/csv.ts'
import type { FileAnswer } from '../../kernel/http/route.ts'
import type { RecordRows } from './record-export.ts'
import { type AuditFilter, type AuditRow, listEntries } from './audit.repository.ts'

type Entry = Pick<AuditRow, 'actorId' | 'subject'>

/** Names of the actors and subjects of entries; '' when unknown. */
export type NamesOf = (
  entries: readonly Entry[],
) => Promise<(entry: Entry) => { readonly actor: string; readonly subject: string }>

export const shownActor = (name: string): string => name || 'Server command'

const ROWS_AT_ONCE = 1_000
const HEADINGS = [
  'Date (EAT)',
  'Who',
  'Action',
  'Subject',
  'Subject name',
  'Before (times in EAT)',
  'After (times in EAT)',
  'Reason',
  'Address',
]

/** All entries that match, newest first, written as they are read. */
export const auditCsv = (
  db: Db,
  namesOf: NamesOf,
  filter: AuditFilter,
  { name, recordRows }: { readonly name: string; readonly recordRows: RecordRows },
): FileAnswer => csvFile(name, HEADINGS, recordRows(auditRows(db, namesOf, filter)))

async function* auditRows(db: Db, namesOf: NamesOf, filter: AuditFilter): AsyncGenerator<CsvRow> {
  let after: bigint | null = null
  do {
    const found = await listEntries(db, { ...filter, page: 1, pageSize: ROWS_AT_ONCE, after })
    if (!found.ok) throw new Error('the route has refused wide searches')
    const { items, hasMore }: { items: readonly AuditRow[]; hasMore: boolean } = found.value
    const nameIn = await namesOf(items)
    for (const entry of items) yield rowOf(entry, nameIn(entry))
    after = hasMore ? (items.at(-1)?.id ?? null) : null
  } while (after !== null)
}

type Names = ReturnType<Awaited<ReturnType<NamesOf>>>

const rowOf = (entry: AuditRow, names: Names): CsvRow => [
  sortableDateTime(entry.createdAt),
  shownActor(names.actor),
  entryActionText(entry),
  entry.subject,
  names.subject,
  jsonOf(entry.before),
  jsonOf(entry.after),
  entry.reason,
  entry.address,
]

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The stored facts with times as in the first column. */
const jsonOf = (value: unknown): string =>
  value === null
    ? ''
    : JSON.stringify(value, (_key, each: unknown) =>
        typeof each === 'string' && INSTANT.test(each) ? sortableDateTime(new Date(each)) : each,
      )
