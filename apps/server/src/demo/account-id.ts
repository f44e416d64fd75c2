import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import type { Modules } from '../compose.ts'

/** The account of a phone number, which must exist. */
export async function accountId({ identity }: Modules, phoneNumber: string): Promise<string> {
  const phone = parseAccountPhone(phoneNumber)
  const profile = phone.ok ? await identity.profiles.byPhone(phone.value) : null
  if (profile === null) throw new Error(`no account ${phoneNumber}`)
  return profile.id
}
