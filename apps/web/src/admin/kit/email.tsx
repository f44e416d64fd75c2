import { isDerivedEmail } from '@mupiira/domain/phone/phone.ts'

/** The address, or null if it is derived from the phone number (D3) and cannot receive mail. */
export const emailOf = (address: string): string | null => (isDerivedEmail(address) ? null : address)

/** The e-mail address of an account, if the player has given one. */
export function Email({ address }: { readonly address: string }) {
  const email = emailOf(address)
  if (email === null) return <span className="text-muted">no e-mail</span>
  return <span className="line-clamp-2 break-all">{email}</span>
}
