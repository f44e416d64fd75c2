import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Instant, nullable, strict } from './schemas.ts'

/** The address to which a link for a new password can be sent (AUTH-38). */
export const RecoveryAddress = Type.Object({
  /** Confirmed by its owner; null: the account has none. */
  email: nullable(Type.String()),
  /** A confirmation link was sent and is not opened yet. */
  waiting: nullable(Type.Object({ email: Type.String(), expiresAt: Instant })),
})
export type RecoveryAddress = Static<typeof RecoveryAddress>

const Password = Type.String({ maxLength: 200 })

export const recoveryAddress = endpoint({
  method: 'GET',
  path: '/api/auth/email',
  summary: 'The account’s e-mail address for a recovery, and the one that waits to be confirmed',
  access: 'player',
  responses: { 200: RecoveryAddress },
  errors: [],
})

export const askRecoveryAddress = endpoint({
  method: 'POST',
  path: '/api/auth/email',
  summary: 'Send a link to an e-mail address; it becomes the account’s when the link is opened',
  access: 'player',
  guardsAccount: true,
  perMinute: 20,
  body: Type.Object({ email: Type.String({ maxLength: 300 }), currentPassword: Password }, strict),
  responses: { 202: RecoveryAddress },
  errors: [
    'EMAIL_MISSING',
    'INVALID_EMAIL',
    'CURRENT_PASSWORD_WRONG',
    'LOGIN_SLOWED',
    'NUMBER_UNPROVED',
    'EMAIL_LIMIT',
  ],
})

export const cancelRecoveryAddress = endpoint({
  method: 'DELETE',
  path: '/api/auth/email/waiting',
  summary: 'Make the link worthless that waits to be opened',
  access: 'player',
  guardsAccount: true,
  responses: { 200: RecoveryAddress },
  errors: [],
})

export const removeRecoveryAddress = endpoint({
  method: 'POST',
  path: '/api/auth/email/remove',
  summary: 'Take the e-mail address for a recovery away, and what waits to be confirmed',
  access: 'player',
  guardsAccount: true,
  perMinute: 20,
  body: Type.Object({ currentPassword: Password }, strict),
  responses: { 200: RecoveryAddress },
  errors: ['CURRENT_PASSWORD_WRONG', 'LOGIN_SLOWED'],
})

/** Works in any browser, because mail is often opened without a session. */
export const confirmRecoveryAddress = endpoint({
  method: 'POST',
  path: '/api/auth/email/confirm',
  summary: 'Confirm an e-mail address with the token of the link that was sent there',
  access: 'public',
  perMinute: 20,
  body: Type.Object({ token: Type.String({ maxLength: 64 }) }, strict),
  responses: { 200: Type.Object({ email: Type.String() }) },
  errors: ['RECOVERY_OVER', 'EMAIL_TAKEN'],
})
