import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { type FileColumn, listFile } from '../../kernel/http/files/list-file.ts'
import type { FileAnswer } from '../../kernel/http/route.ts'
import { type Exported, type ExportingCall, type ExportParts, recordExport } from './record-export.ts'

type ExportCall = ExportingCall & {
  readonly now: Date
  readonly query: { readonly format?: 'csv' | 'xlsx' | undefined }
}

type ListToExport<Row> = {
  /** The name of the file before its day: "bet-history". */
  readonly name: string
  readonly action: Exported['action']
  /** The subject of the audit entry; the file by default. */
  readonly subject?: `user:${string}`
  /** The columns of the list in the contract (`list-columns.ts`). */
  readonly columns: { readonly [id: string]: FileColumn<Row> }
  /** The rows in batches, as they are read (`everyPage`). */
  readonly rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
}

/**
 * The file of a console list (`listExport` of the contract). The audit log records who exported it with which filter.
 *
 * @example route(exportNotices, (call) => exportList(parts, call, { name: 'notices', action: 'notice.export', columns: NOTICE_LIST, rows }))
 */
export async function exportList<Row>(
  parts: ExportParts,
  call: ExportCall,
  { name, action, subject, columns, rows }: ListToExport<Row>,
): Promise<{ readonly file: FileAnswer }> {
  const format = call.query.format ?? 'csv'
  const named = `${name}-${dayKey(call.now)}`
  const recordRows = await recordExport(parts, call, { action, subject: subject ?? `file:${named}.${format}` })
  return { file: listFile({ name: named, format, columns: Object.values(columns), rows: recordRows(eachOf(rows)) }) }
}

async function* eachOf<Row>(
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<Row, void, undefined> {
  for await (const batch of batches) yield* batch
}
