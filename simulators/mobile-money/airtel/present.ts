import type { Failure } from '../core/ending.ts'
import type { Order, OrderKind } from '../core/order.ts'
import { type Answer, tell } from './answer.ts'

type Outcome = { readonly word: string; readonly code: string; readonly message: string }

const PREFIX: { readonly [kind in OrderKind]: string } = { collection: 'DP008000010', payout: 'DP009000010' }
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

function outcomeOf(order: Order, status: Order['status']): Outcome {
  const prefix = PREFIX[order.kind]
  if (status === 'pending') return { word: 'TIP', code: `${prefix}06`, message: 'Transaction is in process.' }
  if (status === 'success') return { word: 'TS', code: `${prefix}01`, message: 'Transaction is successful.' }
  const [word, code, message] = FAILED[order.kind][order.failure ?? 'declined']
  return { word, code: `${prefix}${code}`, message }
}

/** The reply to an order, and to the enquiry about it: neither names the amount or the number. */
export function presentOrder(order: Order): Answer {
  const { word, code, message } = outcomeOf(order, order.status)
  const transaction = {
    id: order.reference,
    status: word,
    ...(order.kind === 'payout' ? { reference_id: order.internalReference } : {}),
    ...(order.providerTransactionId === null ? {} : { airtel_money_id: `MP${order.providerTransactionId}` }),
    message,
  }
  return tell({ success: order.status !== 'failed', code, message }, { transaction })
}

/** The callback's only word of the amount is in its message. */
export function presentCallback(
  order: Order,
  reported: { readonly status: Order['status']; readonly amountHundredths: number },
): Record<string, unknown> {
  return {
    transaction: {
      id: order.reference,
      message: `${reported.status === 'success' ? 'Paid' : 'Not paid'} UGX ${reported.amountHundredths / 100}`,
      status_code: outcomeOf(order, reported.status).word,
      airtel_money_id: `MP${order.providerTransactionId ?? ''}`,
    },
  }
}
