import { reachableEmail } from '@mupiira/domain/phone/phone.ts'

/** The e-mail address of an account, if the player has given one. */
export function Email({ address }: { readonly address: string }) {
  const email = reachableEmail(address)
  if (email === null) return <span className="text-muted">no email</span>
  return <span className="line-clamp-2 break-all">{email}</span>
}
