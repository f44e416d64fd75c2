import { isDerivedEmail } from '@mupiira/domain/phone/phone.ts'
import { classes } from '../../shared/ui/classes.ts'

/**
 * The e-mail address of an account. Addresses derived from the phone (D3) are muted, because mail does not reach them.
 */
export const Email = ({ address }: { readonly address: string }) => (
  <span className={classes('line-clamp-2 break-all', isDerivedEmail(address) && 'text-muted')}>{address}</span>
)
