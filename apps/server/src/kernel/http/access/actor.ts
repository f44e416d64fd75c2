import { can, type Capability, type Role } from '@mupiira/domain/access/capabilities.ts'
import type { StaffProof } from '../../access/sessions.ts'

/** The caller. Suspended and banned accounts never become an actor (D5). */
export type Visitor = {
  readonly kind: 'visitor'
  /**
   * Set if the browser's session belongs to an inactive account. Public operations may then report the reason
   * (AUTH-73).
   */
  readonly refused?: 'ACCOUNT_SUSPENDED' | 'ACCOUNT_BANNED'
}
export type SignedIn = {
  readonly kind: Role
  readonly userId: string
  readonly sessionId: string
  /** Present only for staff. */
  readonly staff?: StaffProof
}
export type Actor = Visitor | SignedIn

/** Whether the actor has a capability. Handlers call this instead of comparing roles. */
export const may = (actor: Actor, capability: Capability): boolean =>
  can(
    actor.kind === 'visitor'
      ? null
      : { role: actor.kind, status: 'active', capabilities: actor.staff?.capabilities ?? [] },
    capability,
  )

/** The type of actor that a handler receives, by the endpoint's access. */
export type ActorFor<Access> = Access extends 'public'
  ? Actor
  : Access extends 'admin'
    ? SignedIn & { readonly staff: StaffProof }
    : SignedIn

export const SESSION_COOKIE = 'mupiira_session'
