import type { Kernel } from '../../kernel/kernel.ts'
import { listEntries } from './list-entries.ts'
import { record } from './record.ts'

export type { AuditRow, AuditSearch } from './list-entries.ts'
export type { AuditRecord } from './record.ts'

/** What staff did (OPS-04): written with the deed, never changed. */
export function createAudit({ db }: Pick<Kernel, 'db'>) {
  return {
    record,
    list: (search: Parameters<typeof listEntries>[1]) => listEntries(db, search),
  }
}

export type Audit = ReturnType<typeof createAudit>
