import { login, logout, register, sendLoginCode, session } from '@mupiira/contract/auth.ts'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { SESSION_COOKIE } from '../../kernel/http/access/actor.ts'
import { networkOf } from '../../kernel/access/network.ts'
import { type Call, type CookieChange, type Route, route } from '../../kernel/http/route.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { accountRoutes } from './sessions/account-routes.ts'
import { createAccounts } from './accounts/create-accounts.ts'
import { rememberDevice } from './login/known-devices.repository.ts'
import { saveLastLogin } from './login/credentials.repository.ts'
import { checkLogin, recordLogin } from './login/log-in.ts'
import { requestLoginCode } from './login/login-code.ts'
import type { IdentityDeps } from './deps.ts'
import { rememberNetwork } from './login/networks.repository.ts'
import { DEVICE_COOKIE, deviceCookie, sessionCookie } from './present-cookies.ts'
import { presentAccountRefusal } from './present-account-refusal.ts'
import { type Profile, isPhoneTaken, presentSessionUser, readProfiles } from './accounts/profiles.repository.ts'
import { recoveryAddressRoutes } from './recovery/recovery-address-routes.ts'
import { recoveryRoutes } from './recovery/recovery-routes.ts'
import { staffCapabilitiesOf } from './staff/staff-roles.repository.ts'
import { readRegistration } from './accounts/register-account.ts'
import { endSession, isPersistentSession, openSession } from './sessions/sessions.repository.ts'
import { earnCredit, earnsCredit } from './login/login-throttling.repository.ts'

export const identityRoutes = (parts: IdentityDeps): readonly Route[] => [
  route(register, async (call) => {
    const read = readRegistration(call.body, parts.settings())
    if (!read.ok) return presentAccountRefusal(read.error)
    try {
      return await openAccount(parts, call, read.value)
    } catch (error) {
      // The transaction was rolled back.
      call.log.error({ err: error }, 'a registration failed')
      return { error: 'REGISTRATION_FAILED' }
    }
  }),

  route(login, async (call) => {
    const { phoneNumber = '', password = '', keepLoggedIn = true } = call.body
    const { address, cookies, body } = call
    const attempt = { phoneNumber, password, code: body.code, address, device: cookies[DEVICE_COOKIE] }
    const checked = await checkLogin(parts.db, parts, attempt, call.now)
    if (!checked.ok) return presentAccountRefusal(checked.error)
    const { profile } = checked.value
    const entered = await parts.db.transaction(async (tx) => {
      const login = await recordLogin(tx, checked.value, address, parts.clock)
      if (!login.ok) return login
      const { lastLoginAt, at } = login.value
      const session = { isPersistent: keepLoggedIn, lastLoginAt }
      return ok({ ...session, cookies: await startSession(tx, parts, call, profile, session, at) })
    })
    if (!entered.ok) return presentAccountRefusal(entered.error)
    const { lastLoginAt: before, cookies: changes } = entered.value
    // The stored last login may be the registration, which earned no credit. Then this login is the first that may earn
    // it.
    const previousLogin = before?.getTime() === profile.createdAt.getTime() ? null : before
    if (earnsCredit(previousLogin, call.now)) await earnCredit(parts.db, networkOf(call.address), call.now)
    const lastLoginAt = before?.toISOString() ?? null
    return { status: 200, body: { user: await sessionUser(parts, profile), lastLoginAt }, cookies: changes }
  }),

  route(sendLoginCode, async ({ body, address }) => {
    const phone = parseAccountPhone(body.phoneNumber)
    if (!phone.ok) return { error: 'INVALID_PHONE' }
    const requested = await requestLoginCode(parts, phone.value, address)
    return requested.ok ? { status: 202, body: { sent: true } } : presentAccountRefusal(requested.error)
  }),

  route(logout, async (call) => {
    const token = call.cookies[SESSION_COOKIE]
    if (token !== undefined) await parts.db.transaction((tx) => endSessionOf(tx, parts.outbox, token))
    return {
      status: 200,
      body: { success: true },
      cookies: [{ name: SESSION_COOKIE, value: null }],
      // The next user of a shared phone must not find images of the chat in the cache.
      headers: { 'clear-site-data': '"cache"' },
    }
  }),

  route(session, async ({ actor, cookies }) => {
    if (actor.kind === 'visitor')
      return actor.refused === undefined ? { status: 200, body: { user: null } } : { error: actor.refused }
    const profile = (await readProfiles(parts.db, [actor.userId])).get(actor.userId)
    if (profile === undefined) return { status: 200, body: { user: null } }
    const body = { user: await sessionUser(parts, profile) }
    const token = cookies[SESSION_COOKIE] ?? ''
    const isPersistent = await isPersistentSession(parts.db, token)
    return { status: 200, body, cookies: isPersistent ? [sessionCookie({ token, isPersistent })] : [] }
  }),

  ...accountRoutes(parts),
  ...recoveryRoutes(parts),
  ...recoveryAddressRoutes(parts),
]

async function openAccount(
  parts: IdentityDeps,
  call: Call<typeof register>,
  { password, ...person }: Extract<ReturnType<typeof readRegistration>, { ok: true }>['value'],
) {
  if (await isPhoneTaken(parts.db, person.phoneNumber)) return { error: 'PHONE_TAKEN' } as const
  const passwordHash = await parts.passwords.hash(password)
  return parts.db.transaction(async (tx) => {
    const [profile] = await createAccounts(tx, parts, [{ ...person, passwordHash }], call.now)
    if (profile === undefined || profile === null) return { error: 'PHONE_TAKEN' } as const
    // Registration counts as the first login.
    await saveLastLogin(tx, profile.id, call.now)
    const session = { isPersistent: true, lastLoginAt: null }
    const cookies = await startSession(tx, parts, call, profile, session, call.now)
    return { status: 201, body: { user: presentSessionUser(profile, ZERO) }, cookies } as const
  })
}

/** Opens a session on this browser, remembers the device, and ends the browser's previous session. */
async function startSession(
  tx: Tx,
  parts: IdentityDeps,
  call: Pick<Call, 'address' | 'cookies' | 'headers'>,
  profile: Profile,
  session: { readonly isPersistent: boolean; readonly lastLoginAt: Date | null },
  now: Date,
): Promise<CookieChange[]> {
  const before = call.cookies[SESSION_COOKIE]
  if (before !== undefined) await endSessionOf(tx, parts.outbox, before)
  const client = call.headers['user-agent'] ?? ''
  const isOfStaff = isStaff(profile.role)
  const isConfirmed = isOfStaff && !(await parts.secondFactor.isSet(tx, profile.id))
  const opened = await openSession(tx, { userId: profile.id, client, ...session, isStaff: isOfStaff, isConfirmed }, now)
  const device = await rememberDevice(tx, { userId: profile.id, token: call.cookies[DEVICE_COOKIE] }, now)
  await rememberNetwork(tx, profile.id, call.address, now)
  return [sessionCookie(opened), deviceCookie(device)]
}

async function endSessionOf(tx: Tx, outbox: Outbox, token: string): Promise<void> {
  const ended = await endSession(tx, token)
  if (ended === null) return
  const { userId, sessionId } = ended
  await outbox.appendEvents(tx, [{ type: 'session-ended', userId, data: { sessionId, reason: 'logout' } }])
}

async function sessionUser(parts: IdentityDeps, profile: Profile) {
  const { balance } = await parts.wallet.accounts.balance(profile.id)
  const capabilities = isStaff(profile.role) ? await staffCapabilitiesOf(parts.db, profile.id) : []
  return presentSessionUser(profile, balance, capabilities)
}
