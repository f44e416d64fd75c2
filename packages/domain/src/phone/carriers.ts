import { normalisePhone } from './phone.ts'

export type Carrier = 'MTN' | 'Airtel' | 'Unknown'

/** The payment methods of the specification (DEP-03). */
export type PaymentMethod = 'MTN' | 'AIRTEL'

/** Local prefixes ("077") of each carrier; the setting `carrier_prefixes` adds to the specification's. */
export interface CarrierPrefixes {
  readonly MTN: readonly string[]
  readonly Airtel: readonly string[]
}

/** How a carrier is shown (DATA-05); the colours are the brands', the text colour keeps a contrast of 4.5. */
export interface CarrierFacts {
  readonly carrier: Carrier
  readonly color: string
  readonly bgColor: string
  readonly textColor: string
  readonly logo?: string
}

const SPECIFIED: CarrierPrefixes = { MTN: ['077', '078', '076'], Airtel: ['070', '075', '074'] }

const FACTS: Record<Carrier, CarrierFacts> = {
  MTN: { carrier: 'MTN', color: '#ffcc00', bgColor: '#fff7cc', textColor: '#4a3b00' },
  Airtel: { carrier: 'Airtel', color: '#e40000', bgColor: '#ffe5e5', textColor: '#8a0000' },
  Unknown: { carrier: 'Unknown', color: '#6b7280', bgColor: '#f3f4f6', textColor: '#374151' },
}

/** The carrier of a number by its prefix (AUTH-06..08, D51). `carrierOf('+256772123456', settings.carrier_prefixes)` → "MTN" */
export function carrierOf(phone: string, further: CarrierPrefixes): Carrier {
  const international = normalisePhone(phone)
  if (!international.startsWith('+256')) return 'Unknown'
  const prefix = `0${international.slice(4, 6)}`
  if (SPECIFIED.MTN.includes(prefix)) return 'MTN'
  if (SPECIFIED.Airtel.includes(prefix)) return 'Airtel'
  if (further.MTN.includes(prefix)) return 'MTN'
  return further.Airtel.includes(prefix) ? 'Airtel' : 'Unknown'
}

export const carrierFacts = (carrier: Carrier): CarrierFacts => FACTS[carrier]

/** The payment method of a carrier; `null` for a number whose carrier is not known. */
export function paymentMethodOf(carrier: Carrier): PaymentMethod | null {
  if (carrier === 'Unknown') return null
  return carrier === 'MTN' ? 'MTN' : 'AIRTEL'
}
