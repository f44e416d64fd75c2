import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import type { StaffPermissions } from '@mupiira/domain/access/staff-roles.ts'
import { ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import { parseAccountPhone, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Modules } from '../compose.ts'
import { SESSION_COOKIE } from '../kernel/http/access/actor.ts'
import { newId } from '../kernel/ids.ts'
import { transactionOfOwner } from '../kernel/db/owner.ts'
import { q } from '../kernel/db/query.ts'
import type { Tx } from '../kernel/db/sql.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { openSession } from '../modules/identity/sessions/sessions.repository.ts'
import { HOUSE } from '../modules/wallet/index.ts'
import { createTestClient, type TestClient } from './test-client.ts'

/** The password of every account that a test creates. */
export const TEST_PASSWORD = 'kasana-4471'
// Hashing takes a fraction of a millisecond instead of tens, because each test file creates many accounts.
const CHEAP = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const
const RENEW_SESSION_MS = 5 * MINUTE_MS

/** A signed-in account with its own browser. */
export type TestAccount = TestClient & {
  readonly id: string
  readonly phone: PhoneNumber
  readonly sessionId: string
  /** Opens a new session in this browser, without a password. */
  signIn(): Promise<void>
  /** Another browser of the same account, signed in. */
  anotherBrowser(): Promise<TestAccount>
}

type Person = {
  readonly firstName?: string
  readonly lastName?: string
  readonly phone?: string
  readonly balanceUgx?: number
}
export type PlayerOptions = Person & {
  /** Whether the player has bet before, because a first bet has a higher minimum stake. */
  readonly hasBetBefore?: boolean
}
export type AdminOptions = Person & {
  /** A manager by default. */
  readonly permissions?: StaffPermissions
  /** `manual`: the session expires like a real one. By default it is renewed when the test moves the clock. */
  readonly session?: 'manual'
}

let passwordHash: Promise<string> | undefined
let phones = 0

export function createTestAccounts(kernel: Kernel, modules: Modules, server: () => Promise<FastifyInstance>) {
  const { db, clock } = kernel
  const { identity, wallet } = modules
  const openingBalances = q
    .selectFrom('postings')
    .select(['reference', 'amount'])
    .where('kind', '=', 'top-up')
    .where('description', '=', 'Opening balance')
  wallet.ledger.explain({ 'top-up': [openingBalances] })

  const accounts = new Map<string, TestAccount>()

  async function create(person: Person, permissions?: StaffPermissions): Promise<{ id: string; phone: PhoneNumber }> {
    phones += 1
    // No account of the demo has a number in this range.
    const phone = parseAccountPhone(person.phone ?? `77${String(2_600_000 + phones)}`)
    if (!phone.ok) throw new Error(`not a phone number: ${person.phone}`)
    const { firstName = 'Grace', lastName = 'Nakato', balanceUgx = 0 } = person
    const account = {
      firstName,
      lastName,
      ...(permissions === undefined ? {} : { staff: { permissions, givenBy: null, reason: '' } }),
      location: 'Jinja',
      phoneNumber: phone.value,
      passwordHash: await (passwordHash ??= hash(TEST_PASSWORD, CHEAP)),
    }
    const open = async (tx: Tx) => {
      const profile = await identity.accounts.create(tx, account, clock.now())
      if (profile === null) throw new Error(`${phone.value} is taken`)
      return profile.id
    }
    const id = await (permissions === undefined ? db.transaction(open) : transactionOfOwner(kernel, open))
    await credit(id, balanceUgx)
    return { id, phone: phone.value }
  }

  async function credit(id: string, ugx: number): Promise<void> {
    const amount = ugxFromNumber(ugx)
    if (!amount.ok) throw new Error(amount.error)
    if (amount.value === 0n) return
    const entry = { kind: 'top-up' as const, reference: newId(), description: 'Opening balance' }
    await db.transaction((tx) =>
      wallet.transfers.credit(tx, { account: id, from: HOUSE.operator, amount: amount.value, ...entry }, clock.now()),
    )
  }

  async function signedIn(id: string, phone: PhoneNumber, renews: boolean): Promise<TestAccount> {
    let openedAt = Number.NEGATIVE_INFINITY
    let sessionId = ''
    async function open(cookies: Map<string, string>): Promise<void> {
      const session = await openSession(db, { userId: id, isPersistent: true, isConfirmed: true }, clock.now())
      openedAt = clock.now().getTime()
      sessionId = session.sessionId
      cookies.set(SESSION_COOKIE, session.token)
    }
    const client = createTestClient(server, {
      async beforeRequest(cookies) {
        if (renews && Math.abs(clock.now().getTime() - openedAt) >= RENEW_SESSION_MS) await open(cookies)
      },
    })
    await open(client.cookies)
    const account: TestAccount = {
      ...client,
      id,
      phone,
      get sessionId() {
        return sessionId
      },
      signIn: () => open(client.cookies),
      anotherBrowser: () => signedIn(id, phone, renews),
    }
    accounts.set(id, account)
    return account
  }

  return {
    credit,
    /** An account that this test created. */
    account(id: string): TestAccount {
      const account = accounts.get(id)
      if (account === undefined) throw new Error(`no account ${id}`)
      return account
    },

    async player({ hasBetBefore = false, ...person }: PlayerOptions = {}): Promise<TestAccount> {
      const { id, phone } = await create(person)
      if (hasBetBefore)
        await db.change(
          `insert into player_counters (user_id, placed, valid_tickets, day, placed_on_day) values ($1, 1, 1, '2026-01-01', 1)`,
          [id],
        )
      return signedIn(id, phone, false)
    },

    async admin({ session, permissions = { role: 'manager' }, ...person }: AdminOptions = {}): Promise<TestAccount> {
      const { id, phone } = await create({ firstName: 'Sarah', ...person }, permissions)
      return signedIn(id, phone, session !== 'manual')
    },
  }
}
