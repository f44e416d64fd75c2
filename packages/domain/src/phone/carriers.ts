import { normalisePhone } from './phone.ts'

export type Carrier = 'MTN' | 'Airtel' | 'Unknown'

/** The payment methods of the specification (DEP-03). */
export type PaymentMethod = 'MTN' | 'AIRTEL'

/**
 * Local prefixes ("077") of each carrier. The setting `carrier_prefixes` adds prefixes to those of the specification.
 */
export interface CarrierPrefixes {
  readonly MTN: readonly string[]
  readonly Airtel: readonly string[]
}

const SPECIFIED: CarrierPrefixes = { MTN: ['077', '078', '076'], Airtel: ['070', '075', '074'] }

/**
 * The carrier by the number's prefix (AUTH-06..08, D51). `carrierOf('+256772123456', settings.carrier_prefixes)` →
 * "MTN"
 */
export function carrierOf(phone: string, further: CarrierPrefixes): Carrier {
  const international = normalisePhone(phone)
  if (!international.startsWith('+256')) return 'Unknown'
  const prefix = `0${international.slice(4, 6)}`
  if (SPECIFIED.MTN.includes(prefix)) return 'MTN'
  if (SPECIFIED.Airtel.includes(prefix)) return 'Airtel'
  if (further.MTN.includes(prefix)) return 'MTN'
  return further.Airtel.includes(prefix) ? 'Airtel' : 'Unknown'
}

/** The payment method of a carrier; `null` for an unknown carrier. */
export function paymentMethodOf(carrier: Carrier): PaymentMethod | null {
  if (carrier === 'Unknown') return null
  return carrier === 'MTN' ? 'MTN' : 'AIRTEL'
}
