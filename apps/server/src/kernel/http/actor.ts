import { can, type Capability } from '@mupiira/domain/access/capabilities.ts'

/** Who calls. Suspended and banned accounts never become an actor (D5). */
export type Visitor = { readonly kind: 'visitor' }
export type SignedIn = {
  readonly kind: 'user' | 'admin'
  readonly userId: string
  readonly sessionId: string
}
export type Actor = Visitor | SignedIn

/** Whether the actor may do it. Handlers ask this; nothing compares roles (rule 9). */
export const may = (actor: Actor, capability: Capability): boolean =>
  can(actor.kind === 'visitor' ? null : { role: actor.kind, status: 'active' }, capability)

/** The actor that a handler of an endpoint sees, by the endpoint's access. */
export type ActorFor<Access> = Access extends 'public'
  ? Actor
  : Access extends 'admin'
    ? SignedIn & { readonly kind: 'admin' }
    : SignedIn

export const SESSION_COOKIE = 'mupiira_session'

export type SessionRow = {
  readonly sessionId: string
  readonly userId: string
  readonly role: 'user' | 'admin'
  readonly accountStatus: 'active' | 'suspended' | 'banned'
  readonly expiresAt: Date
}

/** Where sessions are looked up; implemented by the module that owns them. `tokenHash` is the SHA-256 of the cookie. */
export type SessionStore = {
  find(tokenHash: Buffer): Promise<SessionRow | null>
}

/**
 * Outbox events that end cached sessions at once: `{ type: 'session-ended', userId, data: { sessionId? } }` and
 * `{ type: 'account-status-changed', userId, data: {…} }`.
 */
export const SESSION_EVENTS: ReadonlySet<string> = new Set(['session-ended', 'account-status-changed'])
