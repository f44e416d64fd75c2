export type Staff = { readonly actorId: string; readonly address: string }

/** The member of staff who acts and the IP address, for the audit log. */
export const staffOf = ({
  actor,
  address,
}: {
  readonly actor: { readonly userId: string }
  readonly address: string
}): Staff => ({ actorId: actor.userId, address })
