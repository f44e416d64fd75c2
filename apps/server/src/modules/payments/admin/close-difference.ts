import { caseText } from '@mupiira/domain/payments/case-texts.ts'
import { providerText } from '@mupiira/domain/payments/providers.ts'
import { type Ugx, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { type Approvals, flagOf } from '../../../kernel/access/approvals.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Audit } from '../../audit/index.ts'
import { bookedBy } from '../reconciliation/cases.repository.ts'
import { type CaseClosing, type CloseRefusal, lockSeenCase } from '../reconciliation/close-case.ts'
import type { Reconciliation } from '../reconciliation/reconciliation.ts'

type Closing = Omit<CaseClosing, 'closedBy'> & { readonly by: Staff }
/** `seen`: the difference in hundredths. */
type Requested = { readonly caseId: string; readonly seen: string; readonly title: string }
type Closed = { readonly bookedUgx: Ugx } | { readonly approvalId: string }

export type DifferenceCloser = ReturnType<typeof createDifferenceCloser>

/**
 * Closes a difference with an explanation. A difference that is booked to the operator counts towards the four-eyes
 * threshold, because money taken out of a provider's wallet could be booked as the operator's own (ADMT-30).
 */
export function createDifferenceCloser(
  clock: Clock,
  audit: Audit['commands'],
  { close }: Pick<Reconciliation, 'close'>,
  { registerAmounts, fourEyes, register }: Approvals<CloseRefusal>,
) {
  async function closeWithEntry(tx: Tx, { by, ...closing }: Closing, flags: object = {}) {
    const done = await close(tx, { ...closing, closedBy: by.actorId })
    if (!done.ok) return done
    const { bookedUgx, at } = done.value
    const subject = `case:${closing.caseId}` as const
    const after = { booked: ugxToNumber(bookedUgx), ...flags }
    await audit.record(tx, { ...by, action: 'payment.close-case', subject, after, reason: closing.note }, at)
    return done
  }

  registerAmounts('book-difference', async (tx, actorId, since) =>
    (await bookedBy(tx, actorId, since)).map(({ id, amountUgx }) => ({ subject: `case:${id}`, amountUgx })),
  )
  register('book-difference', async (tx, { request, requestedBy, reason }, by) => {
    const { caseId, seen } = request as Requested
    const closing = { caseId, seenUgx: ugx(BigInt(seen)), note: reason, isBooked: true, by }
    const done = await closeWithEntry(tx, closing, { requestedBy })
    return done.ok ? ok(done.value.at) : done
  })

  return async (tx: Tx, closing: Closing): Promise<Result<Closed, CloseRefusal>> => {
    const { caseId, seenUgx, note, isBooked, by } = closing
    if (!isBooked) return closeWithEntry(tx, closing)
    const before = await fourEyes.sumWithoutApproval(tx, by.actorId)
    const locked = await lockSeenCase(tx, closing)
    if (!locked.ok) return err(locked.error)
    const now = clock.now()
    const amountUgx = ugx(seenUgx < 0n ? -seenUgx : seenUgx)
    const action = { kind: 'book-difference', actorId: by.actorId, amountUgx } as const
    const evaluation = await fourEyes.evaluate(tx, { ...action, before }, now)
    if (evaluation !== 'wait') return closeWithEntry(tx, closing, flagOf(evaluation))
    const { kind, provider, day } = locked.value
    const title = `${caseText(kind)} (${providerText(provider)}, ${day})`
    const request: Requested = { caseId, seen: String(seenUgx), title }
    const subject = `case:${caseId}` as const
    const proposal = { kind: action.kind, subject, amountUgx, request, reason: note, requestedBy: by.actorId }
    const approvalId = await fourEyes.propose(tx, { ...proposal, once: true }, now)
    const after = { booked: ugxToNumber(seenUgx), waits: true }
    await audit.record(tx, { ...by, action: 'payment.close-case', subject, after, reason: note }, now)
    return ok({ approvalId })
  }
}
