import type { AuditAction } from '@mupiira/domain/access/audit-actions.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { staffOf } from '../../kernel/access/staff.ts'
import type { record } from './audit.repository.ts'

/** The audit entry of an export. */
export type Exported = {
  readonly action: Extract<AuditAction, `${string}.export` | `${string}.export-${string}` | 'user.ledger-export'>
  readonly subject: `file:${string}` | `user:${string}`
}

export type ExportParts = {
  readonly db: Db
  readonly clock: Clock
  readonly audit: { readonly record: typeof record }
}

export type ExportingCall = Parameters<typeof staffOf>[0] & { readonly query: object | undefined }

/** Passes on the rows of an exported file, and records at the end how many were sent. */
export type RecordRows = <Row>(rows: AsyncIterable<Row>) => AsyncGenerator<Row>

/**
 * Records an export of personal data. The audit log contains the member of staff and the filter before the file starts,
 * and the number of sent rows at its end, also when the download is aborted (decision 0037).
 */
export async function recordExport(
  { db, clock, audit }: ExportParts,
  call: ExportingCall,
  { action, subject }: Exported,
): Promise<RecordRows> {
  const write = (state: object): Promise<void> => {
    const entry = { ...staffOf(call), action, subject, after: { ...call.query, ...state } }
    return db.transaction((tx) => audit.record(tx, entry, clock.now()))
  }
  await write({ started: true })
  return async function* (rows) {
    let sent = 0
    let isComplete = false
    try {
      for await (const row of rows) {
        yield row
        sent += 1
      }
      isComplete = true
    } finally {
      await write(isComplete ? { rows: sent } : { rows: sent, aborted: true })
    }
  }
}
