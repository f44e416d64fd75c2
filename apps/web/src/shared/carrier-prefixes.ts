import type { PublicSettings } from '@mupiira/contract/platform.ts'
import type { CarrierPrefixes } from '@mupiira/domain/phone/carriers.ts'

/** The further prefixes of each carrier for the domain's rules; none until the settings are loaded. */
export const carrierPrefixesOf = (settings: PublicSettings | undefined): CarrierPrefixes => ({
  MTN: settings?.mtnPrefixes ?? [],
  Airtel: settings?.airtelPrefixes ?? [],
})
