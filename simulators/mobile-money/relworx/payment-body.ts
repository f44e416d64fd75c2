import { networkOf, type Network } from '../core/networks.ts'
import { fieldsOf } from '../http/exchange.ts'

export type PaymentBody = {
  readonly accountNo: string
  readonly reference: string
  readonly msisdn: string
  readonly network: Network | null
  readonly amountHundredths: number
  readonly description: string | null
}

export type Complaint = { readonly status: 400 | 422; readonly message: string }
export type ReadBody =
  | { readonly ok: true; readonly value: PaymentBody }
  | { readonly ok: false; readonly error: Complaint }

const REQUIRED = ['account_no', 'reference', 'msisdn', 'currency', 'amount'] as const
const LEAST_HUNDREDTHS = 500_00
const MOST_HUNDREDTHS = 5_000_000_00

/** Whole hundredths, or null for what is no amount with at most two decimals. */
function readAmount(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const hundredths = Math.round(value * 100)
  return hundredths / 100 === value ? hundredths : null
}

function unfit(message: string): ReadBody {
  return { ok: false, error: { status: 422, message } }
}

/** Missing fields are 400, present but unfit ones 422, in the order of the vendor's field list. */
export function readPaymentBody(body: unknown): ReadBody {
  const fields = fieldsOf(body)
  if (fields === null) return { ok: false, error: { status: 400, message: 'The request body must be a JSON object.' } }
  for (const name of REQUIRED) {
    if (fields[name] === undefined || fields[name] === null || fields[name] === '') {
      return { ok: false, error: { status: 400, message: `${name} is missing` } }
    }
  }
  const { account_no: accountNo, reference, msisdn, currency, description } = fields
  if (typeof accountNo !== 'string') return unfit('account_no is invalid')
  if (typeof reference !== 'string' || reference.length < 8 || reference.length > 36)
    return unfit('reference must be between 8 and 36 characters')
  if (typeof msisdn !== 'string' || !/^\+256\d{9}$/.test(msisdn))
    return unfit('msisdn must be in international format, such as +256701234567')
  if (currency === 'KES' || currency === 'TZS') return unfit('currency does not match the msisdn')
  if (currency !== 'UGX') return unfit('currency does not have a valid value')
  const amountHundredths = readAmount(fields['amount'])
  if (amountHundredths === null) return unfit('amount is invalid')
  if (amountHundredths < LEAST_HUNDREDTHS || amountHundredths > MOST_HUNDREDTHS)
    return unfit('amount must be between 500 and 5000000')
  if (description !== undefined && description !== null && typeof description !== 'string')
    return unfit('description is invalid')
  const digits = msisdn.slice(1)
  return {
    ok: true,
    value: {
      accountNo,
      reference,
      msisdn: digits,
      network: networkOf(digits),
      amountHundredths,
      description: description ?? null,
    },
  }
}
