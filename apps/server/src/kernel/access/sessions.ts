import type { AccountStatus, Role } from '@mupiira/domain/access/capabilities.ts'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import type { OutboxEvent } from '../outbox/event.ts'

/** What a member of staff may do, and the identity checks passed besides the password (D55). */
export type StaffProof = {
  readonly capabilities: readonly StaffCapability[]
  /** `owed`: set up, but not entered in this session. `unset`: not set up yet. */
  readonly secondFactor: 'passed' | 'owed' | 'unset'
  /** When staff last proved their identity with a password or code. */
  readonly confirmedAt: Date | null
}

export type SessionRow = {
  readonly sessionId: string
  readonly userId: string
  readonly role: Role
  readonly accountStatus: AccountStatus
  readonly expiresAt: Date
  readonly staff?: StaffProof
}

/** Session lookup, implemented by the module that owns sessions. `tokenHash` is the SHA-256 of the cookie. */
export type SessionStore = {
  /** With `watch`, the lookup does not count as use of the session. */
  find(tokenHash: Buffer, mode?: 'watch'): Promise<SessionRow | null>
  /** Whether this server requires a second factor from staff. */
  demandsSecondFactor?(): boolean
}

/** The event that a session continues under a new token. */
export const SESSION_TOKEN_CHANGED = 'session-token-changed'

/** Outbox events that remove the user's cached sessions at once. */
export const SESSION_EVENTS: ReadonlySet<OutboxEvent['type']> = new Set<OutboxEvent['type']>([
  'session-ended',
  'account-status-changed',
  SESSION_TOKEN_CHANGED,
  'second-factor-enabled',
])
