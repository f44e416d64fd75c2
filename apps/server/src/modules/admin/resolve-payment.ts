import type { resolveTransaction } from '@mupiira/contract/admin.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Audit } from '../audit/index.ts'
import { type Payments, presentPayment } from '../payments/index.ts'
import { type Approvals, flagOf } from '../../kernel/approvals.ts'

export type ResolveDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly payments: { readonly administration: Pick<Payments['administration'], 'lock' | 'decide' | 'decidedBy'> }
}
const RESOLVE_PAYMENT = 'resolve-payment'

type Staff = { readonly actorId: string; readonly address: string }
type Ending = BodyOf<typeof resolveTransaction>['ending']
type Decision = { readonly paymentId: string; readonly ending: Ending; readonly note: string; readonly by: Staff }
type Asked = Pick<Decision, 'paymentId' | 'ending'> & { readonly userId: string; readonly title: string }
type Refusal = 'PAYMENT_NOT_FOUND' | 'DECISION_IMPOSSIBLE'
export type Resolved = { readonly transaction: Transaction; readonly approvalId: string | null }

/** Deciding what became of a payment that no provider has answered; above the threshold it takes two (ADMT-30, decision 0019). */
export function createResolvePayment(deps: ResolveDeps, { countMoved, fourEyes, register }: Approvals<Refusal>) {
  const { audit, payments } = deps

  async function resolve(
    tx: Tx,
    { paymentId, ending, note, by }: Decision,
    now: Date,
    flags: object = {},
  ): Promise<Result<Transaction, Refusal>> {
    const done = await payments.administration.decide(tx, { paymentId, ending, decidedBy: by.actorId, note }, now)
    if (!done.ok) return done
    const staffAction = { action: 'payment.resolve', subject: `payment:${paymentId}`, reason: note } as const
    await audit.record(tx, { ...by, ...staffAction, after: { ending, ...flags } }, now)
    return done
  }

  countMoved(RESOLVE_PAYMENT, async (tx, actorId, since) =>
    (await payments.administration.decidedBy(tx, actorId, since)).map(({ paymentId, amountUgx }) => ({
      subject: `payment:${paymentId}`,
      amountUgx,
    })),
  )
  register(RESOLVE_PAYMENT, async (tx, { asked, askedBy, reason }, by, now) => {
    const { paymentId, ending } = asked as Asked
    const done = await resolve(tx, { paymentId, ending, note: reason, by }, now, { askedBy })
    return done.ok ? ok(undefined) : done
  })

  return async (tx: Tx, decision: Decision, now: Date): Promise<Result<Resolved, Refusal>> => {
    const { paymentId, ending, note, by } = decision
    const before = await fourEyes.movedAlone(tx, by.actorId, now)
    const payment = await payments.administration.lock(tx, paymentId)
    if (payment === null) return err('PAYMENT_NOT_FOUND')
    const judgement = await fourEyes.evaluate(tx, payment.amount, before, now)
    if (judgement === 'wait' && payment.stage === 'review') {
      const title = `${payment.type === 'deposit' ? 'Deposit' : 'Withdrawal'} ${ending === 'success' ? 'was paid' : 'failed'}`
      const asked: Asked = { paymentId, ending, userId: payment.userId, title }
      const subject = `payment:${paymentId}` as const
      const amountUgx = payment.amount
      const wish = {
        kind: RESOLVE_PAYMENT,
        subject,
        amountUgx,
        asked,
        reason: note,
        askedBy: by.actorId,
        once: true,
      } as const
      const approvalId = await fourEyes.propose(tx, wish, now)
      await audit.record(
        tx,
        { ...by, action: 'payment.resolve', subject, after: { ending, waits: true }, reason: note },
        now,
      )
      return ok({ transaction: presentPayment(payment), approvalId })
    }
    const done = await resolve(tx, decision, now, flagOf(judgement))
    return done.ok ? ok({ transaction: done.value, approvalId: null }) : done
  }
}
