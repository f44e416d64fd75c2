import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { literals, strict } from './schemas.ts'

/**
 * Response and timing do not reveal whether the account exists, because a job sends the message later. A code works
 * only in the browser that requested it.
 */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/forgot',
  summary: 'Request a code by SMS or a link by email; reveals nothing about accounts',
  access: 'public',
  perMinute: 10,
  body: Type.Object({ emailOrPhone: Type.Optional(Type.String({ maxLength: 300 })) }, strict),
  responses: { 202: Type.Object({ sentBy: literals(['sms', 'email']) }) },
  errors: ['EMAIL_MISSING', 'INVALID_EMAIL', 'INVALID_PHONE', 'RECOVERY_LIMIT'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset',
  summary: 'Set a new password with the code of this browser’s request, or with the token of an emailed link',
  access: 'public',
  perMinute: 60,
  body: Type.Object(
    {
      code: Type.Optional(Type.String({ maxLength: 16 })),
      token: Type.Optional(Type.String({ maxLength: 64 })),
      newPassword: Type.String({ maxLength: 200 }),
    },
    strict,
  ),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['RECOVERY_OVER', 'RECOVERY_CODE_WRONG', 'RECOVERY_SLOWED', 'NEW_PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'],
})
