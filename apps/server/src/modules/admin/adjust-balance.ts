import { type Ugx, ZERO, ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { HOUSE, type Wallet } from '../wallet/index.ts'

export type AdjustmentKind = 'top-up' | 'deduction'

/** ADMU-11, ADMU-16: the default description. */
export const NO_DESCRIPTION = { 'top-up': 'Admin balance top-up', deduction: 'Admin balance deduction' } as const
const LINES = { 'top-up': 'Top-up', deduction: 'Correction' } as const

/** The text on the player's statement. `lineOf('deduction', 'paid twice')` → "Correction by Mupiira: paid twice" */
export const lineOf = (kind: AdjustmentKind, description: string): string =>
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

/** Explains the postings to the ledger check. */
export const explanationOf = (kind: AdjustmentKind): string =>
  `select id as reference, amount from staff_adjustments where kind = '${kind}'`

/**
 * Moves money between the operator and a player, as staff wants it, in one step with its ledger entry (ADMU-17, D7).
 * An account that is suspended is adjusted as well.
 */
export async function adjustBalance(
  tx: Tx,
  wallet: Pick<Wallet, 'lockAccounts' | 'post'>,
  adjustment: Adjustment,
  now: Date,
): Promise<Result<{ before: Ugx; after: Ugx }, 'ADJUSTMENT_ABOVE_BALANCE'>> {
  const { id, userId, kind, amountUgx, description, madeBy, approvedBy } = adjustment
  const account = (await wallet.lockAccounts(tx, [userId])).get(userId)
  if (account === undefined) throw new Error(`account ${userId} is not open`)
  const isCredit = kind === 'top-up'
  // ADMU-15. The balance is what is free: what is held is not in it.
  if (!isCredit && (account.balance < ZERO || amountUgx > account.balance)) return err('ADJUSTMENT_ABOVE_BALANCE')
  const [source, destination] = isCredit ? [HOUSE.operator, userId] : [userId, HOUSE.operator]
  const [posted] = await wallet.post(
    tx,
    [{ source, destination, amount: amountUgx, kind, reference: id, description: lineOf(kind, description) }],
    now,
  )
  if (posted?.balanceAfter == null) throw new Error("the transfer is on a player's account")
  await tx.change(
    `insert into staff_adjustments (id, user_id, kind, amount, made_by, approved_by, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, kind, isCredit ? amountUgx : ugx(-amountUgx), madeBy, approvedBy, now],
  )
  return ok({ before: account.balance, after: posted.balanceAfter })
}

/** The sum of a member of staff's adjustments without a second approver since a time. */
export async function adjustedAlone(tx: Tx, userId: string, since: Date): Promise<Ugx> {
  const [row] = await tx.query<{ sum: bigint }>(
    `select coalesce(sum(abs(amount)), 0)::bigint as sum from staff_adjustments
      where made_by = $1 and approved_by is null and created_at > $2`,
    [userId, since],
  )
  return ugx(row?.sum ?? 0n)
}
