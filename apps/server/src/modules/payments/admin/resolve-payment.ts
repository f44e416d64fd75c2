import type { resolveTransaction } from '@mupiira/contract/admin.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { type Approvals, flagOf } from '../../../kernel/access/approvals.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Audit } from '../../audit/index.ts'
import type { OutcomeApplier } from '../apply-outcome.ts'
import type { Payment } from '../payment.ts'
import { lockPayments } from '../payments.repository.ts'
import { type DecidedPayment, decidePayment } from './decide-payment.ts'
import { decidedBy } from './payment-decisions.repository.ts'

type Ending = BodyOf<typeof resolveTransaction>['ending']
type Decision = { readonly paymentId: string; readonly ending: Ending; readonly note: string; readonly by: Staff }
type Requested = Pick<Decision, 'paymentId' | 'ending'> & { readonly userId: string; readonly title: string }
export type ResolveRefusal = 'PAYMENT_NOT_FOUND' | 'DECISION_IMPOSSIBLE'
type Resolved = { readonly payment: Payment; readonly approvalId: string | null }

export type PaymentResolver = ReturnType<typeof createPaymentResolver>

/** Decides a payment in review. Above the threshold it needs a second approver (ADMT-30, decision 0019). */
export function createPaymentResolver(
  clock: Clock,
  audit: Audit['commands'],
  applyOutcomes: OutcomeApplier,
  { registerAmounts, fourEyes, register }: Approvals<ResolveRefusal>,
) {
  async function resolve(
    tx: Tx,
    { paymentId, ending, note, by }: Decision,
    flags: object = {},
  ): Promise<Result<DecidedPayment, ResolveRefusal>> {
    const done = await decidePayment(tx, applyOutcomes, { paymentId, ending, decidedBy: by.actorId, note })
    if (!done.ok) return done
    const auditEntry = { action: 'payment.resolve', subject: `payment:${paymentId}`, reason: note } as const
    await audit.record(tx, { ...by, ...auditEntry, after: { ending, ...flags } }, done.value.at)
    return done
  }

  registerAmounts('resolve-payment', async (tx, actorId, since) =>
    (await decidedBy(tx, actorId, since)).map(({ paymentId, amountUgx }) => ({
      subject: `payment:${paymentId}`,
      amountUgx,
    })),
  )
  register('resolve-payment', async (tx, { request: requested, requestedBy, reason }, by) => {
    const { paymentId, ending } = requested as Requested
    const done = await resolve(tx, { paymentId, ending, note: reason, by }, { requestedBy })
    return done.ok ? ok(done.value.at) : done
  })

  return async (tx: Tx, decision: Decision): Promise<Result<Resolved, ResolveRefusal>> => {
    const { paymentId, ending, note, by } = decision
    const before = await fourEyes.sumWithoutApproval(tx, by.actorId)
    const payment = (await lockPayments(tx, [paymentId])).get(paymentId)
    if (payment === undefined) return err('PAYMENT_NOT_FOUND')
    const now = clock.now()
    const evaluation = await fourEyes.evaluate(
      tx,
      { kind: 'resolve-payment', actorId: by.actorId, amountUgx: payment.amount, before },
      now,
    )
    if (evaluation === 'wait' && payment.stage === 'review') {
      const title = `${payment.type === 'deposit' ? 'Deposit' : 'Withdrawal'} ${payment.shortReference} ${ending === 'success' ? 'was paid' : 'failed'}`
      const requested: Requested = { paymentId, ending, userId: payment.userId, title }
      const subject = `payment:${paymentId}` as const
      const amountUgx = payment.amount
      const proposal = {
        kind: 'resolve-payment',
        subject,
        amountUgx,
        request: requested,
        reason: note,
        requestedBy: by.actorId,
        once: true,
      } as const
      const approvalId = await fourEyes.propose(tx, proposal, now)
      await audit.record(
        tx,
        { ...by, action: 'payment.resolve', subject, after: { ending, waits: true }, reason: note },
        now,
      )
      return ok({ payment, approvalId })
    }
    const done = await resolve(tx, decision, flagOf(evaluation))
    return done.ok ? ok({ payment: done.value.payment, approvalId: null }) : done
  }
}
