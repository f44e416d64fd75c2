import { createNightlyCheck } from '../../../kernel/seals/nightly-check.ts'
import { publishedSeal, sealAndPublish } from '../../../kernel/seals/published-seals.ts'
import { lastCheck } from '../../../kernel/seals/seal-checks.repository.ts'
import type { ExpectedSeal } from '../../../kernel/seals/verify-seals.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import {
  debtAccounts,
  DEBTS,
  figurePostings,
  owedAccounts,
  firstPosting,
  type PostingsRequest,
  postingsWrittenAfter,
} from '../figure-rows.repository.ts'
import { LEDGER, ledgerDay, ledgerDays, ledgerHours } from '../ledger-figures.repository.ts'
import { readLedgerPage } from '../statement/statement.ts'
import { entriesOf, type LedgerPageRequest } from '../statement/statement.repository.ts'
import { lastVisiblePosting } from './last-posting.repository.ts'
import { checkLedger, type LedgerReport } from './check-ledger.ts'
import { turnoverSince } from '../turnover.repository.ts'
import { type Explanation, type Explanations, SEALED_LEDGER } from './ledger-check.repository.ts'

const SEAL_EVERY_MS = 60_000

/** The postings: their entries and figures, their check and their seals. */
export function createLedger(kernel: Kernel) {
  const { config, db, jobs, rollups, workerDb } = kernel
  const explainers = new Map<string, readonly Explanation[]>()
  /** Checks the ledger against the given seal, or against the newest published one. */
  const check = async (given?: ExpectedSeal) =>
    checkLedger(workerDb, explainers, { expected: given ?? (await publishedSeal(config.sealsFolder, SEALED_LEDGER)) })
  const seal = () => sealAndPublish(kernel, SEALED_LEDGER)

  const nightly = createNightlyCheck(kernel, { table: SEALED_LEDGER, name: 'ledger', metric: 'ledger' }, async () =>
    nightlyReport(await check()),
  )
  // 03:00 in Kampala, when traffic is low. A node that starts by 06:00 catches up.
  jobs.cron('check-ledger', '0 0 * * *', nightly, { catchUpWithinMs: 3 * 3_600_000 })
  jobs.every('seal-ledger', SEAL_EVERY_MS, async () => void (await seal()), { leaderOnly: true })
  rollups.add(LEDGER)
  rollups.add(DEBTS)

  return {
    /** Registers a module's explanations. If several modules move money of one kind, each explains its own. */
    explain(own: Explanations): void {
      for (const [kind, queries] of Object.entries(own)) {
        explainers.set(kind, [...(explainers.get(kind) ?? []), ...queries])
      }
    },
    check,
    /** Checks, raises an alarm for a difference and stores the outcome. Also runs as a job. */
    checkNightly: nightly,
    /** The last nightly check, or null. */
    lastCheck: () => lastCheck(db, SEALED_LEDGER),
    seal,
    /** All entries of a ticket, a payment or another reference. */
    entriesOf: (reference: string) => entriesOf(db, reference),
    /** All entries of a player, for staff. */
    page: (userId: string, pageRequest: LedgerPageRequest) => readLedgerPage(db, userId, pageRequest),
    /** One day in Kampala by kind and accounts, with the balances before and after it. */
    day: (day: Date) => ledgerDay(db, day),
    turnoverSince,
    /** The rows behind figures. */
    rows: {
      postings: (request: PostingsRequest) => figurePostings(db, request),
      /** Postings of a period that were written after another posting, in order. */
      writtenAfter: (request: Parameters<typeof postingsWrittenAfter>[1]) => postingsWrittenAfter(db, request),
      /** The time of the first posting, or null. */
      first: () => firstPosting(db),
      lastVisible: () => lastVisiblePosting(db),
      owed: (request: { readonly limit: number; readonly offset: number }) => owedAccounts(db, request),
      debts: () => debtAccounts(db),
    },
    days: (from: Date, until: Date) => ledgerDays(db, { from, until }),
    hours: (from: Date, until: Date) => ledgerHours(db, { from, until }),
  }
}

const nightlyReport = ({
  differences,
  unexplainedKinds,
  postings,
  accounts,
  sealedBlocks,
  expectedSeal,
}: LedgerReport) => ({
  differences: differences.length + unexplainedKinds.length,
  blocks: sealedBlocks,
  expected: expectedSeal,
  counts: { postings, accounts },
  details: { differences: differences.slice(0, 20), unexplained: unexplainedKinds },
})
