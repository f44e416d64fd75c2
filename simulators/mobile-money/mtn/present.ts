import { reportedHundredths } from '../core/courses.ts'
import type { Failure } from '../core/ending.ts'
import type { Order, OrderKind } from '../core/order.ts'

const REASON: { readonly [kind in OrderKind]: { readonly [failure in Failure]: string } } = {
  collection: {
    declined: 'APPROVAL_REJECTED',
    'insufficient-funds': 'NOT_ENOUGH_FUNDS',
    'timed-out': 'EXPIRED',
  },
  payout: {
    declined: 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
    'insufficient-funds': 'NOT_ENOUGH_FUNDS',
    'timed-out': 'INTERNAL_PROCESSING_ERROR',
  },
}
const STATUS = { pending: 'PENDING', success: 'SUCCESSFUL', failed: 'FAILED' } as const

/** A bare text since January 2024, an object in older bodies: both are about. */
function reasonOf(order: Order): unknown {
  const code = REASON[order.kind][order.failure ?? 'declined']
  return Number.parseInt(order.internalReference.slice(-1), 16) % 2 === 0
    ? code
    : { code, message: `The request ended with ${code}.` }
}

/** Body of the status call and of the callback. The X-Reference-Id is not in it. */
export function presentOrder(
  order: Order,
  reported: { readonly status: Order['status']; readonly amountHundredths: number } = {
    status: order.status,
    amountHundredths: reportedHundredths(order),
  },
): Record<string, unknown> {
  const party = { partyIdType: 'MSISDN', partyId: order.msisdn }
  return {
    ...(order.providerTransactionId === null ? {} : { financialTransactionId: order.providerTransactionId }),
    externalId: order.externalId,
    amount: String(reported.amountHundredths / 100),
    currency: 'UGX',
    ...(order.kind === 'collection'
      ? { payer: party, payerMessage: order.description ?? '', payeeNote: order.description ?? '' }
      : { payee: party }),
    status: STATUS[reported.status],
    ...(reported.status === 'failed' ? { reason: reasonOf(order) } : {}),
  }
}
