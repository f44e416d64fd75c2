import { networkOf } from '../core/networks.ts'
import type { OrderKind } from '../core/order.ts'
import { fieldsOf } from '../http/exchange.ts'
import { type Answer, refuse } from './answer.ts'

export type OrderBody = {
  readonly id: string
  readonly msisdn: string
  readonly amountHundredths: number
  readonly description: string
  readonly pin: unknown
}

const INVALID = { collection: 'DP00800001004', payout: 'DP00900001004' } as const
const UNKNOWN_NUMBER = { collection: 'DP00800001010', payout: 'DP00900001012' } as const

function readAmount(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0 || value > 10_000_000) return null
  const hundredths = Math.round(value * 100)
  return hundredths / 100 === value ? hundredths : null
}

const invalid = (field: string): Answer => refuse('ESB000008', `Field validation failed: ${field}`)

/** The merchant's order, or the error response. Numbers have nine digits and no country code. */
export function readOrderBody(json: unknown, kind: OrderKind): OrderBody | Answer {
  const fields = fieldsOf(json)
  const transaction = fieldsOf(fields?.['transaction'])
  const party = fieldsOf(fields?.[kind === 'collection' ? 'subscriber' : 'payee'])
  if (fields === null || transaction === null || party === null) return invalid('body')
  const { reference } = fields
  const { id, amount, type } = transaction
  const { msisdn, currency, country } = party
  if (typeof id !== 'string' || id === '' || id.length > 64) return invalid('transaction.id')
  if (typeof msisdn !== 'string' || !/^\d{9}$/.test(msisdn)) return invalid('msisdn')
  if (currency !== 'UGX') return invalid('currency')
  if (kind === 'payout' && (typeof party['name'] !== 'string' || party['name'].trim() === ''))
    return invalid('payee.name')
  if (kind === 'collection') {
    if (typeof reference !== 'string' || reference === '') return invalid('reference')
    if (country !== 'UG' || transaction['country'] !== 'UG' || transaction['currency'] !== 'UGX')
      return invalid('country')
  } else if (typeof reference !== 'string' || !/^[0-9a-zA-Z]{4,64}$/.test(reference)) return invalid('reference')
  if (kind === 'payout' && type !== 'B2C') return invalid('transaction.type')
  const amountHundredths = readAmount(amount)
  if (amountHundredths === null) return refuse(INVALID[kind], 'Invalid amount.')
  if (networkOf(`256${msisdn}`) !== 'airtel') return refuse(UNKNOWN_NUMBER[kind], 'Not a subscriber.')
  return { id, msisdn: `256${msisdn}`, amountHundredths, description: reference, pin: fields['pin'] }
}
