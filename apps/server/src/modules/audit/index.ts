import { createNightlyCheck } from '../../kernel/seals/nightly-check.ts'
import { publishedSeal, sealAndPublish } from '../../kernel/seals/published-seals.ts'
import { lastCheck } from '../../kernel/seals/seal-checks.repository.ts'
import { type ExpectedSeal, verifySeals } from '../../kernel/seals/verify-seals.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { auditRoutes, type NamesOf } from './routes.ts'
import {
  type AuditSearch,
  countEntries,
  isMarked,
  listEntries,
  record,
  recordOnce,
  SEALED_LOG,
} from './audit.repository.ts'

export type { AuditRecord, AuditRow, AuditSearch } from './audit.repository.ts'
export { exportList } from './export-list.ts'

const SEAL_EVERY_MS = 10_000

export type AuditReport = {
  readonly isUnchanged: boolean
  readonly rows: number
  readonly sealedBlocks: number
  readonly broken: readonly { readonly block: bigint; readonly detail: string }[]
  readonly newest: ExpectedSeal | null
  /** The published seal that the log was compared with; without one, an emptied log is not detected. */
  readonly expected: ExpectedSeal | null
}

/** The audit log of staff actions (OPS-04): append-only and sealed like the ledger. */
export function createAudit(kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'jobs' | 'log' | 'metrics' | 'workerDb'>) {
  const { clock, config, db, jobs, workerDb } = kernel

  const addSeals = async (): Promise<void> => void (await sealAndPublish(kernel, SEALED_LOG))
  jobs.every('seal-audit', SEAL_EVERY_MS, addSeals, { leaderOnly: true })

  async function verify(given?: ExpectedSeal): Promise<AuditReport> {
    const expected = given ?? (await publishedSeal(config.sealsFolder, SEALED_LOG))
    const { blocks, broken, newest } = await verifySeals(workerDb, SEALED_LOG, expected)
    const rows = await countEntries(workerDb)
    return { isUnchanged: broken.length === 0, rows, sealedBlocks: blocks, broken, newest, expected }
  }
  const nightly = createNightlyCheck(kernel, { table: SEALED_LOG, name: 'audit log', metric: 'audit_log' }, async () =>
    nightlyReport(await verify()),
  )
  // 03:10 in Kampala, after the check of the ledger has started. A node that starts by 06:10 catches up.
  jobs.cron('verify-audit', '10 0 * * *', nightly, { catchUpWithinMs: 3 * 3_600_000 })

  return {
    commands: { isMarked, record, recordOnce },
    reads: { list: (search: AuditSearch) => listEntries(db, search) },
    seals: {
      /** Seals the entries that have no seal. Also runs as a job. */
      add: addSeals,
      /**
       * Recomputes every seal, which reveals edited, removed, added or reordered rows. Also compares the log with the
       * given seal or, without one, with the newest published seal, which reveals an emptied or recomputed log.
       */
      verify,
      /** Verifies, raises an alarm for a difference and stores the outcome. Also runs as a job. */
      verifyNightly: nightly,
      /** The last nightly check, or null. */
      lastCheck: () => lastCheck(db, SEALED_LOG),
    },
    administration: { routes: (namesOf: NamesOf) => auditRoutes({ db, clock }, namesOf) },
  }
}

export type Audit = ReturnType<typeof createAudit>

const nightlyReport = ({ rows, sealedBlocks, broken, expected }: AuditReport) => ({
  differences: broken.length,
  blocks: sealedBlocks,
  expected,
  counts: { rows },
  details: { broken: broken.slice(0, 20).map(({ block, detail }) => `block ${block} ${detail}`) },
})
