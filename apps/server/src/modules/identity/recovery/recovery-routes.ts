import { forgotPassword, resetPassword as resetEndpoint } from '@mupiira/contract/recovery.ts'
import {
  RECOVERY_LIFETIME_MS,
  type RecipientError,
  readRecipient,
  waitText,
} from '@mupiira/domain/identity/recovery.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { requestRecovery } from './request-recovery.ts'
import { DEVICE_COOKIE } from '../login/known-devices.repository.ts'
import { type Proof, resetPassword } from './reset-password.ts'
import type { IdentityDeps } from '../deps.ts'

const RECOVERY_COOKIE = 'mupiira_recovery'

const REFUSALS = {
  RECIPIENT_MISSING: 'EMAIL_MISSING',
  INVALID_PHONE: 'INVALID_PHONE',
  INVALID_EMAIL: 'INVALID_EMAIL',
} as const satisfies Record<RecipientError, string>

export const recoveryRoutes = (parts: IdentityDeps): readonly Route[] => [
  route(forgotPassword, async ({ body, address, now }) => {
    const recipient = readRecipient(body.emailOrPhone ?? '')
    if (!recipient.ok) return { error: REFUSALS[recipient.error] }
    const requested = await requestRecovery(parts, recipient.value, address, now)
    if (!requested.ok) {
      const { error, waitSeconds } = requested.error
      return { error, details: { wait: waitText(waitSeconds) }, retryAfterSeconds: waitSeconds }
    }
    const { browserToken } = requested.value
    const cookie = { name: RECOVERY_COOKIE, value: browserToken, maxAgeSeconds: RECOVERY_LIFETIME_MS / 1000 }
    return {
      status: 202,
      body: { sentBy: recipient.value.kind },
      cookies: browserToken === null ? [] : [cookie],
    }
  }),

  route(resetEndpoint, async ({ body: { code, token, newPassword }, cookies, address, now }) => {
    const proof: Proof =
      token === undefined
        ? { kind: 'code', code: code ?? '', browserToken: cookies[RECOVERY_COOKIE] }
        : { kind: 'link', token }
    const device = cookies[DEVICE_COOKIE]
    const reset = await resetPassword(parts, { proof, newPassword, address, device }, now)
    if (!reset.ok) return reset.error
    return { status: 200, body: { success: true }, cookies: [{ name: RECOVERY_COOKIE, value: null }, reset.value] }
  }),
]
