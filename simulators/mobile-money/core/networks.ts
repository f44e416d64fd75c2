import {
  carrierOf,
  carrierOfMethod,
  FURTHER_PREFIXES,
  type PaymentMethod,
  paymentMethodOf,
} from '@mupiira/domain/phone/carriers.ts'

/** "mtn" or "airtel". */
export type Network = Lowercase<PaymentMethod>

/** The network of a number of the form 256XXXXXXXXX; null for a carrier without mobile money. */
export function networkOf(msisdn: string): Network | null {
  const method = paymentMethodOf(carrierOf(`+${msisdn}`, FURTHER_PREFIXES))
  return method === null ? null : (method.toLowerCase() as Network)
}

/** `networkName('airtel')` → "Airtel" */
export const networkName = (network: Network): string => carrierOfMethod(network.toUpperCase() as PaymentMethod)

/** 0772…, 256772… and +256 772 … all become 256772…; null for a number outside Uganda. */
export function readMsisdn(written: string): string | null {
  const digits = written.replace(/[\s+()-]/g, '')
  const international = digits.startsWith('0') ? `256${digits.slice(1)}` : digits
  return /^256\d{9}$/.test(international) ? international : null
}
