import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import {
  type BalancePageRequest,
  idsByBalance,
  NO_BALANCE,
  openAccounts,
  readAccount,
  readBalances,
  setFrozen,
} from './accounts.repository.ts'
import { adjustmentsOf, staffWhoToppedUp } from './adjustments/adjustments.repository.ts'
import { adjustmentRoutes, type AdjustmentDeps } from './adjustments/routes.ts'
import { createTransfers } from './transfers.ts'
import { countDebts, playersInDebt } from './debts.repository.ts'
import { capturedHolds } from './holds.repository.ts'
import { createHolds, HOLD_CAPTURED } from './holds.ts'
import { createLedger } from './ledger/ledger.ts'
import { lockAccounts } from './locked-accounts.repository.ts'
import type { OpenStakes } from './ports.ts'
import { ledgerRoute, walletRoutes } from './routes.ts'
import { readLifetime } from './statement/lifetime.ts'

export { HOUSE } from './house-accounts.ts'
export { presentEntry } from './statement/statement.ts'
export type { AboveMaximum } from './adjustments/adjust-balance.ts'
export type { Balance, LockedAccount } from './locked-accounts.repository.ts'
export type { LedgerReport } from './ledger/check-ledger.ts'
export type { Explanations } from './ledger/ledger-check.repository.ts'
export { type HoldPart, type HoldRequest, transferOfHold } from './holds.ts'
export type { HourOfLedger } from './ledger-figures.repository.ts'
export type { OpenStake } from './ports.ts'
export type { PostedTransfer, Transfer } from './transfer.ts'

/** The ledger: accounts, transfers and holds. Other modules decide why money moves. */
export function createWallet(kernel: Kernel, { openStakes }: { readonly openStakes: OpenStakes }) {
  const { db, outbox } = kernel
  const ledger = createLedger(kernel)
  ledger.explain({ [HOLD_CAPTURED]: [capturedHolds] })

  return {
    routes: walletRoutes(kernel, openStakes),
    openStakes,
    accounts: {
      open: openAccounts,
      lock: lockAccounts,
      setFrozen,
      /** The free and the held money of a player; zero without an account. */
      balance: async (userId: string) => (await readBalances(db, [userId])).get(userId) ?? NO_BALANCE,
      balances: (userIds: readonly string[]) => readBalances(db, userIds),
      /** The account with its frozen state, or null. */
      find: (userId: string) => readAccount(db, userId),
      /** A page of these players in the order of their balances. */
      idsByBalance: (pageRequest: BalancePageRequest) => idsByBalance(db, pageRequest),
      inDebt: () => playersInDebt(db),
    },
    transfers: createTransfers(outbox),
    holds: createHolds(outbox),
    ledger,
    administration: {
      tasks: { debts: countDebts(db) },
      staffWhoToppedUp,
      /** The sums of an account since it exists. */
      lifetime: (userId: string) => readLifetime(db, userId, openStakes),
      /** Routes for staff. Approvals belong to the console. */
      routes(deps: AdjustmentDeps): readonly Route[] {
        ledger.explain({ 'top-up': [adjustmentsOf('top-up')], deduction: [adjustmentsOf('deduction')] })
        return [...adjustmentRoutes({ ...kernel, ...deps }), ledgerRoute(ledger.check)]
      },
    },
  }
}

export type Wallet = ReturnType<typeof createWallet>
