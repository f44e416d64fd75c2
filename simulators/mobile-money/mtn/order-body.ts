import { networkOf, readMsisdn } from '../core/networks.ts'
import { fieldsOf } from '../http/exchange.ts'
import type { Product } from './access.ts'
import { type Answer, refuse, say } from './answer.ts'

export type OrderBody = {
  readonly amountHundredths: number
  readonly externalId: string
  readonly msisdn: string
  readonly message: string | null
}

const LONGEST_MESSAGE = 160
const PLAIN = /^[\w .,:-]*$/

/** Amounts are texts. */
function readAmount(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(value) ? Math.round(Number(value) * 100) : null
}

/** The merchant's order, or the error response. */
export function readOrderBody(json: unknown, product: Product): OrderBody | Answer {
  const fields = fieldsOf(json)
  if (fields === null) return say(400, null)
  const party = fieldsOf(fields[product === 'collection' ? 'payer' : 'payee'])
  const amountHundredths = readAmount(fields['amount'])
  const { externalId, currency, payerMessage, payeeNote } = fields
  const messages = [payerMessage, payeeNote].filter((text) => text !== undefined)
  if (amountHundredths === null || amountHundredths === 0 || typeof externalId !== 'string' || externalId === '') {
    return say(400, null)
  }
  if (party === null || party['partyIdType'] !== 'MSISDN' || typeof party['partyId'] !== 'string') return say(400, null)
  if (!messages.every((text) => typeof text === 'string' && text.length <= LONGEST_MESSAGE && PLAIN.test(text))) {
    return say(400, null)
  }
  if (currency !== 'UGX') return refuse(500, 'INVALID_CURRENCY', 'Currency not supported.')
  const msisdn = /^256\d{9}$/.test(party['partyId']) ? readMsisdn(party['partyId']) : null
  if (msisdn === null || networkOf(msisdn) !== 'mtn') {
    return product === 'collection'
      ? refuse(404, 'PAYER_NOT_FOUND', 'Payer not found.')
      : refuse(404, 'PAYEE_NOT_FOUND', 'Payee not found.')
  }
  return { amountHundredths, externalId, msisdn, message: typeof payerMessage === 'string' ? payerMessage : null }
}
