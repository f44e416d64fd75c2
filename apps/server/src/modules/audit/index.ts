import { sealRows } from '../../kernel/db/seal-rows.ts'
import { type ExpectedSeal, verifySeals } from '../../kernel/db/verify-seals.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { NamesOf } from './audit-csv.ts'
import { auditRoutes } from './routes.ts'
import { type AuditSearch, countEntries, listEntries, record, recordOnce, SEALED_LOG } from './audit.repository.ts'

export type { AuditRecord, AuditRow, AuditSearch } from './audit.repository.ts'
export { recordExport, type RecordRows } from './record-export.ts'

const SEAL_EVERY_MS = 10_000

export type AuditReport = {
  readonly isUnchanged: boolean
  readonly rows: number
  readonly sealedBlocks: number
  readonly broken: readonly { readonly block: bigint; readonly detail: string }[]
  readonly newest: ExpectedSeal | null
}

/** The audit log of staff actions (OPS-04): append-only and sealed like the ledger. */
export function createAudit(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs' | 'log' | 'workerDb'>) {
  const { clock, db, jobs, log, workerDb } = kernel

  async function seal(): Promise<void> {
    // The log is outside the database: its hashes reveal a change even if an owner recomputes the seals.
    for (const { block, rows, hash } of await sealRows(workerDb, SEALED_LOG, clock.now())) {
      log.info({ block: String(block), rows: String(rows), hash }, 'audit block sealed')
    }
  }
  jobs.every('seal-audit', SEAL_EVERY_MS, seal, { leaderOnly: true })

  return {
    record,
    recordOnce,
    list: (search: AuditSearch) => listEntries(db, search),
    seal,
    administration: { routes: (namesOf: NamesOf) => auditRoutes({ db, clock }, namesOf) },

    /**
     * Recomputes every seal, which reveals edited, removed, added or reordered rows, and compares an expected
     * one.
     */
    async verify(expected?: ExpectedSeal): Promise<AuditReport> {
      const { blocks, broken, newest } = await verifySeals(workerDb, SEALED_LOG, expected)
      const rows = await countEntries(workerDb)
      return { isUnchanged: broken.length === 0, rows, sealedBlocks: blocks, broken, newest }
    },
  }
}

export type Audit = ReturnType<typeof createAudit>
