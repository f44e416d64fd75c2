import type { Call } from '../../kernel/http/route.ts'
import type { SignedIn } from '../../kernel/http/actor.ts'

export type Staff = { readonly actorId: string; readonly address: string }

/** Who acts and from where, for the audit log. */
export const staffOf = ({ actor, address }: { readonly actor: SignedIn } & Pick<Call, 'address'>): Staff => ({
  actorId: actor.userId,
  address,
})
