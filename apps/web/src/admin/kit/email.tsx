import { isDerivedEmail } from '@mupiira/domain/phone/phone.ts'

/** The address of an account; who gave none has one that stands for his phone, which tells nobody anything. */
export const Email = ({ address }: { readonly address: string }) =>
  isDerivedEmail(address) ? (
    <span className="text-muted">none</span>
  ) : (
    <span className="line-clamp-2 break-all">{address}</span>
  )
