export type Staff = { readonly actorId: string; readonly address: string }

/** The staff member who acts and their IP address, for the audit log. */
export const staffOf = ({
  actor,
  address,
}: {
  readonly actor: { readonly userId: string }
  readonly address: string
}): Staff => ({ actorId: actor.userId, address })
