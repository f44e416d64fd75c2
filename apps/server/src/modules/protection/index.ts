import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Wallet } from '../wallet/index.ts'
import { check, type CountDeposits, type ProtectionRequest } from './check.ts'
import { lockedStatus } from './status.repository.ts'
import { protectionRoutes, showProtection } from './routes.ts'
import { exclusionEnds } from './protection.repository.ts'

export {
  type CheckStake,
  type CountDeposits,
  type CountedDeposits,
  type ProtectionRefusal,
  type ProtectionRequest,
  stakeCheck,
} from './check.ts'
export { presentProtectionRefusal } from './present-protection-refusal.ts'

type ProtectionDeps = { readonly wallet: Pick<Wallet, 'accounts' | 'openStakes'> }

/** Limits that players set themselves, time-outs and self-exclusion (PLAY-01 to PLAY-04). */
export function createProtection(kernel: Kernel, { wallet }: ProtectionDeps) {
  let deposits: CountDeposits = async () => new Map()
  const countDeposits: CountDeposits = (sql, userIds, since) => deposits(sql, userIds, since)
  return {
    routes: protectionRoutes(kernel, wallet, countDeposits),
    /** Call these in the transaction of a bet or deposit, after its account locks. */
    commands: {
      /** One result per request, in order; null if allowed. Requests of one player count together. */
      check: (tx: Tx, requests: readonly ProtectionRequest[], now: Date) => check(tx, countDeposits, requests, now),
      /** The status that stakes are checked against (see `stakeCheck`). */
      limitStatus: (tx: Tx, userIds: readonly string[], now: Date) => lockedStatus(tx, userIds, now),
      /** Registers how deposits are counted, because unpaid deposits are not in the ledger (D32). */
      countDepositsBy(count: CountDeposits): void {
        deposits = count
      },
    },
    reads: {
      /** Returns which of these players are self-excluded. */
      excludedAmong: async (sql: Sql, userIds: readonly string[], now: Date): Promise<ReadonlySet<string>> =>
        new Set((await exclusionEnds(sql, userIds, now)).keys()),
    },
    administration: {
      /** The limits of a player, as the player sees them. */
      show: (userId: string, now: Date) => showProtection(kernel.db, countDeposits, userId, now),
      exclusionEnds: (sql: Sql, userIds: readonly string[], now: Date) => exclusionEnds(sql, userIds, now),
    },
  }
}

export type Protection = ReturnType<typeof createProtection>
