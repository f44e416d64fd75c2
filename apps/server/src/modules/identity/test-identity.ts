import { hash } from '@node-rs/argon2'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../../kernel/create-kernel.ts'
import { SESSION_COOKIE } from '../../kernel/http/actor.ts'
import { serveRoutes } from '../../kernel/http/server.ts'
import { type TestClock, testClock, testKernel } from '../../kernel/test-kernel.ts'
import { type SettingsApi, createSettings } from '../settings/index.ts'
import { type Wallet, createWallet } from '../wallet/index.ts'
import { type Identity, createIdentity } from './index.ts'
import { type Passwords, PasswordsBusy } from './passwords.ts'
import type { SendOutcome } from './ports.ts'

export type SentMessage = { readonly to: string; readonly text: string }

export type TestIdentity = {
  readonly kernel: RunningKernel['kernel']
  readonly running: RunningKernel
  readonly clock: TestClock
  readonly identity: Identity
  readonly wallet: Wallet
  readonly settings: SettingsApi
  /** A browser with cookies of its own, at an address of its own unless told. */
  browser(address?: string): Browser
  /** Messages that were sent, in their order. */
  readonly sent: SentMessage[]
  /** The next so many messages are not taken. */
  failSending(times: number): void
  /** What happens while the next message is on its way. */
  duringSending(happens: () => Promise<unknown>): void
  asOwner: TestDatabase['asOwner']
  /** Wrong passwords that an address has earned. */
  credit(address: string): Promise<number>
  /** Accounts whose passwords are hashed cheaply: many of them can be compared. */
  openAccounts(people: readonly { readonly phoneNumber: PhoneNumber; readonly password: string }[]): Promise<void>
  stop(): Promise<void>
}

export type Browser = {
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>
  post(url: string, body?: object): Promise<LightMyRequestResponse>
  delete(url: string): Promise<LightMyRequestResponse>
  readonly cookies: Map<string, string>
  /** Gone with the browser: every cookie without an age. */
  restart(): void
}

/** As where more passwords wait than can be compared. */
export const BUSY: Passwords = {
  hash: () => Promise.reject(new PasswordsBusy()),
  matches: () => Promise.reject(new PasswordsBusy()),
}

let addresses = 0

/** Identity, wallet and settings behind HTTP, on a database of their own. */
export async function testIdentity(variables: Readonly<Record<string, string>> = {}): Promise<TestIdentity> {
  const database: TestDatabase = await testDatabase()
  const clock = testClock()
  const running = testKernel(database.url, { clock, variables })
  const { kernel } = running
  const settings = createSettings(kernel)
  const wallet = createWallet(kernel)
  const sent: SentMessage[] = []
  let failures = 0
  let meanwhile: (() => Promise<unknown>) | null = null
  const send = async (message: SentMessage): Promise<SendOutcome> => {
    const happens = meanwhile
    meanwhile = null
    await happens?.()
    if (failures > 0) {
      failures -= 1
      return { kind: 'retry', reason: 'as the test wants it' }
    }
    sent.push(message)
    return { kind: 'sent' }
  }
  const identity = createIdentity(kernel, { settings, wallet }, { texts: { send }, mails: { send } })
  await running.start()
  await settings.ready()
  const app = await serveRoutes(kernel, {
    routes: [...identity.routes, ...wallet.routes],
    pageLoaders: {},
    sessions: identity.sessionStore,
  })
  return {
    kernel,
    running,
    clock,
    identity,
    wallet,
    settings,
    browser: (address) => browser(app, address ?? `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`),
    sent,
    failSending(times) {
      failures = times
    },
    duringSending(happens) {
      meanwhile = happens
    },
    asOwner: database.asOwner,
    async credit(address) {
      const rows = await kernel.db.query<{ credit: number }>(`select credit from login_standing where network = $1`, [
        address,
      ])
      return rows[0]?.credit ?? 0
    },
    async openAccounts(people) {
      const cheap = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const
      const accounts = await Promise.all(
        people.map(async ({ phoneNumber, password }) => {
          const name = { firstName: 'Amina', lastName: 'Nakato', location: 'Kampala' }
          return { ...name, phoneNumber, passwordHash: await hash(password, cheap) }
        }),
      )
      await kernel.db.transaction((tx) => identity.createAccounts(tx, accounts, clock.now()))
    },
    async stop() {
      running.beginStop()
      await app.close()
      await running.stop()
      await database.drop()
    },
  }
}

function browser(app: FastifyInstance, remoteAddress: string): Browser {
  const cookies = new Map<string, string>()
  const lasting = new Set<string>()

  async function send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      cookies: Object.fromEntries(cookies),
      headers: { ...headers, ...(method === 'GET' ? {} : { 'sec-fetch-site': 'same-origin' }) },
      ...(body === undefined ? {} : { payload: body }),
    })
    for (const cookie of answer.cookies) {
      if (cookie.value === '' || cookie.maxAge === 0) cookies.delete(cookie.name)
      else cookies.set(cookie.name, cookie.value)
      if (cookie.maxAge === undefined) lasting.delete(cookie.name)
      else lasting.add(cookie.name)
    }
    return answer
  }

  return {
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body) => send('POST', url, body),
    delete: (url) => send('DELETE', url),
    cookies,
    restart() {
      for (const name of cookies.keys()) if (!lasting.has(name)) cookies.delete(name)
    },
  }
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

export const tokenOf = (one: Browser): string => one.cookies.get(SESSION_COOKIE) ?? ''
