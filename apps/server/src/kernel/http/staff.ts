import type { SignedIn } from './actor.ts'

export type Staff = { readonly actorId: string; readonly address: string }

/** The actor and IP address for the audit log. */
export const staffOf = ({ actor, address }: { readonly actor: SignedIn; readonly address: string }): Staff => ({
  actorId: actor.userId,
  address,
})
