import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Empty, Id, Instant, nullable, strict } from './schemas.ts'

/** A browser in which the account is signed in (PLAY-08). */
export const AccountSession = Type.Object({
  id: Id,
  /** Browser and system, for example "Chrome on Android". */
  client: Type.String(),
  signedInAt: Instant,
  /** The time of the last use: accurate to a day, or to ten minutes for a session that ends with the browser. */
  lastSeenAt: Instant,
  isCurrent: Type.Boolean(),
})
export type AccountSession = Static<typeof AccountSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'The sessions of the account, the current one first, and the time of the previous login',
  access: 'player',
  responses: { 200: Type.Object({ items: Type.Array(AccountSession), lastLoginAt: nullable(Instant) }) },
  errors: [],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  summary: 'End another session of the account',
  access: 'player',
  guardsAccount: true,
  params: Type.Object({ id: Id }),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['SESSION_NOT_FOUND'],
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  summary: 'End all other sessions of the account',
  access: 'player',
  guardsAccount: true,
  body: Type.Optional(Empty),
  responses: { 200: Type.Object({ ended: Type.Integer() }) },
  errors: [],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/change',
  summary: 'Change the password and end the other sessions of the account',
  access: 'player',
  guardsAccount: true,
  perMinute: 20,
  body: Type.Object(
    {
      currentPassword: Type.String({ maxLength: 200 }),
      newPassword: Type.String({ maxLength: 200 }),
      /** If false, the change also removes the recovery e-mail address. */
      keepRecoveryAddress: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: [
    'CURRENT_PASSWORD_WRONG',
    'NEW_PASSWORD_TOO_SHORT',
    'NEW_PASSWORD_SAME',
    'PASSWORD_TOO_COMMON',
    'LOGIN_SLOWED',
  ],
})

/**
 * The specification's `ensure_user_profile` (AUTH-71). Account and profile are one record, so the profile always
 * exists.
 */
export const ensureProfile = endpoint({
  method: 'POST',
  path: '/api/auth/profile',
  summary: 'The account’s profile, which always exists',
  access: 'player',
  body: Type.Optional(Empty),
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      profileExists: Type.Boolean(),
      profileCreated: Type.Boolean(),
      username: Type.String(),
      email: Type.String(),
      balance: Type.Number(),
      balanceFixed: Type.Boolean(),
      errorCode: nullable(Type.String()),
      message: Type.String(),
    }),
  },
  errors: [],
})
