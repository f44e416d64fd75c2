import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Provider } from '@mupiira/domain/payments/providers.ts'
import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Payment } from '../payment.ts'
import type { MobileMoneyProvider } from '../ports.ts'
import { type CaseKind, comparePayment, floatChange, type Difference, unknownOrders } from './compare-orders.ts'
import { compareWallet, type WalletReport } from './compare-wallet.ts'
import { type ReconciliationCase, storeCases } from './cases.repository.ts'
import { type ProviderOrders, readProviderOrders } from './provider-orders.ts'
import {
  knownReferences,
  otherPaymentsInReview,
  paymentsOfDay,
  storeRun,
  withPostedAmounts,
} from './reconciliation.repository.ts'

export type ReconciledDay = {
  readonly provider: Provider
  /** The calendar day in Kampala. */
  readonly day: string
  /** Our payments of the day, and the payments about which the provider gave no answer. */
  readonly compared: number
  readonly unanswered: number
  /** Payments that ended because of this comparison. */
  readonly settled: number
  readonly wallet: WalletReport | null
  /** Unexplained differences of this and earlier days, the oldest first. */
  readonly open: readonly ReconciliationCase[]
}

/**
 * Compares the provider's orders of a day with our payments and the ledger, then its wallets with our float. Results of
 * payments that are still open here are applied as after any query. Every difference becomes a case. Null: the provider
 * did not return its list.
 */
export async function reconcileDay(
  { workerDb, clock, stopping }: Pick<Kernel, 'workerDb' | 'clock' | 'stopping'>,
  queryProvider: (payment: Payment) => Promise<void>,
  provider: MobileMoneyProvider,
  day: string,
): Promise<ReconciledDay | null> {
  const from = startOfDayKey(day)
  if (from === null) throw new RangeError(`not a day: ${day}`)
  const to = startOfNextDay(from)
  const ours = await paymentsOfDay(workerDb, provider.name, from, to)
  const providerOrders = await readProviderOrders({ clock, stopping }, provider, ours, { from, to })
  if (providerOrders === null) return null
  const missed = ours.filter((payment) => hasMissedResult(payment, providerOrders))
  for (const payment of missed) await queryProvider(payment)
  const payments = await withPostedAmounts(workerDb, provider.name, ours)
  const unanswered = payments.flatMap(({ payment }) =>
    providerOrders.viewOf(payment).isAnswered ? [] : [payment.reference],
  )
  const known = await knownReferences(
    workerDb,
    providerOrders.listed.map(({ reference }) => reference),
  )
  const balances = await provider.balances()
  const foundUgx: Ugx | null =
    balances.kind === 'balance' ? ugx(balances.wallets.reduce((sum, { amount }) => sum + amount, 0n)) : null

  return workerDb.transaction(async (tx) => {
    const now = clock.now()
    const wallet = foundUgx === null ? null : await compareWallet(tx, { provider: provider.name, foundUgx }, now)
    const inReview = await otherPaymentsInReview(tx, provider.name, ours)
    const differences: Difference[] = [
      ...payments.flatMap(
        ({ payment, posted }) => comparePayment(payment, providerOrders.viewOf(payment), posted) ?? [],
      ),
      ...unknownOrders(providerOrders.listed, known),
      ...inReview.flatMap((payment) => reviewOf(payment) ?? []),
      ...(wallet?.difference == null ? [] : [wallet.difference]),
    ]
    const unansweredKinds: CaseKind[] = [
      ...(wallet === null ? ['wallet' as const] : []),
      ...(providerOrders.isComplete ? [] : ['unknown-here' as const]),
    ]
    const open = await storeCases(
      tx,
      { provider: provider.name, day, differences, unanswered: { kinds: unansweredKinds, references: unanswered } },
      now,
    )
    const result = {
      provider: provider.name,
      day,
      compared: payments.length,
      unanswered: unanswered.length,
    }
    await storeRun(
      tx,
      {
        ...result,
        differences: differences.length,
        until: wallet?.report.until ?? now,
        expectedUgx: wallet?.report.expectedUgx ?? null,
        foundUgx,
      },
      now,
    )
    return { ...result, settled: missed.length, wallet: wallet?.report ?? null, open }
  })
}

/** Whether the provider has a final result for a payment that is open or has timed out here. */
function hasMissedResult(payment: Payment, providerOrders: ProviderOrders): boolean {
  const { order } = providerOrders.viewOf(payment)
  if (order === null || order.status === 'pending' || payment.sentAt === null) return false
  // Decisions by staff are kept, because staff already know this difference.
  const isMissed = payment.status === 'failed' && order.status === 'success' && payment.reason !== 'decided'
  return payment.status === 'pending' || isMissed
}

const reviewOf = (payment: Payment): Difference | null =>
  comparePayment(payment, { isAnswered: false, order: null }, payment.status === 'success' ? floatChange(payment) : 0n)
