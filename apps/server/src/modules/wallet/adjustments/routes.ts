import { deductFromUser, previewAdjustment, topUpUser } from '@mupiira/contract/adjustments.ts'
import { isStaff, type Role } from '@mupiira/domain/access/capabilities.ts'
import { formatPlain, type Ugx, ugxFromNumber, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { type Approvals, flagOf } from '../../../kernel/access/approvals.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { type Call, type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import { lockAccounts } from '../locked-accounts.repository.ts'
import {
  aboveMaximum,
  type AboveMaximum,
  ACTIONS,
  type Adjustment,
  adjustBalance,
  NO_DESCRIPTION,
} from './adjust-balance.ts'
import { adjustedWithoutApproval, type AdjustmentKind } from './adjustments.repository.ts'

export type AdjustmentDeps = {
  readonly approvals: Approvals<'ADJUSTMENT_ABOVE_BALANCE' | AboveMaximum>
  readonly audit: Audit['commands']
  readonly settings: { readonly current: () => Settings }
  /** Locks an account, if it exists. */
  readonly lockProfile: (tx: Tx, userId: string) => Promise<{ readonly role: Role } | null>
}
type Deps = AdjustmentDeps & Pick<Kernel, 'clock' | 'db' | 'idempotency' | 'outbox'>

/** The JSON data of a request. Its other fields have their own columns. */
type RequestedAdjustment = Pick<Adjustment, 'id' | 'userId' | 'description'>

/** Top-ups and deductions (ADMU-10 to ADMU-18), and whether one needs a second approver. */
export function adjustmentRoutes(deps: Deps): readonly Route[] {
  const { approvals } = deps
  for (const kind of ['top-up', 'deduction'] as const) {
    approvals.register(kind, async (tx, { request, amountUgx, requestedBy }, { actorId, address }) => {
      // The maximum may have been lowered since the request.
      const tooLarge = aboveMaximum(deps.settings.current(), amountUgx)
      if (tooLarge !== null) return err(tooLarge)
      const approved = {
        ...(request as RequestedAdjustment),
        kind,
        amountUgx,
        madeBy: requestedBy,
        approvedBy: actorId,
      }
      const done = await adjustBalance(tx, deps, approved, { address })
      return done.ok ? ok(done.value.at) : done
    })
    approvals.registerAmounts(kind, async (tx, userId, since) => [
      { amountUgx: await adjustedWithoutApproval(tx, { kind, userId, since }) },
    ])
  }
  return [
    route(previewAdjustment, (call) => previewApproval(deps, call)),
    route(topUpUser, async (call): Promise<Outcome<typeof topUpUser>> => {
      const outcome = await requestAdjustment(deps, call, 'top-up')
      if (!('error' in outcome)) return outcome
      const { error } = outcome
      if (error === 'ADJUSTMENT_ABOVE_BALANCE') throw new Error('a credit was refused')
      return { ...outcome, error }
    }),
    route(deductFromUser, (call) => requestAdjustment(deps, call, 'deduction')),
  ]
}

async function previewApproval(
  { approvals: { fourEyes }, clock, db, settings }: Deps,
  { actor, query }: Call<typeof previewAdjustment>,
): Promise<Outcome<typeof previewAdjustment>> {
  const amount = ugxFromNumber(query.amount)
  if (!amount.ok || amount.value <= ZERO) return { error: 'ADJUSTMENT_INVALID' }
  const tooLarge = aboveMaximum(settings.current(), amount.value)
  if (tooLarge !== null) return presentTooLarge(tooLarge)
  const threshold = settings.current().four_eyes_threshold
  return db.transaction(async (tx) => {
    const before = await fourEyes.sumWithoutApproval(tx, actor.userId)
    // Top-ups and deductions have the same approvers.
    const action = { kind: 'top-up', actorId: actor.userId, amountUgx: amount.value, before } as const
    const evaluated = await fourEyes.evaluate(tx, action, clock.now())
    const evaluation = evaluated === 'alone-daily-total' ? 'alone' : evaluated
    return { status: 200, body: { judgement: evaluation, threshold, movedBefore: ugxToNumber(before) } }
  })
}

type AdjustmentCall = Call<typeof topUpUser> | Call<typeof deductFromUser>
type Answer = Outcome<typeof deductFromUser>
type Requested = RequestedAdjustment & Pick<Adjustment, 'kind' | 'amountUgx'>

/** Adjusts the balance at once, or requests a second approver. */
async function requestAdjustment(deps: Deps, call: AdjustmentCall, kind: AdjustmentKind): Promise<Answer> {
  const { params, body, idempotencyRecord } = call
  if (!isId(params.id)) return { error: 'USER_NOT_FOUND' }
  const amount = ugxFromNumber(body.amount)
  // Refuses amounts that are not above zero.
  if (!amount.ok || amount.value <= ZERO) return { error: 'ADJUSTMENT_INVALID' }
  const description = body.description?.trim() || NO_DESCRIPTION[kind]
  const requested: Requested = { id: newId(), userId: params.id, description, kind, amountUgx: amount.value }
  return deps.db.transaction(async (tx) => {
    const before = await deps.approvals.fourEyes.sumWithoutApproval(tx, call.actor.userId)
    const profile = await deps.lockProfile(tx, params.id)
    if (profile === null) return { error: 'USER_NOT_FOUND' }
    // Staff cannot adjust staff accounts, even with an approval.
    if (isStaff(profile.role)) return { error: 'STAFF_ACCOUNT' }
    const outcome = await adjustOrPropose(tx, deps, call, requested, before)
    if ('status' in outcome) await deps.idempotency.remember(tx, idempotencyRecord, outcome)
    return outcome
  })
}

/**
 * `before`: the amounts that this member of staff moved without approval in the last 24 hours. It is added to the
 * amount.
 */
async function adjustOrPropose(
  tx: Tx,
  deps: Deps,
  call: AdjustmentCall,
  requested: Requested,
  before: Ugx,
): Promise<Answer> {
  const { fourEyes } = deps.approvals
  const { actor, address } = call
  const { id, userId, description, kind, amountUgx } = requested
  const balance = (await lockAccounts(tx, [userId])).get(userId)?.balance ?? ZERO
  const now = deps.clock.now()
  if (kind === 'deduction' && amountUgx > balance) return { error: 'ADJUSTMENT_ABOVE_BALANCE' }
  const tooLarge = aboveMaximum(deps.settings.current(), amountUgx)
  if (tooLarge !== null) return presentTooLarge(tooLarge)
  const evaluation = await fourEyes.evaluate(tx, { kind, actorId: actor.userId, amountUgx, before }, now)
  if (evaluation !== 'wait') {
    const adjustment = { ...requested, madeBy: actor.userId, approvedBy: null }
    const done = await adjustBalance(tx, deps, adjustment, { address, ...flagOf(evaluation) })
    return done.ok
      ? { status: 200, body: { success: true, newBalance: ugxToNumber(done.value.balance) } }
      : { error: done.error }
  }
  const subject = `user:${userId}` as const
  const request: RequestedAdjustment = { id, userId, description }
  const proposal = { kind, subject, amountUgx, reason: description, request, requestedBy: actor.userId }
  const approvalId = await fourEyes.propose(tx, proposal, now)
  const after = { amount: ugxToNumber(amountUgx), waits: true }
  await deps.audit.record(tx, { ...staffOf(call), action: ACTIONS[kind], subject, after, reason: description }, now)
  return { status: 202, body: { success: true, newBalance: ugxToNumber(balance), approvalId } }
}

const presentTooLarge = ({ code, maximumUgx }: AboveMaximum) =>
  ({ error: code, details: { maximum: formatPlain(maximumUgx) } }) as const
