import { formatAmount, type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Provider } from '@mupiira/domain/payments/providers.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { Difference } from './compare-orders.ts'
import {
  lastExpectation,
  type MoneyInTransit,
  moneyInTransit,
  floatChangeBetween,
} from './reconciliation.repository.ts'

/** Payments that ended more recently may not be in both figures yet. */
const SETTLED_AFTER_MS = 60_000
/** The charge of a payout is unknown until it ends. It is at most UGX 2,000 and at most a twentieth of the payout. */
const MAX_CHARGE = 200_000n
const CHARGE_SHARE = 20n

export type WalletReport = {
  readonly until: Date
  /**
   * Derived from the ledger's float account and the provider's charges. The first comparison accepts the provider's
   * current balance.
   */
  readonly expectedUgx: Ugx
  readonly foundUgx: Ugx
  readonly isFirst: boolean
  /** Payments in progress or ended recently, which the provider's figure may or may not contain. */
  readonly inTransit: Pick<MoneyInTransit, 'deposits' | 'withdrawals' | 'payments'>
}

/**
 * Compares the provider's wallets with our float account. The expected balance is that of the last comparison plus what
 * the ledger has moved since that comparison, minus the provider's charges. Payments in progress widen the accepted
 * range.
 */
export async function compareWallet(
  db: Sql,
  { provider, foundUgx }: { readonly provider: Provider; readonly foundUgx: Ugx },
  now: Date,
): Promise<{ readonly report: WalletReport; readonly difference: Difference | null }> {
  const settledAt = new Date(now.getTime() - SETTLED_AFTER_MS)
  const last = await lastExpectation(db, provider)
  const limits = { until: settledAt, chargeShare: CHARGE_SHARE, maxCharge: MAX_CHARGE }
  const { lowest, highest, ...inTransit } = await moneyInTransit(db, provider, limits)
  if (last === null) {
    return { report: { until: settledAt, expectedUgx: foundUgx, foundUgx, isFirst: true, inTransit }, difference: null }
  }
  const until = settledAt > last.until ? settledAt : last.until
  const expectedUgx = ugx(last.expected + (await floatChangeBetween(db, provider, { after: last.until, until })))
  const report = { until, expectedUgx, foundUgx, isFirst: false, inTransit }
  const excess = ugx(foundUgx - expectedUgx)
  if (excess >= lowest && excess <= highest) return { report, difference: null }
  const open = inTransit.deposits.count + inTransit.withdrawals.count
  const detail = `the provider holds UGX ${formatAmount(foundUgx)}, UGX ${formatAmount(expectedUgx)} expected, ${open} pending payments`
  return { report, difference: { kind: 'wallet', subject: 'wallet', paymentId: null, amountUgx: excess, detail } }
}
