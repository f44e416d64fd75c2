import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { AUDIT_FLAGS } from '../../../kernel/access/approvals.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Audit } from '../../audit/index.ts'
import type { OutcomeApplier } from '../apply-outcome.ts'
import { type PaymentDeps, providerOf } from '../deps.ts'
import type { Payment } from '../payment.ts'
import { lockPayments } from '../payments.repository.ts'
import { type ReviewDecision, sharesPaymentNumber, storeReviewDecision } from './reviews.repository.ts'

/** Staff's decision. `message` is what the player reads; `note` is for staff only. */
export type StaffDecision =
  | { readonly decision: 'approved'; readonly note: string | null }
  | { readonly decision: 'rejected'; readonly note: string; readonly message: string }

export type ReviewRefusal =
  | 'PAYMENT_NOT_FOUND'
  | 'REVIEW_DECIDED'
  | 'OWN_ACCOUNT'
  | 'OWN_TOP_UP'
  | 'PAYMENT_SERVICE_UNAVAILABLE'
export type CancelRefusal = 'PAYMENT_NOT_FOUND' | 'WITHDRAWAL_NOT_HELD'

/**
 * Whether the reviewer has recently topped up the player. `alone`: yes, and so has every other reviewer, or there is
 * none.
 */
type TopUp = 'none' | 'alone' | 'leave to another'

type Deps = Pick<PaymentDeps, 'kernel' | 'providers' | 'wallet'> & {
  readonly applyOutcomes: OutcomeApplier
}
/** `phoneNumber`: of the account of the member of staff. */
type Reviewer = Staff & {
  readonly phoneNumber: string
  /** The ids of all staff who may decide held withdrawals. */
  readonly reviewers: (tx: Tx, now: Date) => Promise<readonly string[]>
}

/** A member of staff who topped up a player within this time must not also approve the player's withdrawal. */
const OWN_TOP_UP_MS = 7 * DAY_MS

/**
 * Decisions on held withdrawals (WDR-31 to WDR-33). Each locks the payment first, so of several decisions at once
 * exactly one takes effect. An approved withdrawal is sent by the queue: here if the process lives, else when its lease
 * ends.
 */
export function createReviewDecisions(deps: Deps) {
  async function decide(tx: Tx, payment: Payment, decision: ReviewDecision, message: string | null) {
    const { applyOutcomes } = deps
    const outcome =
      decision.decision === 'approved'
        ? ({ kind: 'released' } as const)
        : decision.decision === 'cancelled'
          ? ({ kind: 'cancelled' } as const)
          : ({ kind: 'denied', staffMessage: message ?? '' } as const)
    await deps.wallet.accounts.lock(tx, [payment.userId])
    const at = deps.kernel.clock.now()
    // Before the payment changes, because the database lets a held withdrawal leave its stage only after a decision.
    await storeReviewDecision(tx, decision, at)
    const {
      applied: [applied],
    } = await applyOutcomes(tx, [{ paymentId: payment.id, outcome }], at)
    if (applied?.hasChanged !== true) throw new Error(`the decision on the held withdrawal ${payment.id} had no effect`)
    return { payment: applied.payment, at }
  }

  async function ownTopUp(tx: Tx, { userId }: Payment, { actorId, reviewers }: Reviewer): Promise<TopUp> {
    const now = deps.kernel.clock.now()
    const since = new Date(now.getTime() - OWN_TOP_UP_MS)
    const toppedUp = await deps.wallet.administration.staffWhoToppedUp(tx, { userId, since })
    if (!toppedUp.has(actorId)) return 'none'
    return (await reviewers(tx, now)).some((id) => !toppedUp.has(id)) ? 'leave to another' : 'alone'
  }

  return {
    /** Approves or rejects a held withdrawal, with its audit entry. */
    async byStaff(
      tx: Tx,
      audit: Audit['commands'],
      { paymentId, by, ...decided }: StaffDecision & { readonly paymentId: string; readonly by: Reviewer },
    ): Promise<Result<Payment, ReviewRefusal>> {
      const payment = (await lockPayments(tx, [paymentId])).get(paymentId)
      if (payment === undefined || payment.reviewDueAt === null) return err('PAYMENT_NOT_FOUND')
      if (payment.stage !== 'held') return err('REVIEW_DECIDED')
      if (await isOwn(tx, payment, by)) return err('OWN_ACCOUNT')
      const { decision, note } = decided
      const topUp = decision === 'approved' ? await ownTopUp(tx, payment, by) : 'none'
      if (topUp === 'leave to another') return err('OWN_TOP_UP')
      // It stays held, so that the player is not refused because of an outage.
      if (decision === 'approved' && !providerOf(deps, payment).isAvailable()) return err('PAYMENT_SERVICE_UNAVAILABLE')
      const message = decision === 'rejected' ? decided.message : null
      const { payment: after, at } = await decide(
        tx,
        payment,
        { paymentId, decision, decidedBy: by.actorId, note },
        message,
      )
      await audit.record(
        tx,
        {
          actorId: by.actorId,
          address: by.address,
          action: decision === 'approved' ? 'payment.approve' : 'payment.reject',
          subject: `payment:${paymentId}`,
          ...(note === null ? {} : { reason: note }),
          after: {
            userId: payment.userId,
            amount: ugxToNumber(payment.amount),
            fee: ugxToNumber(payment.fee),
            ...(message === null ? {} : { message }),
            ...(topUp === 'alone' ? { flag: AUDIT_FLAGS.topUp } : {}),
          },
        },
        at,
      )
      return ok(after)
    },

    /** The player takes a held withdrawal back. Repeating it changes nothing. */
    async byPlayer(
      tx: Tx,
      { paymentId, userId }: { readonly paymentId: string; readonly userId: string },
    ): Promise<Result<Payment, CancelRefusal>> {
      const payment = (await lockPayments(tx, [paymentId])).get(paymentId)
      if (payment === undefined || payment.userId !== userId) return err('PAYMENT_NOT_FOUND')
      if (payment.reason === 'cancelled') return ok(payment)
      if (payment.stage !== 'held') return err('WITHDRAWAL_NOT_HELD')
      const decision = { paymentId, decision: 'cancelled', decidedBy: userId, note: null } as const
      return ok((await decide(tx, payment, decision, null)).payment)
    },
  }
}

export type ReviewDecisions = ReturnType<typeof createReviewDecisions>

/** A member of staff who was a player, or who shares a payment number with the player, must not decide. */
const isOwn = async (
  tx: Tx,
  { userId }: Payment,
  { actorId, phoneNumber }: Pick<Reviewer, 'actorId' | 'phoneNumber'>,
): Promise<boolean> => userId === actorId || (await sharesPaymentNumber(tx, userId, { id: actorId, phoneNumber }))
