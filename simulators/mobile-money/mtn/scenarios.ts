import { type Answer, respond } from '../core/answer.ts'
import { type Failure, reportedHundredths } from '../core/behaviours.ts'
import type { Order, OrderKind } from '../core/order.ts'
import type { Refusal } from '../core/order-processor.ts'

// MTN's codes and texts for the outcomes of the core.

export const refuse = (status: number, code: string, message: string): Answer => respond(status, { code, message })

export const BROKEN = refuse(500, 'INTERNAL_PROCESSING_ERROR', 'An internal error occurred while processing.')
export const UNAVAILABLE = refuse(503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable, try again later.')
export const NOT_FOUND = refuse(404, 'RESOURCE_NOT_FOUND', 'Requested resource was not found.')
export const UNKNOWN_NUMBER: { readonly [kind in OrderKind]: Answer } = {
  collection: refuse(404, 'PAYER_NOT_FOUND', 'Payer not found.'),
  payout: refuse(404, 'PAYEE_NOT_FOUND', 'Payee not found.'),
}

export const REFUSALS: { readonly [refusal in Refusal]: Answer } = {
  'duplicate-reference': refuse(409, 'RESOURCE_ALREADY_EXIST', 'Duplicated reference id. Creation of resource failed.'),
  refused: refuse(400, 'NOT_ALLOWED', 'Authorization failed. Insufficient permissions.'),
  'float-too-low': refuse(500, 'NOT_ENOUGH_FUNDS', 'The payer does not have enough funds.'),
  'too-many-pending': UNAVAILABLE,
}

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

/** The real service sends the reason as a string since January 2024, and as an object in older bodies. */
function reasonOf(order: Order): unknown {
  const code = REASON[order.kind][order.failure ?? 'declined']
  return Number.parseInt(order.internalReference.slice(-1), 16) % 2 === 0
    ? code
    : { code, message: `The request ended with ${code}.` }
}

/** Body of the status call and of the callback. It does not contain the X-Reference-Id. */
export function presentOrder(
  order: Order,
  content: { readonly status: Order['status']; readonly amountHundredths: number } = {
    status: order.status,
    amountHundredths: reportedHundredths(order),
  },
): Record<string, unknown> {
  const party = { partyIdType: 'MSISDN', partyId: order.msisdn }
  return {
    ...(order.providerTransactionId === null ? {} : { financialTransactionId: order.providerTransactionId }),
    externalId: order.externalId,
    amount: String(content.amountHundredths / 100),
    currency: 'UGX',
    ...(order.kind === 'collection'
      ? { payer: party, payerMessage: order.description ?? '', payeeNote: order.description ?? '' }
      : { payee: party }),
    status: STATUS[content.status],
    ...(content.status === 'failed' ? { reason: reasonOf(order) } : {}),
  }
}
