import { hash } from '@node-rs/argon2'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { SESSION_COOKIE } from '../../../kernel/http/access/actor.ts'
import { testClock } from '../../../kernel/test-kernel.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { type Passwords, PasswordsBusy } from '../login/passwords.ts'

/** The application with the request limits of production, and helpers for tests of registration and sign-in. */
export async function identityFixture(config: Readonly<Record<string, string>> = {}) {
  const app = await createTestApp({
    clock: testClock(),
    background: true,
    config: { RATE_LIMIT_FACTOR: '1', ...config },
  })
  const { kernel, clock, modules, messages } = app
  return {
    ...app,
    identity: modules.identity,
    wallet: modules.wallet,
    sent: messages.sent,
    /** A new player with a separate browser. */
    async register(): Promise<RegisteredPlayer> {
      const browser = app.browser()
      const phoneNumber = newPhone()
      const { body } = await browser.post<UserBody>('/api/auth/register', { ...FORM, phoneNumber })
      return { phoneNumber, browser, id: body.user.id, email: `amina${phoneNumber}@example.com` }
    },
    /** Wrong passwords that an address may still send because of its successful logins. */
    async loginCredit(address: string): Promise<number> {
      const [row] = await kernel.db.query<{ credit: number }>(`select credit from login_credits where network = $1`, [
        address,
      ])
      return row?.credit ?? 0
    },
    /** The account's number counts as proved by an SMS code. */
    async proveNumber(phoneNumber: string) {
      const profile = await modules.identity.profiles.byPhone(`+256${phoneNumber.slice(1)}` as PhoneNumber)
      if (profile === null) throw new Error('there is no such account')
      await kernel.db.transaction((tx) =>
        modules.identity.accounts.recordPhoneVerification(tx, profile.id, profile.phoneNumber, clock.now()),
      )
    },
    /** Accounts with cheaply hashed passwords, so that many of them can be compared. */
    async openAccounts(accounts: readonly { readonly phoneNumber: PhoneNumber; readonly password: string }[]) {
      const cheap = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const
      const created = await Promise.all(
        accounts.map(async ({ phoneNumber, password }) => {
          const name = { firstName: 'Amina', lastName: 'Nakato', location: 'Kampala' }
          return { ...name, phoneNumber, passwordHash: await hash(password, cheap) }
        }),
      )
      await kernel.db.transaction((tx) => modules.identity.accounts.createAll(tx, created, clock.now()))
    },
  }
}

export type RegisteredPlayer = {
  readonly phoneNumber: string
  readonly browser: TestClient
  readonly id: string
  /** A mailbox that is not a recovery address yet. */
  readonly email: string
}

export type IdentityFixture = Awaited<ReturnType<typeof identityFixture>>

/** The response body of registration, login and session. */
export type UserBody = {
  readonly user: { readonly id: string; readonly email: string; readonly role: string; readonly settings: object }
}

/** A hasher whose queue is full. */
export const BUSY: Passwords = {
  hash: () => Promise.reject(new PasswordsBusy()),
  matches: () => Promise.reject(new PasswordsBusy()),
}

export const FORM = {
  firstName: ' Amina ',
  lastName: 'Nakato',
  phoneNumber: '0772 000 111',
  password: 'mango-7391',
  location: 'Kampala',
  acceptTerms: true,
}

let phones = 100_000
export const newPhone = (): string => `0783${++phones}`

export const tokenOf = (client: TestClient): string => client.cookies.get(SESSION_COOKIE) ?? ''
