import {
  approveWithdrawal,
  exportHeldWithdrawals,
  listHeldWithdrawals,
  rejectWithdrawal,
} from '@mupiira/contract/admin-withdrawal-reviews.ts'
import { HELD_WITHDRAWAL_LIST } from '@mupiira/contract/list-columns.ts'
import type { FourEyes } from '../../../kernel/access/approvals.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { everyPage, type PageRequest } from '../../../kernel/db/list-page.ts'
import { INVALID_CURSOR, readPageRequest } from '../../../kernel/http/input/cursor-page.ts'
import { type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { exportList } from '../../audit/index.ts'
import { presentAccount } from '../../identity/index.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Payment } from '../payment.ts'
import { presentPayment } from '../present-payment.ts'
import type { ReviewDecisions, StaffDecision } from '../withdrawals/decide-review.ts'
import { reviewsOf } from '../withdrawals/reviews.repository.ts'
import { heldWithdrawals } from './payment-history.repository.ts'
import { presentForAdmin, type PaymentAdminDeps } from './transaction-routes.ts'

type ReviewRoutesParts = PaymentAdminDeps & {
  readonly deps: Pick<PaymentDeps, 'kernel'>
  readonly reviews: ReviewDecisions
  readonly fourEyes: FourEyes
  /** Sends an approved withdrawal at once. */
  readonly process: (payment: Payment) => void
}

const PAGE = 10
/** The withdrawal that has waited longest comes first. */
const OLDEST_FIRST = 'date'
const RETRY_AFTER_SECONDS = 300

/** The queue of held withdrawals, for staff (WDR-33). */
export function withdrawalReviewRoutes(parts: ReviewRoutesParts): readonly Route[] {
  const { deps, profiles, audit, reviews, fourEyes, process } = parts
  const { db } = deps.kernel

  async function decide(
    call: { readonly actor: { readonly userId: string }; readonly address: string; readonly params: { id: string } },
    decision: StaffDecision,
  ) {
    const { id: paymentId } = call.params
    const staff = staffOf(call)
    const phoneNumber = (await profiles.byId(staff.actorId))?.phoneNumber ?? ''
    if (!isId(paymentId)) return { ok: false, error: 'PAYMENT_NOT_FOUND' } as const
    const reviewers = (tx: Tx, now: Date) =>
      fourEyes.holders(tx, { capabilities: [approveWithdrawal.capability], actorId: staff.actorId }, now)
    const by = { ...staff, phoneNumber, reviewers }
    return db.transaction((tx) => reviews.byStaff(tx, audit, { paymentId, by, ...decision }))
  }

  async function readPage(pageRequest: PageRequest) {
    const { items: payments, ...found } = await heldWithdrawals(db, pageRequest)
    const [held, users] = await Promise.all([
      reviewsOf(
        db,
        payments.map(({ id }) => id),
      ),
      profiles.byIds([...new Set(payments.map(({ userId }) => userId))]),
    ])
    const items = payments.map((payment) => ({
      ...presentForAdmin(payment),
      user: presentAccount(users.get(payment.userId)),
      reasons: [...(held.get(payment.id)?.reasons ?? [])],
    }))
    return { items, ...found }
  }

  return [
    route(listHeldWithdrawals, async ({ query }) => {
      const pageRequest = readPageRequest({ sort: OLDEST_FIRST, ...query }, PAGE)
      if (pageRequest === null) return INVALID_CURSOR
      const { page, pageSize } = pageRequest
      return { status: 200, body: { page, pageSize, ...(await readPage(pageRequest)) } }
    }),

    route(exportHeldWithdrawals, (call) => {
      const rows = everyPage(readPage, call.query.sort ?? OLDEST_FIRST)
      const action = 'payment.export-reviews'
      const file = { name: 'withdrawal-review', action, columns: HELD_WITHDRAWAL_LIST, rows } as const
      return exportList({ ...deps.kernel, audit }, call, file)
    }),

    route(approveWithdrawal, async (call): Promise<Outcome<typeof approveWithdrawal>> => {
      const decided = await decide(call, { decision: 'approved', note: call.body.note ?? null })
      if (!decided.ok) {
        return decided.error === 'PAYMENT_SERVICE_UNAVAILABLE'
          ? { error: decided.error, retryAfterSeconds: RETRY_AFTER_SECONDS }
          : { error: decided.error }
      }
      process(decided.value)
      return { status: 200, body: { transaction: presentPayment(decided.value) } }
    }),

    route(rejectWithdrawal, async (call): Promise<Outcome<typeof rejectWithdrawal>> => {
      const decided = await decide(call, { decision: 'rejected', ...call.body })
      if (!decided.ok) {
        const { error } = decided
        if (error === 'PAYMENT_SERVICE_UNAVAILABLE' || error === 'OWN_TOP_UP')
          throw new Error('only an approval needs the provider and a colleague')
        return { error }
      }
      return { status: 200, body: { transaction: presentPayment(decided.value) } }
    }),
  ]
}
