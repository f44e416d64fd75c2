import { normalisePhone } from './phone.ts'

type CarrierEntry = {
  /** The name on screens and in the setting `carrier_prefixes`. */
  readonly name: string
  /** Local prefixes of the specification ("077"). */
  readonly prefixes: readonly string[]
  /** Prefixes assigned later. They are the default of the setting `carrier_prefixes`. */
  readonly furtherPrefixes: readonly string[]
}

/** The carriers with mobile money by payment method (DEP-03). docs/recipes/add-a-carrier.md explains how to add one. */
export const CARRIERS = {
  MTN: { name: 'MTN', prefixes: ['077', '078', '076'], furtherPrefixes: ['039', '079'] },
  AIRTEL: { name: 'Airtel', prefixes: ['070', '075', '074'], furtherPrefixes: ['020'] },
} as const satisfies { readonly [method: string]: CarrierEntry }

export type PaymentMethod = keyof typeof CARRIERS
export const PAYMENT_METHODS = Object.keys(CARRIERS) as readonly PaymentMethod[]

type CarrierName = (typeof CARRIERS)[PaymentMethod]['name']
export type Carrier = CarrierName | 'Unknown'

/** Local prefixes by carrier. The setting `carrier_prefixes` adds prefixes to those of the specification. */
export type CarrierPrefixes = { readonly [name in CarrierName]: readonly string[] }

export const FURTHER_PREFIXES = Object.fromEntries(
  Object.values(CARRIERS).map(({ name, furtherPrefixes }): [string, readonly string[]] => [name, furtherPrefixes]),
) as CarrierPrefixes

/** The field of the public settings with a carrier's further prefixes: `mtnPrefixes`. */
type PrefixField = `${Lowercase<PaymentMethod>}Prefixes`
export const prefixField = (method: PaymentMethod) => `${method.toLowerCase()}Prefixes` as PrefixField

export const prefixFields = <Value>(valueOf: (carrier: CarrierName) => Value) =>
  Object.fromEntries(PAYMENT_METHODS.map((method) => [prefixField(method), valueOf(CARRIERS[method].name)])) as {
    [Field in PrefixField]: Value
  }

/**
 * The carrier by the number's prefix (AUTH-06..08, D51). `carrierOf('+256772123456', settings.carrier_prefixes)` →
 * "MTN"
 */
export function carrierOf(phone: string, further: CarrierPrefixes): Carrier {
  const international = normalisePhone(phone)
  if (!international.startsWith('+256')) return 'Unknown'
  const prefix = `0${international.slice(4, 6)}`
  const carriers: readonly (CarrierEntry & { readonly name: CarrierName })[] = Object.values(CARRIERS)
  const found =
    carriers.find(({ prefixes }) => prefixes.includes(prefix)) ??
    carriers.find(({ name }) => further[name].includes(prefix))
  return found?.name ?? 'Unknown'
}

/** The payment method of a carrier; `null` for an unknown carrier. */
export const paymentMethodOf = (carrier: Carrier): PaymentMethod | null =>
  PAYMENT_METHODS.find((method) => CARRIERS[method].name === carrier) ?? null

/** The carrier of a payment method. `carrierOfMethod('AIRTEL')` → "Airtel" */
export const carrierOfMethod = (method: PaymentMethod): CarrierName => CARRIERS[method].name
