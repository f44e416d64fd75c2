import { isDerivedEmail } from '@mupiira/domain/phone/phone.ts'
import { classes } from '../../shared/ui/classes.ts'

/** The address of an account. One that is derived from the phone (D3) is muted: no mail reaches it. */
export const Email = ({ address }: { readonly address: string }) => (
  <span className={classes('line-clamp-2 break-all', isDerivedEmail(address) && 'text-muted')}>{address}</span>
)
