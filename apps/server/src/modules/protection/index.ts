import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** Money that a player is about to stake or to deposit. */
export type ProtectionRequest = {
  readonly userId: string
  readonly kind: 'deposit' | 'stake'
  readonly amount: Ugx
}

/** Why the player's own limits refuse it; `details` fills the marks of the refusal's text. */
export type ProtectionRefusal =
  | { readonly code: 'LIMIT_REACHED'; readonly details: { readonly frees: string } }
  | { readonly code: 'EXCLUDED'; readonly details: { readonly until: string } }

/** Limits that players set themselves, and time-outs. */
export function createProtection(_kernel: Kernel) {
  return {
    /**
     * Judges requests in the transaction of their commands, with the players' accounts locked: one answer for each, in
     * order, null where nothing forbids it. Requests of one player count together. No player has a limit: none can be set.
     */
    check: async (_tx: Tx, requests: readonly ProtectionRequest[], _now: Date): Promise<(ProtectionRefusal | null)[]> =>
      requests.map(() => null),
  }
}

export type Protection = ReturnType<typeof createProtection>
