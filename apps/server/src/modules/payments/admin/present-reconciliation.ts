import type { ReconciliationCase, ReconciliationReport } from '@mupiira/contract/admin.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Reconciliation } from '../reconciliation/reconciliation.ts'

type Run = Awaited<ReturnType<Reconciliation['run']>>
type Case = Awaited<ReturnType<Reconciliation['open']>>[number]

export const presentCase = (found: Case, now: Date): ReconciliationCase => ({
  id: found.id,
  provider: found.provider,
  kind: found.kind,
  subject: found.subject,
  shortReference: found.shortReference,
  transactionId: found.paymentId,
  day: found.day,
  amount: ugxToNumber(found.amountUgx),
  detail: found.detail,
  foundAt: found.foundAt.toISOString(),
  ageHours: Math.floor((now.getTime() - found.foundAt.getTime()) / HOUR_MS),
})

export function presentReport(day: string, { done, unavailable }: Run, now: Date): ReconciliationReport {
  const cases = done.flatMap(({ open }) => open.map((each) => presentCase(each, now)))
  const isOk = cases.length === 0 && unavailable.length === 0 && done.every(({ unanswered }) => unanswered === 0)
  return {
    day,
    ok: isOk,
    areSumsEqual: isOk && done.every(({ wallet }) => wallet !== null && wallet.foundUgx === wallet.expectedUgx),
    unavailable: [...unavailable],
    providers: done.map(({ provider, compared, unanswered, settled, wallet }) => ({
      provider,
      compared,
      unanswered,
      settled,
      wallet:
        wallet === null
          ? null
          : {
              expected: ugxToNumber(wallet.expectedUgx),
              found: ugxToNumber(wallet.foundUgx),
              isFirst: wallet.isFirst,
              deposits: presentSum(wallet.inTransit.deposits),
              withdrawals: presentSum(wallet.inTransit.withdrawals),
              payments: wallet.inTransit.payments.map(({ amount, createdAt, ...payment }) => {
                return { ...payment, amount: ugxToNumber(amount), createdAt: createdAt.toISOString() }
              }),
            },
    })),
    cases,
  }
}

const presentSum = ({ count, amountUgx }: { readonly count: number; readonly amountUgx: Ugx }) => ({
  count,
  amount: ugxToNumber(amountUgx),
})

/** The result of a comparison as counts, for the audit log. */
export const countsOf = ({ ok, unavailable, providers, cases }: ReconciliationReport) => ({
  ok,
  compared: providers.reduce((sum, provider) => sum + provider.compared, 0),
  unanswered: providers.reduce((sum, provider) => sum + provider.unanswered, 0),
  settled: providers.reduce((sum, provider) => sum + provider.settled, 0),
  cases: cases.length,
  ...(unavailable.length === 0 ? {} : { unavailable: unavailable.join(', ') }),
})
