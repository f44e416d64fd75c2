import { type Provider, PROVIDER_NAMES } from '@mupiira/domain/payments/providers.ts'

/** One wire format for each payment provider of the product. */
export type WireName = Provider
export const WIRES: readonly WireName[] = PROVIDER_NAMES
