import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { type Sealed, sealRows } from '../../kernel/db/seal-rows.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { adjustmentRoutes, type AdjustmentDeps } from './adjustments/routes.ts'
import {
  type BalancePageRequest,
  idsByBalance,
  NO_BALANCE,
  openAccounts,
  readAccount,
  readBalances,
  setFrozen,
} from './accounts.repository.ts'
import { adjustmentsOf } from './adjustments/adjustments.repository.ts'
import { capturedHolds } from './holds.repository.ts'
import { HOLD_CAPTURED, type HoldPart, type HoldRequest, placeHold, postHold, voidHold } from './holds.ts'
import { LEDGER, ledgerDay, ledgerDays, ledgerHours } from './ledger-figures.repository.ts'
import { checkLedger, type CheckOptions, type LedgerReport } from './ledger/check-ledger.ts'
import { type Explanation, SEALED_LEDGER } from './ledger/ledger-check.repository.ts'
import { createNightlyCheck } from './ledger/nightly-check.ts'
import { correctTransfers } from './corrections.ts'
import { type PlayerCredit, type PlayerDebit, creditPlayer, transferFromPlayer } from './move-money.ts'
import { balanceEvents, lockAccounts, postLocked } from './locked-accounts.repository.ts'
import { postTransfers } from './post-transfers.ts'
import { ledgerRoute, walletRoutes } from './routes.ts'
import { type OpenStakes, readLedgerPage } from './statement/statement.ts'
import { entriesOf, type LedgerPageRequest } from './statement/statement.repository.ts'
import type { PostOptions, Transfer } from './transfer.ts'

export { HOUSE } from './house-accounts.ts'
export { presentEntry } from './statement/statement.ts'
export type { Balance, LockedAccount } from './locked-accounts.repository.ts'
export type { LedgerDifference, LedgerReport } from './ledger/check-ledger.ts'
export type { ReferenceEntry } from './statement/statement.repository.ts'
export type { HoldPart, HoldRequest } from './holds.ts'
export type { DayOfLedger, HourOfLedger } from './ledger-figures.repository.ts'
export type { HouseAccount } from './house-accounts.ts'
export type { DebitRefusal, PlayerCredit, PlayerDebit } from './move-money.ts'
export type { PostOptions, PostedTransfer, Transfer } from './transfer.ts'

const SEAL_EVERY_MS = 60_000

/** The ledger: accounts, transfers and holds. Other modules decide why money moves. */
export function createWallet(kernel: Kernel) {
  const { db, workerDb, outbox, log } = kernel
  const explainers = new Map<LedgerKind, readonly Explanation[]>()

  let openStakes: OpenStakes | null = null

  const explain = (kind: LedgerKind, ...explanations: readonly Explanation[]): void =>
    void explainers.set(kind, [...(explainers.get(kind) ?? []), ...explanations])
  explain(HOLD_CAPTURED, capturedHolds)

  async function seal(): Promise<Sealed[]> {
    const sealed = await sealRows(workerDb, SEALED_LEDGER, kernel.clock.now())
    // The log is outside the database: its hashes reveal a change even if an owner recomputes the seals.
    for (const { block, rows, hash } of sealed) {
      log.info({ block: String(block), rows: String(rows), hash }, 'ledger block sealed')
    }
    return sealed
  }
  const nightly = createNightlyCheck(kernel, () => checkLedger(workerDb, explainers))
  // 03:00 in Kampala, when traffic is low. A node that starts by 06:00 catches up.
  kernel.jobs.cron('check-ledger', '0 0 * * *', nightly, { catchUpWithinMs: 3 * 3_600_000 })
  kernel.jobs.every('seal-ledger', SEAL_EVERY_MS, async () => void (await seal()), { leaderOnly: true })
  kernel.rollups.add(LEDGER)

  return {
    routes: walletRoutes(kernel, async (sql, userId) => openStakes?.(sql, userId) ?? []),

    openAccount: (tx: Tx, userId: string, now: Date) => openAccounts(tx, [userId], now),
    openAccounts,
    setFrozen,
    /** The free and the held money of a player; zero without an account. */
    balance: async (userId: string) => (await readBalances(db, [userId])).get(userId) ?? NO_BALANCE,
    /** The account with its frozen state, or null. */
    account: (userId: string) => readAccount(db, userId),
    /** All entries of a ticket, a payment or another reference. */
    entriesOf: (reference: string) => entriesOf(db, reference),
    /** All ledger entries of a player, for staff. */
    statementPage: (userId: string, pageRequest: LedgerPageRequest) => readLedgerPage(db, userId, pageRequest),
    balances: (userIds: readonly string[]) => readBalances(db, userIds),
    /** A page of these players in the order of their balances. */
    idsByBalance: (pageRequest: BalancePageRequest) => idsByBalance(db, pageRequest),

    lockAccounts,
    /** Moves money (see `postTransfers`). Lock every account first, then decide, then post. */
    post: (tx: Tx, transfers: readonly Transfer[], now: Date, options?: PostOptions) =>
      postTransfers(tx, outbox, transfers, now, options),
    /** Like `post`, for accounts that are already locked. It can be among the last statements of the transaction. */
    postLocked,
    /** A resettlement, which may make a balance negative (D21). */
    correct: (tx: Tx, transfers: readonly Transfer[], now: Date, options?: PostOptions) =>
      correctTransfers(tx, outbox, transfers, now, options),
    transferFromPlayer: (tx: Tx, debit: PlayerDebit, now: Date) => transferFromPlayer(tx, outbox, debit, now),
    credit: (tx: Tx, credit: PlayerCredit, now: Date) => creditPlayer(tx, outbox, credit, now),
    placeHold: (tx: Tx, request: HoldRequest, now: Date) => placeHold(tx, outbox, request, now),
    postHold: (tx: Tx, holdReference: string, parts: readonly HoldPart[], now: Date) =>
      postHold(tx, outbox, holdReference, parts, now),
    voidHold: (
      tx: Tx,
      holdReference: string,
      posting: { readonly kind: LedgerKind; readonly description: string },
      now: Date,
    ) => voidHold(tx, outbox, holdReference, posting, now),
    /** The `balance-changed` events of balances, for callers of `post` with `events: 'caller'`. */
    balanceEvents,

    seal,
    /** The ledger of one day in Kampala by kind and accounts, with the balances before and after it. */
    ledgerDay: (day: Date) => ledgerDay(db, day),
    ledgerDays: (from: Date, until: Date) => ledgerDays(db, { from, until }),
    ledgerHours: (from: Date, until: Date) => ledgerHours(db, { from, until }),
    checkLedger: (expected?: CheckOptions['expected']): Promise<LedgerReport> =>
      checkLedger(workerDb, explainers, { expected }),
    administration: {
      /** Routes for staff. Approvals belong to the console. */
      routes(deps: AdjustmentDeps): readonly Route[] {
        for (const kind of ['top-up', 'deduction'] as const) explain(kind, adjustmentsOf(kind))
        const check = () => checkLedger(workerDb, explainers)
        return [...adjustmentRoutes({ ...kernel, ...deps }), ledgerRoute(check)]
      },
    },
    /** Betting registers how the references of undecided stakes are read, because the ledger contains no tickets. */
    registerOpenStakes(read: OpenStakes): void {
      if (openStakes !== null) throw new Error('open stakes are registered already')
      openStakes = read
    },
    /** See `Explanation`. If several modules move money of one kind, each explains its own. */
    registerPostingSource: explain,
  }
}

export type Wallet = ReturnType<typeof createWallet>
