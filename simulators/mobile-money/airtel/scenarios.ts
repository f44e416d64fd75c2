import { type Answer, respond } from '../core/answer.ts'
import type { Failure } from '../core/behaviours.ts'
import type { Order, OrderKind } from '../core/order.ts'
import type { Refusal } from '../core/order-processor.ts'

// Airtel's codes and texts for the outcomes of the core. Airtel returns HTTP 200 even for errors. `status.success`
// shows whether a request succeeded.

type Outcome = { readonly success: boolean; readonly code: string; readonly message: string }

export const reply = ({ success, code, message }: Outcome, data: Record<string, unknown> = {}): Answer =>
  respond(200, { data, status: { code: '200', message, result_code: 'ESB000010', response_code: code, success } })

export const refuse = (code: string, message: string): Answer => reply({ success: false, code, message })
export const invalid = (field: string): Answer => refuse('ESB000008', `Field validation failed: ${field}`)

const systemError = (status: number, message: string): Answer =>
  respond(status, { status: { code: String(status), message, result_code: 'ESB000001', success: false } })
export const BROKEN = systemError(500, 'Internal server error')
export const UNAVAILABLE = systemError(503, 'Service unavailable')

/** Airtel documents a code for a repeated payout, but none for a repeated collection. */
export const REFUSALS: { readonly [kind in OrderKind]: { readonly [refusal in Refusal]: Answer } } = {
  collection: {
    'duplicate-reference': refuse('', 'Duplicate transaction id.'),
    refused: refuse('DP00800001008', 'The transaction was refused.'),
    'float-too-low': refuse('DP00800001007', 'The balance is not enough.'),
    'too-many-pending': BROKEN,
  },
  payout: {
    'duplicate-reference': refuse('DP00900001017', 'Duplicate transaction id.'),
    refused: refuse('DP00900001013', 'The transaction was refused.'),
    'float-too-low': refuse('DP00900001007', 'The balance is not enough.'),
    'too-many-pending': BROKEN,
  },
}
export const NOT_FOUND: { readonly [kind in OrderKind]: Answer } = {
  collection: refuse('DP00800001025', 'Transaction not found.'),
  payout: refuse('DP00900001015', 'Transaction not found.'),
}
export const INVALID_AMOUNT: { readonly [kind in OrderKind]: Answer } = {
  collection: refuse('DP00800001004', 'Invalid amount.'),
  payout: refuse('DP00900001004', 'Invalid amount.'),
}
export const UNKNOWN_NUMBER: { readonly [kind in OrderKind]: Answer } = {
  collection: refuse('DP00800001010', 'Not a subscriber.'),
  payout: refuse('DP00900001012', 'Not a subscriber.'),
}

const CODE_PREFIX: { readonly [kind in OrderKind]: string } = { collection: 'DP008000010', payout: 'DP009000010' }
/** The status, the last digits of the code, and the message. */
const FAILED: { readonly [kind in OrderKind]: { readonly [failure in Failure]: readonly [string, string, string] } } = {
  collection: {
    declined: ['TF', '08', 'The transaction was refused.'],
    'insufficient-funds': ['TF', '07', 'The balance is not enough.'],
    'timed-out': ['TE', '29', 'The transaction has expired.'],
  },
  payout: {
    declined: ['TF', '13', 'The transaction was refused.'],
    'insufficient-funds': ['TF', '07', 'The balance is not enough.'],
    'timed-out': ['TF', '05', 'The transaction failed.'],
  },
}

function outcomeOf({ kind, failure }: Order, status: Order['status']) {
  const prefix = CODE_PREFIX[kind]
  if (status === 'pending') return { status: 'TIP', code: `${prefix}06`, message: 'Transaction is in process.' }
  if (status === 'success') return { status: 'TS', code: `${prefix}01`, message: 'Transaction is successful.' }
  const [failed, code, message] = FAILED[kind][failure ?? 'declined']
  return { status: failed, code: `${prefix}${code}`, message }
}

/** The response to an order and to a status query. It contains neither the amount nor the phone number. */
export function orderAnswer(order: Order): Answer {
  const { status, code, message } = outcomeOf(order, order.status)
  const transaction = {
    id: order.reference,
    status,
    ...(order.kind === 'payout' ? { reference_id: order.internalReference } : {}),
    ...(order.providerTransactionId === null ? {} : { airtel_money_id: `MP${order.providerTransactionId}` }),
    message,
  }
  return reply({ success: order.status !== 'failed', code, message }, { transaction })
}

/** The body of a callback. Only its message contains the amount. */
export const callbackBody = (
  order: Order,
  content: { readonly status: Order['status']; readonly amountHundredths: number },
): Record<string, unknown> => ({
  transaction: {
    id: order.reference,
    message: `${content.status === 'success' ? 'Paid' : 'Not paid'} UGX ${content.amountHundredths / 100}`,
    status_code: outcomeOf(order, content.status).status,
    airtel_money_id: `MP${order.providerTransactionId ?? ''}`,
  },
})
