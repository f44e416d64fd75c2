import type { SignedIn } from './actor.ts'

export type Staff = { readonly actorId: string; readonly address: string }

/** Who acts and from which address, for the audit log. */
export const staffOf = ({ actor, address }: { readonly actor: SignedIn; readonly address: string }): Staff => ({
  actorId: actor.userId,
  address,
})
