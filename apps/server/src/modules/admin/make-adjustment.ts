import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { type Adjustment, type AdjustmentKind, adjustBalance, NO_DESCRIPTION } from './adjust-balance.ts'
import type { ActionRefusal } from './approvals.ts'
import type { StaffAction } from './four-eyes.ts'

export type AdjustingDeps = Pick<Kernel, 'outbox'> & {
  readonly audit: Pick<Audit, 'record'>
  readonly wallet: Pick<Wallet, 'lockAccounts' | 'post'>
}

/** The stored part of an adjustment request; the rest has its own columns. */
export type AskedAdjustment = Pick<Adjustment, 'id' | 'userId' | 'description'>

export const ACTIONS = { 'top-up': 'money.top-up', deduction: 'money.deduct' } as const

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'balance-adjusted': { readonly kind: AdjustmentKind; readonly amount: number; readonly reason?: string }
  }
}

/** Adjusts a balance, writes the audit entry and notifies the player. `flag`: why there was no approval. Returns the new balance. */
export async function makeAdjustment(
  tx: Tx,
  { audit, outbox, wallet }: AdjustingDeps,
  adjustment: Adjustment,
  from: { readonly address: string; readonly flag?: string },
  now: Date,
): Promise<Result<Ugx, 'ADJUSTMENT_ABOVE_BALANCE'>> {
  const done = await adjustBalance(tx, wallet, adjustment, now)
  if (!done.ok) return done
  const { before, after } = done.value
  const { userId, kind, amountUgx, approvedBy, madeBy, description } = adjustment
  const { address, ...flag } = from
  const amount = ugxToNumber(amountUgx)
  await audit.record(
    tx,
    {
      actorId: approvedBy ?? madeBy,
      address,
      action: ACTIONS[kind],
      subject: `user:${userId}`,
      before: { balance: ugxToNumber(before) },
      after: { balance: ugxToNumber(after), amount, ...(approvedBy === null ? {} : { askedBy: madeBy }), ...flag },
      reason: description,
    },
    now,
  )
  const entered = description === NO_DESCRIPTION[kind] ? {} : { reason: description }
  await outbox.appendEvents(tx, [{ type: 'balance-adjusted', userId, data: { kind, amount, ...entered } }])
  return ok(after)
}

/** Applies an approved adjustment. */
export const adjustmentAction =
  (deps: AdjustingDeps, kind: AdjustmentKind): StaffAction<ActionRefusal> =>
  async (tx, { asked, amountUgx, askedBy }, { actorId, address }, now) => {
    const wish = { ...(asked as AskedAdjustment), kind, amountUgx }
    const done = await makeAdjustment(tx, deps, { ...wish, madeBy: askedBy, approvedBy: actorId }, { address }, now)
    return done.ok ? ok(undefined) : err(done.error)
  }
