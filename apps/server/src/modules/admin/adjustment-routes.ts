import { deductFromUser, foreseeAdjustment, topUpUser } from '@mupiira/contract/adjustments.ts'
import { ugxFromNumber, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { type Call, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Wallet } from '../wallet/index.ts'
import { explanationOf } from './adjust-balance.ts'
import type { Approvals } from './approvals.ts'
import { aboveCeiling, askAdjustment, type AskingDeps } from './ask-adjustment.ts'
import { adjustmentAction } from './make-adjustment.ts'
import { movedAlone } from './moved-alone.ts'

type FromKernel = 'db' | 'idempotency' | 'outbox'

export type AdjustmentDeps = Omit<AskingDeps, FromKernel | 'fourEyes'> & {
  readonly wallet: Pick<Wallet, 'registerExplainer'>
}

/** Top-ups and deductions (ADMU-10 to ADMU-18), and who would look at one. */
export function adjustmentRoutes(
  kernel: Pick<Kernel, FromKernel>,
  deps: AdjustmentDeps,
  { fourEyes, register }: Approvals,
): readonly Route[] {
  const backOffice: AskingDeps = { ...kernel, ...deps, fourEyes }
  for (const kind of ['top-up', 'deduction'] as const) {
    deps.wallet.registerExplainer(kind, explanationOf(kind))
    register(kind, adjustmentAction(backOffice, kind))
  }
  return [
    route(foreseeAdjustment, (call) => foresee(backOffice, call)),
    route(topUpUser, (call) => topUp(backOffice, call)),
    route(deductFromUser, (call): Promise<Outcome<typeof deductFromUser>> =>
      askAdjustment(backOffice, call, 'deduction'),
    ),
  ]
}

async function foresee(
  deps: AskingDeps,
  { actor, query, now }: Call<typeof foreseeAdjustment>,
): Promise<Outcome<typeof foreseeAdjustment>> {
  const { db, fourEyes, settings } = deps
  const amount = ugxFromNumber(query.amount)
  if (!amount.ok || amount.value <= ZERO) return { error: 'ADJUSTMENT_INVALID' }
  const tooLarge = aboveCeiling(settings, amount.value)
  if (tooLarge !== null) return tooLarge
  const threshold = settings.current().four_eyes_threshold
  return db.transaction(async (tx) => {
    const before = await movedAlone(tx, deps, actor.userId, now)
    const evaluated = await fourEyes.evaluate(tx, amount.value, before, now)
    const judgement = evaluated === 'alone-in-sum' ? 'alone' : evaluated
    return { status: 200, body: { judgement, threshold, movedBefore: ugxToNumber(before) } }
  })
}

async function topUp(deps: AskingDeps, call: Call<typeof topUpUser>): Promise<Outcome<typeof topUpUser>> {
  const outcome = await askAdjustment(deps, call, 'top-up')
  if (!('error' in outcome)) return outcome
  const { error } = outcome
  if (error === 'ADJUSTMENT_ABOVE_BALANCE') throw new Error('a credit has no limit')
  return { ...outcome, error }
}
