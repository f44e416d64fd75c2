import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { SessionStore } from '../../kernel/http/actor.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { setAccountStatus } from './account-status.ts'
import { type NewAccount, createAccounts } from './create-accounts.ts'
import { pruneDevices } from './known-devices.ts'
import { createPasswords } from './passwords.ts'
import type { Mails, TextMessages } from './ports.ts'
import { countPeople, listPeople, type PeopleSearch } from './people.ts'
import { readCredential, readLastLogin, readNames, readProfiles } from './profile.ts'
import { identityRoutes } from './routes.ts'
import { createSecondFactor } from './second-factor.ts'
import { endOwnSessions, sessionsOf } from './own-sessions.ts'
import { findSession, pruneSessions } from './sessions.ts'
import { pruneRecoveries, sendRecoveries } from './send-recoveries.ts'
import { pruneThrottling, UNUSED_MESSAGES } from './login-throttling.ts'
import { pruneStatus } from './account-state.ts'

export { findPeople, nameOf, presentPerson, type SearchRefusal } from './find-people.ts'
export type { NewAccount } from './create-accounts.ts'
export type { PlayerName, Profile } from './profile.ts'

const SEND_EVERY_MS = 500
const PRODUCT_NAME = 'Mupiira'

/** Who somebody is: profiles, passwords, sessions. */
export function createIdentity(
  kernel: Kernel,
  deps: { readonly settings: Pick<SettingsApi, 'current'>; readonly wallet: Wallet },
  ports: { readonly texts: TextMessages; readonly mails: Mails },
) {
  const { db, workerDb, outbox, clock } = kernel
  const { wallet, settings } = deps
  const passwords = createPasswords()
  const demandsSecondFactor = () => settings.current().admin_second_factor
  const sessionStore: SessionStore = {
    find: (tokenHash, how) => findSession(db, tokenHash, clock.now(), how),
    demandsSecondFactor,
  }
  const secondFactor = createSecondFactor({
    db,
    outbox,
    passwords,
    key: kernel.config.sessionSecret,
    demandsSecondFactor,
  })

  async function prune(): Promise<void> {
    const now = clock.now()
    await pruneSessions(workerDb, outbox, now)
    await pruneDevices(workerDb, now)
    await pruneThrottling(workerDb, now)
    await pruneStatus(workerDb, now)
    await pruneRecoveries(workerDb, now)
  }
  kernel.jobs.cron('prune-sign-ins', '7 * * * *', prune)

  const origin = kernel.config.publicOrigin ?? `http://127.0.0.1:${kernel.config.port}`
  const sending = { db: workerDb, log: kernel.log, ...ports, origin, productName: PRODUCT_NAME }
  const send = () => sendRecoveries(sending, clock.now())
  kernel.jobs.every('send-recoveries', SEND_EVERY_MS, send, { leaderOnly: true })

  return {
    routes: identityRoutes({
      ...{ db, outbox, wallet, passwords, secondFactor },
      settings: () => settings.current(),
      messages: { ...UNUSED_MESSAGES, atOnce: UNUSED_MESSAGES.atOnce * kernel.config.rateLimitFactor },
    }),
    /** For the kernel's guard. */
    sessionStore,

    profile: async (userId: string) => (await readProfiles(db, [userId])).get(userId) ?? null,
    profiles: (userIds: readonly string[]) => readProfiles(db, userIds),
    /** Of exactly this number: a search finds whoever has it in his address as well. */
    profileOf: async (phone: PhoneNumber) => (await readCredential(db, phone))?.profile ?? null,
    /** Of very many, for files: nothing else is read of them. */
    names: (userIds: readonly string[]) => readNames(db, userIds),
    /** For the console's list of accounts. */
    listPeople: (search: PeopleSearch) => listPeople(db, search),
    countPeople: () => countPeople(db),
    /** The profile as it stands in a transaction, locked against another change. */
    lockProfile: async (tx: Tx, userId: string) => {
      await tx.query(`select from profiles where id = $1 for no key update`, [userId])
      return (await readProfiles(tx, [userId])).get(userId) ?? null
    },

    /** Ends sessions and freezes the wallet with it (AUTH-75). False without such a profile. */
    setAccountStatus: (tx: Tx, userId: string, status: AccountStatus, now: Date) =>
      setAccountStatus(tx, { wallet, outbox }, { userId, status }, now),

    /** The open sessions of an account, the latest seen first, and its last login. */
    async sessionsOf(userId: string, now: Date) {
      const { items } = await sessionsOf(db, { userId, sessionId: null }, now)
      return { sessions: items, lastLoginAt: (await readLastLogin(db, userId))?.toISOString() ?? null }
    },
    /** Keeps a session from ending before the transaction does, and whoever holds it beside; false when it is over. */
    holdSession: async (tx: Tx, sessionId: string) =>
      (await tx.query('select from sessions where id = $1 and ended_at is null for update', [sessionId])).length === 1,
    /** Logs an account out everywhere; answers from how many sessions. */
    endSessions: (tx: Tx, userId: string) => endOwnSessions(tx, outbox, userId, 'all'),

    /** How staff proves who sits at the console (D55). */
    secondFactor,

    /** Sends the codes and links that are due; a job does it by itself. */
    sendRecoveries: send,

    hashPassword: (password: string) => passwords.hash(password),
    /** An account with its wallet; null when the phone number is taken. For staff and demo accounts: judges nothing. */
    createAccount: async (tx: Tx, account: NewAccount, now: Date) =>
      (await createAccounts(tx, wallet, [account], now))[0] ?? null,
    createAccounts: (tx: Tx, accounts: readonly NewAccount[], now: Date) => createAccounts(tx, wallet, accounts, now),
  }
}

export type Identity = ReturnType<typeof createIdentity>
