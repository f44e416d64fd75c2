import type { CappedTotal } from '../../kernel/db/list-page.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { staffOf } from '../../kernel/http/staff.ts'
import type { record } from './audit.repository.ts'

type ExportAction = 'audit.export' | 'bet.export' | 'user.export' | 'payment.export'

/**
 * Records an export of personal data in the audit log, before the file starts: the member of staff, the filter and the
 * number of rows (decision 0037).
 */
export async function recordExport(
  { db, audit }: { readonly db: Db; readonly audit: { readonly record: typeof record } },
  call: Parameters<typeof staffOf>[0] & { readonly query: object; readonly now: Date },
  { action, name }: { readonly action: ExportAction; readonly name: string },
  { total, isTotalCapped }: CappedTotal,
): Promise<void> {
  const rows = isTotalCapped ? `more than ${total}` : total
  const auditEntry = { action, subject: `file:${name}`, after: { ...call.query, rows } } as const
  await db.transaction((tx) => audit.record(tx, { ...staffOf(call), ...auditEntry }, call.now))
}
