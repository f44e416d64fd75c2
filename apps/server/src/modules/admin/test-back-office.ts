import type { LightMyRequestResponse } from 'fastify'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { SESSION_COOKIE } from '../../kernel/http/actor.ts'
import { serveRoutes } from '../../kernel/http/server.ts'
import { type TestClock, testClock, testKernel } from '../../kernel/test-kernel.ts'
import { type Audit, createAudit } from '../audit/index.ts'
import { stakeLimits } from '../betting/index.ts'
import { type Identity, createIdentity } from '../identity/index.ts'
import { testSession } from '../identity/test-session.ts'
import { createProtection } from '../protection/index.ts'
import { type SettingsApi, createSettings } from '../settings/index.ts'
import { HOUSE, type Wallet, createWallet } from '../wallet/index.ts'
import { auditRoutes } from './audit-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { adjustmentRoutes } from './adjustment-routes.ts'
import { approvalRoutes } from './approval-routes.ts'
import { createApprovals } from './approvals.ts'
import { userFileRoutes } from './user-file-routes.ts'
import { userRoutes } from './user-routes.ts'

export type Person = { readonly userId: string; readonly phone: string; readonly token: string }

export type BackOffice = {
  readonly kernel: ReturnType<typeof testKernel>['kernel']
  readonly clock: TestClock
  readonly audit: Audit
  readonly identity: Identity
  readonly settings: SettingsApi
  readonly wallet: Wallet
  readonly admin: Person
  /** An account with a session, and some money where it is said. */
  person(words?: {
    readonly role?: 'user' | 'admin'
    readonly firstName?: string
    readonly phone?: string
    readonly shillings?: number
  }): Promise<Person>
  /** Asks as somebody; the admin where nobody is named, a visitor where it is null. */
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, who?: Person | null): Promise<Reported>
  /** A top-up of 700 under one and the same key. */
  again(key: string, who: Person): Promise<Reported>
  /** Another session of the same account. */
  enter(who: Person): Promise<Person>
  readonly asOwner: TestDatabase['asOwner']
  stop(): Promise<void>
}
/** What is told, as far as tests take it apart; the rest is compared as a whole. */
type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly action: string }
export type Reported = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> & { readonly code?: string; readonly items: readonly Item[] }
  readonly raw: LightMyRequestResponse
}

export const TEST_PASSWORD = 'kasana-4471'
let phones = 770_100_000
let keys = 0

/** The console's operations over the modules that they need, on a database of their own. */
export async function testBackOffice(): Promise<BackOffice> {
  const database = await testDatabase()
  const clock = testClock()
  const running = testKernel(database.url, { clock })
  const { kernel } = running
  const settings = createSettings(kernel)
  const wallet = createWallet(kernel)
  const audit = createAudit(kernel)
  const nobody = { send: async () => ({ kind: 'sent' }) as const }
  const identity = createIdentity(kernel, { settings, wallet }, { texts: nobody, mails: nobody })
  const protection = createProtection(kernel, { wallet })
  const deps = { audit, identity, protection, settings, wallet }
  const approvals = createApprovals(kernel.db, settings)
  const nothing = () => Promise.resolve([])
  const nothingElse = { betting: { cancelledBy: nothing }, payments: { decidedBy: nothing } }
  await running.start()
  await settings.ready()
  const app = await serveRoutes(kernel, {
    routes: [
      ...identity.routes,
      ...wallet.routes,
      ...signInRoutes(deps),
      ...settingsRoutes(kernel, deps, approvals),
      ...auditRoutes({ ...deps, catalogue: { games: async () => new Map() } }),
      ...userRoutes(kernel, deps),
      ...userFileRoutes(kernel, { ...deps, betting: { stakeLimits } }),
      ...adjustmentRoutes(kernel, { ...deps, ...nothingElse }, approvals),
      ...approvalRoutes(kernel, deps, approvals),
    ],
    pageLoaders: {},
    sessions: identity.sessionStore,
  })
  const passwordHash = await identity.hashPassword(TEST_PASSWORD)

  const backOffice: Omit<BackOffice, 'admin'> = {
    kernel,
    clock,
    audit,
    identity,
    settings,
    wallet,
    async person({ role = 'user', firstName = 'Amina', phone = String(++phones), shillings = 0 } = {}) {
      const parsed = parseAccountPhone(phone)
      if (!parsed.ok) throw new Error(`not a phone number: ${phone}`)
      const now = clock.now()
      const userId = await kernel.db.transaction(async (tx) => {
        const words = { firstName, lastName: 'Nakato', location: 'Kampala', passwordHash, role }
        const profile = await identity.createAccount(tx, { ...words, phoneNumber: parsed.value }, now)
        if (profile === null) throw new Error(`${phone} is taken`)
        const deposit = { kind: 'deposit', reference: profile.id, description: 'for the test' }
        const credit = {
          account: profile.id,
          from: HOUSE.floatRelworx,
          amount: ugxFromShillings(shillings),
          ...deposit,
        }
        if (shillings > 0) await wallet.credit(tx, credit, now)
        return profile.id
      })
      const { token } = await testSession(kernel.db, userId, now)
      return { userId, phone: parsed.value, token }
    },
    async ask(method, url, body, who) {
      const raw = await app.inject({
        method,
        url,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(method === 'GET' ? {} : { 'idempotency-key': `key-of-the-test-${++keys}` }),
        },
        ...(who === null ? {} : { cookies: { [SESSION_COOKIE]: (who ?? admin).token } }),
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: raw.statusCode, body: raw.body === '' ? null : JSON.parse(raw.body), raw }
    },
    async again(key, { userId }) {
      const raw = await app.inject({
        method: 'POST',
        url: `/api/admin/users/${userId}/top-up`,
        headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': key.replaceAll(' ', '-') },
        cookies: { [SESSION_COOKIE]: admin.token },
        payload: { amount: 700 },
      })
      return { status: raw.statusCode, body: JSON.parse(raw.body), raw }
    },
    async enter(who) {
      return { ...who, token: (await testSession(kernel.db, who.userId, clock.now())).token }
    },
    asOwner: database.asOwner,
    async stop() {
      running.beginStop()
      await app.close()
      await running.stop()
      await database.drop()
    },
  }
  const admin = await backOffice.person({ role: 'admin', firstName: 'Joel' })
  return { ...backOffice, admin }
}
