import { cancelWithdrawal } from '@mupiira/contract/payments.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { presentPayment } from '../present-payment.ts'
import type { ReviewDecisions } from './decide-review.ts'

/** The player takes a held withdrawal back (WDR-32). */
export const cancelRoute = ({ db }: Pick<Kernel, 'db'>, reviews: ReviewDecisions): Route =>
  route(cancelWithdrawal, async ({ actor, params }): Promise<Outcome<typeof cancelWithdrawal>> => {
    if (!isId(params.id)) return { error: 'PAYMENT_NOT_FOUND' }
    const withdrawal = { paymentId: params.id, userId: actor.userId }
    const cancelled = await db.transaction((tx) => reviews.byPlayer(tx, withdrawal))
    if (!cancelled.ok) return { error: cancelled.error }
    return { status: 200, body: { transaction: presentPayment(cancelled.value) } }
  })
