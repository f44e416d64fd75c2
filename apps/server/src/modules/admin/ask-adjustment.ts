import type { deductFromUser, topUpUser } from '@mupiira/contract/adjustments.ts'
import { formatPlain, type Ugx, ugxFromNumber, ugxFromShillings, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Call, Outcome } from '../../kernel/http/route.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Identity } from '../identity/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import { type Adjustment, type AdjustmentKind, NO_DESCRIPTION } from './adjust-balance.ts'
import { type Approvals, flagOf } from './approvals.ts'
import { ACTIONS, type AdjustingDeps, type AskedAdjustment, makeAdjustment } from './make-adjustment.ts'
import { movedAlone, type MovedDeps } from './moved-alone.ts'
import { staffOf } from '../../kernel/http/staff.ts'

export type AskingDeps = AdjustingDeps &
  MovedDeps &
  Pick<Kernel, 'db' | 'idempotency'> &
  Pick<Approvals, 'fourEyes'> & {
    readonly identity: Pick<Identity, 'lockProfile'>
    readonly settings: Pick<SettingsApi, 'current'>
  }

type AskedCall = Call<typeof topUpUser> | Call<typeof deductFromUser>
type Wish = AskedAdjustment & Pick<Adjustment, 'kind' | 'amountUgx'>
type Answer = Outcome<typeof deductFromUser>

/** A top-up or a deduction (ADMU-10 to ADMU-18): made at once, or left to a second member of staff. */
export async function askAdjustment(deps: AskingDeps, call: AskedCall, kind: AdjustmentKind): Promise<Answer> {
  const { params, body, slot } = call
  if (!isId(params.id)) return { error: 'USER_NOT_FOUND' }
  const amount = ugxFromNumber(body.amount)
  // ADMU-10, ADMU-14
  if (!amount.ok || amount.value <= ZERO) return { error: 'ADJUSTMENT_INVALID' }
  const description = body.description?.trim() || NO_DESCRIPTION[kind]
  const wish: Wish = { id: newId(), userId: params.id, description, kind, amountUgx: amount.value }
  return deps.db.transaction(async (tx) => {
    const before = await movedAlone(tx, deps, call.actor.userId, call.now)
    const profile = await deps.identity.lockProfile(tx, params.id)
    if (profile === null) return { error: 'USER_NOT_FOUND' }
    // Staff cannot adjust staff accounts, even with an approval.
    if (profile.role === 'admin') return { error: 'STAFF_ACCOUNT' }
    const outcome = await evaluate(tx, deps, call, wish, before)
    if ('status' in outcome) await deps.idempotency.remember(tx, slot, outcome)
    return outcome
  })
}

/** Decision 0520: no mistake of the house is larger than its largest payout. Null: it is not. */
export function aboveCeiling(settings: Pick<SettingsApi, 'current'>, amountUgx: Ugx) {
  const ceiling = ugxFromShillings(settings.current().max_payout)
  if (amountUgx <= ceiling) return null
  return { error: 'ADJUSTMENT_TOO_LARGE', details: { maximum: formatPlain(ceiling) } } as const
}

/** `before`: the sum of the day's adjustments without approval, which counts too. */
async function evaluate(tx: Tx, deps: AskingDeps, call: AskedCall, wish: Wish, before: Ugx): Promise<Answer> {
  const { actor, address, now } = call
  const { userId, kind, amountUgx } = wish
  const balance = (await deps.wallet.lockAccounts(tx, [userId])).get(userId)?.balance ?? ZERO
  if (kind === 'deduction' && amountUgx > balance) return { error: 'ADJUSTMENT_ABOVE_BALANCE' }
  const tooLarge = aboveCeiling(deps.settings, amountUgx)
  if (tooLarge !== null) return tooLarge
  const judgement = await deps.fourEyes.evaluate(tx, amountUgx, before, now)
  if (judgement === 'wait') {
    const approvalId = await propose(tx, deps, call, wish)
    return { status: 202, body: { success: true, newBalance: ugxToNumber(balance), approvalId } }
  }
  const adjustment = { ...wish, madeBy: actor.userId, approvedBy: null }
  const done = await makeAdjustment(tx, deps, adjustment, { address, ...flagOf(judgement) }, now)
  return done.ok ? { status: 200, body: { success: true, newBalance: ugxToNumber(done.value) } } : { error: done.error }
}

/** Leaves it to a second member of staff; answers what waits. */
async function propose(tx: Tx, { audit, fourEyes }: AskingDeps, call: AskedCall, wish: Wish): Promise<string> {
  const { id, userId, description, kind, amountUgx } = wish
  const { actor, now } = call
  const subject = `user:${userId}` as const
  const asked: AskedAdjustment = { id, userId, description }
  const approvalId = await fourEyes.propose(
    tx,
    { kind, subject, amountUgx, reason: description, asked, askedBy: actor.userId },
    now,
  )
  const after = { amount: ugxToNumber(amountUgx), waits: true }
  await audit.record(tx, { ...staffOf(call), action: ACTIONS[kind], subject, after, reason: description }, now)
  return approvalId
}
