import { type Static, Type } from 'typebox'
import { ACCOUNT_STATUSES, ROLE_NAMES } from '@mupiira/domain/access/capabilities.ts'
import { endpoint } from './endpoint.ts'
import { ChosenPlayerSettings } from './player-settings.ts'
import { Empty, Id, Instant, literals, nullable, strict } from './schemas.ts'

/** The session's user (DATA-03). `balance` is UGX as a decimal string. */
export const SessionUser = Type.Object({
  id: Id,
  email: Type.String(),
  phoneNumber: Type.String(),
  name: Type.String(),
  role: literals(ROLE_NAMES),
  balance: Type.String(),
  username: Type.String(),
  accountStatus: literals(ACCOUNT_STATUSES),
  firstName: Type.String(),
  lastName: Type.String(),
  userMetadata: Type.Object({
    phone: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
  }),
  settings: ChosenPlayerSettings,
  /** What a member of staff may do in the console. */
  capabilities: Type.Optional(Type.Array(Type.String())),
})
export type SessionUser = Static<typeof SessionUser>

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Open an account and a session',
  access: 'public',
  // Mobile carriers route thousands of players through one address.
  perMinute: 120,
  body: Type.Object(
    {
      firstName: Type.Optional(Type.String({ maxLength: 80 })),
      lastName: Type.Optional(Type.String({ maxLength: 80 })),
      phoneNumber: Type.Optional(Type.String({ maxLength: 32 })),
      nin: Type.Optional(Type.String({ maxLength: 32 })),
      password: Type.Optional(Type.String({ maxLength: 200 })),
      location: Type.Optional(Type.String({ maxLength: 80 })),
      nationality: Type.Optional(Type.String({ maxLength: 80 })),
      acceptTerms: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  responses: { 201: Type.Object({ user: SessionUser }) },
  errors: [
    'FIELDS_MISSING',
    'INVALID_PHONE',
    'INVALID_NIN',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
    'PHONE_TAKEN',
    'REGISTRATION_FAILED',
  ],
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in with phone number and password',
  access: 'public',
  // Wrong passwords are throttled by account, device and network. This limit only caps the load from one address.
  perMinute: 600,
  body: Type.Object(
    {
      phoneNumber: Type.Optional(Type.String({ maxLength: 32 })),
      password: Type.Optional(Type.String({ maxLength: 200 })),
      keepLoggedIn: Type.Optional(Type.Boolean({ default: true })),
      /** A code from `/api/auth/login/code`. With the code, a login from an unknown device need not wait. */
      code: Type.Optional(Type.String({ maxLength: 16 })),
    },
    strict,
  ),
  /** `lastLoginAt`: the time of the previous login (PLAY-08). */
  responses: { 200: Type.Object({ user: SessionUser, lastLoginAt: nullable(Instant) }) },
  errors: [
    'CREDENTIALS_MISSING',
    'INVALID_PHONE',
    'PHONE_UNKNOWN',
    'INVALID_PASSWORD',
    'LOGIN_SLOWED',
    'LOGIN_CODE_WRONG',
    'ACCOUNT_SUSPENDED',
    'ACCOUNT_BANNED',
  ],
})

/** The response does not reveal whether the number has an account. */
export const sendLoginCode = endpoint({
  method: 'POST',
  path: '/api/auth/login/code',
  summary: 'Send a login code by SMS, for a login that is throttled',
  access: 'public',
  perMinute: 10,
  body: Type.Object({ phoneNumber: Type.String({ maxLength: 32 }) }, strict),
  responses: { 202: Type.Object({ sent: Type.Literal(true) }) },
  errors: ['INVALID_PHONE', 'RECOVERY_LIMIT'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End the session',
  access: 'public',
  body: Type.Optional(Empty),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: [],
})

export const session = endpoint({
  method: 'GET',
  path: '/api/auth/session',
  summary: 'The session user, or null',
  access: 'public',
  responses: { 200: Type.Object({ user: nullable(SessionUser) }) },
  /** Returned to a browser whose session ended because its account was suspended or banned (AUTH-73). */
  errors: ['ACCOUNT_SUSPENDED', 'ACCOUNT_BANNED'],
})
