import { forgotPassword, resetPassword as resetEndpoint } from '@mupiira/contract/recovery.ts'
import { RECOVERY_LIFETIME_MS, readRecipient } from '@mupiira/domain/identity/recovery.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { requestRecovery } from './request-recovery.ts'
import { DEVICE_COOKIE, deviceCookie } from '../present-cookies.ts'
import { presentAccountRefusal } from '../present-account-refusal.ts'
import { type Proof, resetPassword } from './reset-password.ts'
import type { IdentityDeps } from '../deps.ts'

const RECOVERY_COOKIE = 'mupiira_recovery'

export const recoveryRoutes = (parts: IdentityDeps): readonly Route[] => [
  route(forgotPassword, async ({ body, address }) => {
    const recipient = readRecipient(body.emailOrPhone ?? '')
    if (!recipient.ok) return presentAccountRefusal({ code: recipient.error })
    const requested = await requestRecovery(parts, recipient.value, address)
    if (!requested.ok) return presentAccountRefusal(requested.error)
    const { browserToken } = requested.value
    const cookie = { name: RECOVERY_COOKIE, value: browserToken, maxAgeSeconds: RECOVERY_LIFETIME_MS / 1000 }
    return {
      status: 202,
      body: { sentBy: recipient.value.kind },
      cookies: browserToken === null ? [] : [cookie],
    }
  }),

  route(resetEndpoint, async ({ body: { code, token, newPassword }, cookies: sent, address, now }) => {
    const proof: Proof =
      token === undefined
        ? { kind: 'code', code: code ?? '', browserToken: sent[RECOVERY_COOKIE] }
        : { kind: 'link', token }
    const device = sent[DEVICE_COOKIE]
    const reset = await resetPassword(parts, { proof, newPassword, address, device }, now)
    if (!reset.ok) return presentAccountRefusal(reset.error)
    const cookies = [{ name: RECOVERY_COOKIE, value: null }, deviceCookie(reset.value)]
    return { status: 200, body: { success: true }, cookies }
  }),
]
