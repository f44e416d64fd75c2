import { isDerivedEmail } from '@mupiira/domain/phone/phone.ts'

/** The address of an account; who gave none has one that stands for his phone, which tells nobody anything. */
export function Email({ address }: { readonly address: string }) {
  if (isDerivedEmail(address)) return <span className="text-muted">none</span>
  return (
    <span className="block max-w-48 truncate" title={address}>
      {address}
    </span>
  )
}
