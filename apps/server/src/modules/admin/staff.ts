import type { Call } from '../../kernel/http/route.ts'
import type { SignedIn } from '../../kernel/http/actor.ts'

/** Who acts and from where, for the audit log. */
export const staffOf = ({ actor, address }: { readonly actor: SignedIn } & Pick<Call, 'address'>) => ({
  actorId: actor.userId,
  address,
})
