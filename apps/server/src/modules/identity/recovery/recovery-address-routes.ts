import {
  requestRecoveryAddress,
  cancelRecoveryAddress,
  confirmRecoveryAddress,
  recoveryAddress,
  removeRecoveryAddress,
} from '@mupiira/contract/recovery-address.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import type { IdentityDeps } from '../deps.ts'
import { presentAccountRefusal } from '../present-account-refusal.ts'
import {
  requestAddress,
  cancelPendingAddress,
  confirmAddress,
  recoveryAddressOf,
  removeAddress,
} from './recovery-address.ts'

/** The e-mail address for account recovery (AUTH-38). */
export const recoveryAddressRoutes = (parts: IdentityDeps): readonly Route[] => [
  route(recoveryAddress, async ({ actor, now }) => ({
    status: 200,
    body: await recoveryAddressOf(parts.db, actor.userId, now),
  })),

  route(
    requestRecoveryAddress,
    async ({ actor: { userId }, body: { email, currentPassword: password }, address, now }) => {
      const requested = await requestAddress(parts, { userId, email, password, address }, now)
      if (!requested.ok) return presentAccountRefusal(requested.error)
      return { status: 202, body: await recoveryAddressOf(parts.db, userId, now) }
    },
  ),

  route(cancelRecoveryAddress, async ({ actor: { userId }, now }) => {
    await cancelPendingAddress(parts.db, userId, now)
    return { status: 200, body: await recoveryAddressOf(parts.db, userId, now) }
  }),

  route(removeRecoveryAddress, async ({ actor: { userId }, body: { currentPassword: password }, now }) => {
    const removed = await removeAddress(parts, { userId, password }, now)
    if (!removed.ok) return presentAccountRefusal(removed.error)
    return { status: 200, body: await recoveryAddressOf(parts.db, userId, now) }
  }),

  route(confirmRecoveryAddress, async ({ body: { token }, address, now }) => {
    const confirmed = await confirmAddress(parts, { token, address }, now)
    return confirmed.ok ? { status: 200, body: { email: confirmed.value } } : presentAccountRefusal(confirmed.error)
  }),
]
