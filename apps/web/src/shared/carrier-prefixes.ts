import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { carrierOfMethod, type CarrierPrefixes, PAYMENT_METHODS, prefixField } from '@mupiira/domain/phone/carriers.ts'

/** The further prefixes of each carrier for the domain's rules; none until the settings are loaded. */
export const carrierPrefixesOf = (settings: PublicSettings | undefined): CarrierPrefixes =>
  Object.fromEntries(
    PAYMENT_METHODS.map((method) => [carrierOfMethod(method), settings?.[prefixField(method)] ?? []]),
  ) as unknown as CarrierPrefixes
