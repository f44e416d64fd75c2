import { type Ugx, ugx, ugxFromShillings, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import { HOUSE } from '../house-accounts.ts'
import { lockAccounts } from '../locked-accounts.repository.ts'
import { postTransfers } from '../post-transfers.ts'
import { type AdjustmentKind, insertAdjustment } from './adjustments.repository.ts'

/** The default descriptions of ADMU-11 and ADMU-16. */
export const NO_DESCRIPTION = { 'top-up': 'Admin balance top-up', deduction: 'Admin balance deduction' } as const
export const ACTIONS = { 'top-up': 'money.top-up', deduction: 'money.deduct' } as const
const LINES = { 'top-up': 'Top-up', deduction: 'Correction' } as const

/** An adjustment never exceeds the maximum payout of a ticket (decision 0019). */
export type AboveMaximum = { readonly code: 'ADJUSTMENT_TOO_LARGE'; readonly maximumUgx: Ugx }

export function aboveMaximum({ max_payout: maximum }: Settings, amountUgx: Ugx): AboveMaximum | null {
  const maximumUgx = ugxFromShillings(maximum)
  return amountUgx <= maximumUgx ? null : { code: 'ADJUSTMENT_TOO_LARGE', maximumUgx }
}

/** The text on the player's statement. `lineOf('deduction', 'paid twice')` → "Correction by Mupiira: paid twice" */
const lineOf = (kind: AdjustmentKind, description: string): string =>
  description === NO_DESCRIPTION[kind] ? description : `${LINES[kind]} by Mupiira: ${description}`

export type Adjustment = {
  /** The id of the request and reference of its posting. */
  readonly id: string
  readonly userId: string
  readonly kind: AdjustmentKind
  readonly amountUgx: Ugx
  readonly description: string
  readonly madeBy: string
  readonly approvedBy: string | null
}

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'balance-adjusted': { readonly kind: AdjustmentKind; readonly amount: number; readonly reason?: string }
  }
}

/**
 * Moves money between the operator and a player in one step with its ledger entry and audit entry (ADMU-17, D7), also
 * on a suspended account. `flag`: why there was no approval. Returns the new balance and the time read after the lock.
 */
export async function adjustBalance(
  tx: Tx,
  { audit, outbox, clock }: { readonly audit: Audit['commands'] } & Pick<Kernel, 'outbox' | 'clock'>,
  adjustment: Adjustment,
  from: { readonly address: string; readonly flag?: string },
): Promise<Result<{ readonly balance: Ugx; readonly at: Date }, 'ADJUSTMENT_ABOVE_BALANCE'>> {
  const { id, userId, kind, amountUgx, description, madeBy, approvedBy } = adjustment
  const { address, ...flag } = from
  const account = (await lockAccounts(tx, [userId])).get(userId)
  if (account === undefined) throw new Error(`account ${userId} is not open`)
  const now = clock.now()
  const before = account.balance
  const isCredit = kind === 'top-up'
  // The balance excludes held money.
  if (!isCredit && (before < ZERO || amountUgx > before)) return err('ADJUSTMENT_ABOVE_BALANCE')
  const [source, destination] = isCredit ? [HOUSE.operator, userId] : [userId, HOUSE.operator]
  const transfer = {
    source,
    destination,
    amount: amountUgx,
    kind,
    reference: id,
    description: lineOf(kind, description),
  }
  const [posted] = await postTransfers(tx, outbox, [transfer], now)
  if (posted?.balanceAfter == null) throw new Error('the transfer has no player account')
  const signed = isCredit ? amountUgx : ugx(-amountUgx)
  await insertAdjustment(tx, { id, userId, kind, amount: signed, madeBy, approvedBy, now })
  const amount = ugxToNumber(amountUgx)
  const requester = approvedBy === null ? {} : { requestedBy: madeBy }
  await audit.record(
    tx,
    {
      actorId: approvedBy ?? madeBy,
      address,
      action: ACTIONS[kind],
      subject: `user:${userId}`,
      before: { balance: ugxToNumber(before) },
      after: { balance: ugxToNumber(posted.balanceAfter), amount, ...requester, ...flag },
      reason: description,
    },
    now,
  )
  const entered = description === NO_DESCRIPTION[kind] ? {} : { reason: description }
  await outbox.appendEvents(tx, [{ type: 'balance-adjusted', userId, data: { kind, amount, ...entered } }])
  return ok({ balance: posted.balanceAfter, at: now })
}
