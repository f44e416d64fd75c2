import { type AccountStatus, can, type Capability, type Role } from '@mupiira/domain/access/capabilities.ts'

/** What the session of a member of staff has shown beside the password (D55). */
export type StaffProof = {
  /** `owed`: there is one, and this session has not shown it. `unset`: he has none yet. */
  readonly secondFactor: 'passed' | 'owed' | 'unset'
  /** When he last proved that it is he who sits there. */
  readonly confirmedAt: Date | null
}

/** Who calls. Suspended and banned accounts never become an actor (D5). */
export type Visitor = {
  readonly kind: 'visitor'
  /** His browser's session is of an account that is not active: for operations that are everybody's and tell him so (AUTH-73). */
  readonly refused?: 'ACCOUNT_SUSPENDED' | 'ACCOUNT_BANNED'
}
export type SignedIn = {
  readonly kind: 'user' | 'admin'
  readonly userId: string
  readonly sessionId: string
  /** Of staff. */
  readonly staff?: StaffProof
}
export type Actor = Visitor | SignedIn

/** Whether the actor may do it. Handlers ask this; nothing compares roles. */
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
  readonly role: Role
  readonly accountStatus: AccountStatus
  readonly expiresAt: Date
  readonly staff?: StaffProof
}

/** Where sessions are looked up; implemented by the module that owns them. `tokenHash` is the SHA-256 of the cookie. */
export type SessionStore = {
  /** `watch`: only looked at, not used. */
  find(tokenHash: Buffer, how?: 'watch'): Promise<SessionRow | null>
  /** Whether staff needs a second factor in this house. */
  demandsSecondFactor?(): boolean
}

/** A session goes on, and what it was entered by does not. */
export const SESSION_TOKEN_CHANGED = 'session-token-changed'

/**
 * Outbox events that end cached sessions at once: `{ type: 'session-ended', userId, data: { sessionId? } }` and
 * `{ type: 'account-status-changed', userId, data: {…} }`.
 */
export const SESSION_EVENTS: ReadonlySet<string> = new Set([
  'session-ended',
  'account-status-changed',
  SESSION_TOKEN_CHANGED,
])
