import type { AccountStatus } from '@mupiira/domain/access/capabilities.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { SessionStore } from '../../kernel/access/sessions.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createEncryption } from '../../kernel/encryption.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { identityAdminRoutes } from './admin/admin-routes.ts'
import { presentNotes, type UserFileDeps } from './admin/user-file-routes.ts'
import { setAccountStatus } from './accounts/account-status.ts'
import { type NewAccount, createAccounts } from './accounts/create-accounts.ts'
import { devicesOf, pruneDevices } from './login/known-devices.repository.ts'
import { networksOf, pruneNetworks } from './login/networks.repository.ts'
import type { IdentityDeps } from './deps.ts'
import { createPasswords } from './login/passwords.ts'
import { credentialOf, readLastLogin } from './login/credentials.repository.ts'
import { verifyPassword } from './login/verify-password.ts'
import type { EmailSender, SmsSender } from './ports.ts'
import { ACCOUNTS } from './accounts/account-figures.repository.ts'
import { createProfiles } from './accounts/profiles.ts'
import { createStaff } from './staff/staff.ts'
import { makeStaff, recordPhoneVerification } from './accounts/profiles.repository.ts'
import { identityRoutes } from './routes.ts'
import { createSecondFactor } from './login/second-factor.ts'
import { endOwnSessions, findSession, holdSession, pruneSessions } from './sessions/sessions.repository.ts'
import { pruneRecoveries } from './recovery/recovery.repository.ts'
import { recoverySender } from './recovery/send-recoveries.ts'
import { pruneThrottling, UNUSED_MESSAGES } from './login/login-throttling.repository.ts'

export { findAccounts, presentAccount } from './accounts/find-accounts.ts'
export { presentSearchRefusal } from './accounts/present-search-refusal.ts'
export { DEVICE_COOKIE } from './present-cookies.ts'
export { recordReading } from './admin/user-file-routes.ts'
export { presentUser } from './admin/user-routes.ts'
export { presentAccountRefusal } from './present-account-refusal.ts'
export { restrictions } from './restrictions/restrictions.repository.ts'
export type { PlayerName, Profile } from './accounts/profiles.repository.ts'

const SEND_EVERY_MS = 500

type IsNumberProved = IdentityDeps['isNumberProved']

/** Accounts: profiles, passwords, sessions, recovery. */
export function createIdentity(
  kernel: Kernel,
  deps: { readonly settings: Pick<SettingsApi['reads'], 'current'>; readonly wallet: Wallet },
  ports: { readonly texts: SmsSender; readonly mails: EmailSender },
) {
  const { db, workerDb, outbox, clock } = kernel
  const { wallet, settings } = deps
  const passwords = createPasswords()
  const ninEncryption = createEncryption(kernel.config.personalDataKey, 'national id numbers')
  const demandsSecondFactor = () => settings.current().admin_second_factor
  const store: SessionStore = {
    find: (tokenHash, mode) => findSession(db, tokenHash, clock.now(), mode),
    demandsSecondFactor,
  }
  const secondFactor = createSecondFactor({
    db,
    outbox,
    passwords,
    key: kernel.config.sessionSecret,
    demandsSecondFactor,
  })

  let isNumberProved: IsNumberProved = async () => false

  async function prune(): Promise<void> {
    const now = clock.now()
    await pruneSessions(workerDb, outbox, now)
    await pruneDevices(workerDb, now)
    await pruneNetworks(workerDb, now)
    await pruneThrottling(workerDb, now)
    await pruneRecoveries(workerDb, now)
  }
  kernel.rollups.add(ACCOUNTS)
  kernel.jobs.cron('prune-sign-ins', '7 * * * *', prune)
  kernel.jobs.every('send-recoveries', SEND_EVERY_MS, recoverySender(kernel, ports), { leaderOnly: true })

  return {
    routes: identityRoutes({
      clock,
      db,
      outbox,
      wallet,
      passwords,
      secondFactor,
      ninEncryption,
      codeKey: kernel.config.sessionSecret,
      isNumberProved: (sql, userId, phoneNumber) => isNumberProved(sql, userId, phoneNumber),
      settings: () => settings.current(),
      messages: { ...UNUSED_MESSAGES, atOnce: UNUSED_MESSAGES.atOnce * kernel.config.rateLimitFactor },
    }),
    profiles: createProfiles(db, { wallet, ninEncryption }),
    accounts: {
      /**
       * Returns null if the phone number is taken. Validates nothing, because it creates staff and demo accounts only.
       */
      create: async (tx: Tx, account: NewAccount, now: Date) =>
        (await createAccounts(tx, { wallet, ninEncryption }, [account], now))[0] ?? null,
      makeStaff,
      createAll: (tx: Tx, accounts: readonly NewAccount[], now: Date) =>
        createAccounts(tx, { wallet, ninEncryption }, accounts, now),
      /** Also ends sessions and freezes the wallet (AUTH-75). False if the account does not exist. */
      setStatus: (tx: Tx, userId: string, status: AccountStatus, now: Date) =>
        setAccountStatus(tx, { wallet, outbox }, { userId, status }, now),
      /** Registers how an account's number can be proved, because a deposit from the number is also a proof. */
      registerNumberProof: (isProved: IsNumberProved): void => void (isNumberProved = isProved),
      recordPhoneVerification,
    },
    sessions: {
      /** Session lookup for the kernel's session guard. */
      store,
      /** Locks a session, so that it cannot end before the transaction does; false if it has ended. */
      hold: holdSession,
      /** Logs an account out everywhere and returns the number of ended sessions. */
      end: (tx: Tx, userId: string) => endOwnSessions(tx, outbox, userId, 'all'),
    },
    staff: createStaff(kernel),
    passwords: {
      /** Checks the password of a signed-in player; wrong attempts are throttled. */
      async prove(userId: string, password: string, now: Date) {
        const { hash } = await credentialOf(db, userId)
        return verifyPassword({ db, passwords }, { userId, password, hash }, now)
      },
      hash: (password: string) => passwords.hash(password),
    },
    secondFactor,
    administration: {
      /** The newest notes of staff about an account. */
      notes: (userId: string, count: number) => presentNotes(db, userId, count),
      lastLogin: (userId: string) => readLastLogin(db, userId),
      /** The browsers that have logged in to an account. */
      devices: (userId: string) => devicesOf(db, userId),
      /** The networks of the last logins. */
      networks: (userId: string) => networksOf(db, userId),
      /** Routes for staff. */
      routes: (other: Omit<UserFileDeps, 'clock' | 'db' | 'ninEncryption' | 'outbox' | 'wallet'>) =>
        identityAdminRoutes({ clock, db, outbox, wallet, ninEncryption, ...other }),
    },
  }
}

export type Identity = ReturnType<typeof createIdentity>
