import { sealRows } from '../../kernel/db/seal-rows.ts'
import { verifySeals } from '../../kernel/db/verify-seals.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listEntries } from './list-entries.ts'
import { record } from './record.ts'
import { SEALED_LOG } from './sealed-log.ts'

export { type AuditRow, type AuditSearch, MOST_BY_WORDS } from './list-entries.ts'
export type { AuditRecord } from './record.ts'

const SEAL_EVERY_MS = 10_000

export type AuditReport = {
  readonly isSound: boolean
  readonly rows: number
  readonly sealedBlocks: number
  readonly broken: readonly { readonly block: bigint; readonly detail: string }[]
}

/** The audit log of staff actions (OPS-04): append-only and sealed like the ledger. */
export function createAudit(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs' | 'log' | 'workerDb'>) {
  const { clock, db, jobs, log, workerDb } = kernel

  async function seal(): Promise<void> {
    // Kept outside the database, a seal's hash convicts even an owner who rewrites rows and seals alike.
    for (const { block, rows, hash } of await sealRows(workerDb, SEALED_LOG, clock.now())) {
      log.info({ block: String(block), rows: String(rows), hash }, 'audit block sealed')
    }
  }
  jobs.every('seal-audit', SEAL_EVERY_MS, seal, { leaderOnly: true })

  return {
    record,
    list: (search: Parameters<typeof listEntries>[1]) => listEntries(db, search),
    seal,

    /** Recomputes every seal, which reveals edited, removed, added or reordered rows. */
    async verify(): Promise<AuditReport> {
      const { blocks, broken } = await verifySeals(workerDb, SEALED_LOG)
      const [row] = await workerDb.query<{ count: bigint }>(`select count(*) from audit_log`)
      return { isSound: broken.length === 0, rows: Number(row?.count ?? 0n), sealedBlocks: blocks, broken }
    },
  }
}

export type Audit = ReturnType<typeof createAudit>
