import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Instant, nullable, strict } from './schemas.ts'

/** The e-mail address for password recovery (AUTH-38). */
export const RecoveryAddress = Type.Object({
  /** The confirmed address; null without one. */
  email: nullable(Type.String()),
  /** An address with an unopened confirmation link. */
  waiting: nullable(Type.Object({ email: Type.String(), expiresAt: Instant })),
})
export type RecoveryAddress = Static<typeof RecoveryAddress>

const Password = Type.String({ maxLength: 200 })

export const recoveryAddress = endpoint({
  method: 'GET',
  path: '/api/auth/email',
  summary: 'The recovery email address, and an address that waits for confirmation',
  access: 'player',
  responses: { 200: RecoveryAddress },
  errors: [],
})

export const requestRecoveryAddress = endpoint({
  method: 'POST',
  path: '/api/auth/email',
  summary: 'Send a confirmation link to a new recovery address',
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
  summary: 'Cancel the pending confirmation link',
  access: 'player',
  guardsAccount: true,
  responses: { 200: RecoveryAddress },
  errors: [],
})

export const removeRecoveryAddress = endpoint({
  method: 'POST',
  path: '/api/auth/email/remove',
  summary: 'Remove the recovery email address and any pending confirmation',
  access: 'player',
  guardsAccount: true,
  perMinute: 20,
  body: Type.Object({ currentPassword: Password }, strict),
  responses: { 200: RecoveryAddress },
  errors: ['CURRENT_PASSWORD_WRONG', 'LOGIN_SLOWED'],
})

/** Works without a session, because mail is often opened in another browser. */
export const confirmRecoveryAddress = endpoint({
  method: 'POST',
  path: '/api/auth/email/confirm',
  summary: 'Confirm an email address with the token of its link',
  access: 'public',
  perMinute: 20,
  body: Type.Object({ token: Type.String({ maxLength: 64 }) }, strict),
  responses: { 200: Type.Object({ email: Type.String() }) },
  errors: ['RECOVERY_OVER', 'EMAIL_TAKEN'],
})
