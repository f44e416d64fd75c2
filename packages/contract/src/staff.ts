import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, literals, strict } from './schemas.ts'

/** The signed-in member of staff and the allowed actions. */
export const StaffMember = Type.Object({
  userId: Id,
  name: Type.String(),
  phoneNumber: Type.String(),
  capabilities: Type.Array(Type.String()),
  /** `passed`: done in this session. `owed`: not done yet. `unset`: not set up. */
  secondFactor: literals(['passed', 'owed', 'unset']),
  /** Requires a second factor before any other console screen opens (D55). */
  isSecondFactorDemanded: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
})
export type StaffMember = Static<typeof StaffMember>

const own = { access: 'admin', capability: 'admin:enter', beforeSecondFactor: true } as const

export const getStaffMember = endpoint({
  ...own,
  method: 'GET',
  path: '/api/admin/me',
  summary: 'The signed-in member of staff',
  responses: { 200: StaffMember },
  errors: [],
})

export const beginSecondFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/admin/second-factor',
  summary: 'Create a secret for an authenticator app (RFC 6238). It is active after its first code',
  // Requires the password, because anyone at an unattended console could otherwise add a second factor.
  requiresFreshConfirmation: true,
  perMinute: 10,
  responses: {
    200: Type.Object({
      /** Base32, the format of authenticator apps. */
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
  requiresFreshConfirmation: true,
  perMinute: 20,
  body: Type.Object({ code: Code }, strict),
  responses: { 200: Type.Object({ recoveryCodes: Type.Array(Type.String()) }) },
  errors: ['SECOND_FACTOR_SET', 'SECOND_FACTOR_UNSET', 'SECOND_FACTOR_WRONG', 'LOGIN_SLOWED'],
})

/** Required at sign-in and before money operations. Staff without a second factor use the password. */
export const confirmStaff = endpoint({
  ...own,
  method: 'POST',
  path: '/api/admin/confirm',
  summary: 'Confirm your identity with an authenticator code, a recovery code or the password',
  perMinute: 20,
  body: Type.Union([
    Type.Object({ code: Code }, strict),
    Type.Object({ password: Type.String({ maxLength: 200 }) }, strict),
  ]),
  responses: { 200: Type.Object({ success: Type.Literal(true), recoveryCodesLeft: Type.Integer() }) },
  errors: ['SECOND_FACTOR_WRONG', 'CURRENT_PASSWORD_WRONG', 'LOGIN_SLOWED'],
})
