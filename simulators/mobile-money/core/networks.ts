export type Network = 'mtn' | 'airtel'

/**
 * First two digits after 256. The list is longer than the six prefixes of the specification, because carriers
 * add new ranges (D51).
 */
const NETWORK_OF_PREFIX: ReadonlyMap<string, Network> = new Map([
  ['76', 'mtn'],
  ['77', 'mtn'],
  ['78', 'mtn'],
  ['79', 'mtn'],
  ['39', 'mtn'],
  ['70', 'airtel'],
  ['74', 'airtel'],
  ['75', 'airtel'],
  ['20', 'airtel'],
])

/** The network of a number of the form 256XXXXXXXXX; null for a carrier without simulated mobile money. */
export function networkOf(msisdn: string): Network | null {
  return NETWORK_OF_PREFIX.get(msisdn.slice(3, 5)) ?? null
}

/** 0772…, 256772… and +256 772 … all become 256772…; null for a number outside Uganda. */
export function readMsisdn(written: string): string | null {
  const digits = written.replace(/[\s+()-]/g, '')
  const international = digits.startsWith('0') ? `256${digits.slice(1)}` : digits
  return /^256\d{9}$/.test(international) ? international : null
}
