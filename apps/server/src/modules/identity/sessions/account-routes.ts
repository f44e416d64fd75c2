import {
  changePassword as changeEndpoint,
  endOtherSessions,
  endSession,
  ensureProfile,
  listSessions,
} from '@mupiira/contract/account.ts'
import { changePlayerSettings } from '@mupiira/contract/player-settings.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { changePassword } from '../login/change-password.ts'
import { DEVICE_COOKIE, sessionCookie } from '../present-cookies.ts'
import { presentAccountRefusal } from '../present-account-refusal.ts'
import { endOwnSessions, sessionsOf } from './sessions.repository.ts'
import { readProfiles, saveSettings } from '../accounts/profiles.repository.ts'
import type { IdentityDeps } from '../deps.ts'

/** The player's own account: password, sessions and settings. */
export const accountRoutes = (parts: IdentityDeps): readonly Route[] => [
  route(listSessions, async ({ actor, now }) => ({ status: 200, body: await sessionsOf(parts.db, actor, now) })),

  route(endSession, async ({ actor, params: { id } }) => {
    // The current session cannot be ended here. The player logs out instead.
    const ended = !isId(id) || id === actor.sessionId ? 0 : await end(parts, actor.userId, { only: id })
    return ended === 0 ? { error: 'SESSION_NOT_FOUND' } : { status: 200, body: { success: true } }
  }),

  route(endOtherSessions, async ({ actor }) => ({
    status: 200,
    body: { ended: await end(parts, actor.userId, { allBut: actor.sessionId }) },
  })),

  route(changeEndpoint, async ({ actor: { userId, sessionId }, body, cookies, now }) => {
    const change = { userId, sessionId, ...body, device: cookies[DEVICE_COOKIE] }
    const changed = await changePassword(parts, change, now)
    if (!changed.ok) return presentAccountRefusal(changed.error)
    const token = changed.value
    return { status: 200, body: { success: true }, cookies: token === null ? [] : [sessionCookie(token)] }
  }),

  route(changePlayerSettings, async ({ actor, body }) => {
    const settings = await parts.db.transaction((tx) => saveSettings(tx, actor.userId, body))
    return { status: 200, body: { settings } }
  }),

  route(ensureProfile, async ({ actor }) => {
    const profile = (await readProfiles(parts.db, [actor.userId])).get(actor.userId)
    if (profile === undefined) throw new Error('the profile of the session is missing')
    const { balance } = await parts.wallet.accounts.balance(actor.userId)
    const { username, email } = profile
    const found = { success: true, profileExists: true, profileCreated: false, username, email } as const
    const money = { balance: ugxToNumber(balance), balanceFixed: false }
    return { status: 200, body: { ...found, ...money, errorCode: null, message: 'The profile exists.' } }
  }),
]

const end = ({ db, outbox }: IdentityDeps, userId: string, ending: Parameters<typeof endOwnSessions>[3]) =>
  db.transaction((tx) => endOwnSessions(tx, outbox, userId, ending))
