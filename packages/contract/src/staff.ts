import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, literals, strict } from './schemas.ts'

/** The signed-in member of staff and the allowed actions. */
export const StaffMember = Type.Object({
  userId: Id,
  name: Type.String(),
  phoneNumber: Type.String(),
  capabilities: Type.Array(Type.String()),
  /** `owed`: this session has not passed it yet. `unset`: no second factor. */
  secondFactor: literals(['passed', 'owed', 'unset']),
  /** Without a second factor no other console screen opens (D55). */
  isSecondFactorDemanded: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
})
export type StaffMember = Static<typeof StaffMember>

const own = { access: 'admin', capability: 'admin:enter', beforeSecondFactor: true } as const

export const getStaffMember = endpoint({
  ...own,
  method: 'GET',
  path: '/api/admin/me',
  summary: 'Who sits at the console',
  responses: { 200: StaffMember },
  errors: [],
})

export const beginSecondFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/admin/second-factor',
  summary: 'A secret for an authenticator app (RFC 6238); in force once a code of it was given',
  // The second factor proves everything else, so an unattended console must not allow a new one without the password.
  isConfirmed: true,
  perMinute: 10,
  responses: {
    200: Type.Object({
      /** Base32, as authenticator apps take it. */
      secret: Type.String(),
      address: Type.String({ description: 'otpauth://…' }),
    }),
  },
  errors: ['SECOND_FACTOR_SET'],
})

const Code = Type.String({ minLength: 6, maxLength: 20 })

export const enableSecondFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/admin/second-factor/enable',
  summary: 'Activate the second factor with its first code; returns the recovery codes once',
  isConfirmed: true,
  perMinute: 20,
  body: Type.Object({ code: Code }, strict),
  responses: { 200: Type.Object({ recoveryCodes: Type.Array(Type.String()) }) },
  errors: ['SECOND_FACTOR_SET', 'SECOND_FACTOR_UNSET', 'SECOND_FACTOR_WRONG', 'LOGIN_SLOWED'],
})

/** At sign-in, and again before money moves: by a code, or by the password where there is no second factor. */
export const confirmStaff = endpoint({
  ...own,
  method: 'POST',
  path: '/api/admin/confirm',
  summary: 'Prove who sits there: a code of the authenticator app, a recovery code, or the password',
  perMinute: 20,
  body: Type.Union([
    Type.Object({ code: Code }, strict),
    Type.Object({ password: Type.String({ maxLength: 200 }) }, strict),
  ]),
  responses: { 200: Type.Object({ success: Type.Literal(true), recoveryCodesLeft: Type.Integer() }) },
  errors: ['SECOND_FACTOR_WRONG', 'CURRENT_PASSWORD_WRONG', 'LOGIN_SLOWED'],
})
