import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { TestClient } from '../../apps/server/src/testing/test-client.ts'
import {
  type IdentityFixture,
  identityFixture,
} from '../../apps/server/src/modules/identity/testing/identity-fixture.ts'
import { queryDatabase } from '../support/query-database.ts'
import { inParallel } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSeed as seed, proofSize } from '../support/proof.ts'
import { seededDraws } from '../support/seeded.ts'
import { createManyPlayers, type Person, attackerAddresses } from './guessing-model.ts'

/**
 * An attacker with many addresses guesses passwords, first slowly on all accounts, then fast on a few, while players
 * sign in as usual. Uses the product's routes, rules and database with a simulated clock, so two days take minutes.
 * Prints the accounts taken and the share of players who signed in at the first try.
 */
const attempts = proofSize({ small: 400, full: 100_000 })
const share = attempts / 100_000
const draws = seededDraws(seed)

const ACCOUNTS = Math.max(400, Math.round(10_000 * share))
const ADDRESSES = Math.max(200, Math.round(5_000 * share))
const LOGINS_DURING_ATTACK = Math.round(ACCOUNTS * 1.2)
const SLOW_MS = Math.max(DAY_MS / 48, DAY_MS * Math.min(1, share))
const FAST_MS = 600_000
const NARROW = Math.max(4, Math.round(100 * share))
/** The share of logins on a phone without an earlier login: new, borrowed, or with deleted cookies. */
const ON_A_NEW_DEVICE = 0.1
/** The share of those logins that come from the address of another household. */
const ELSEWHERE = 0.15
const MISTYPED = 0.06

let app: IdentityFixture

const players = createManyPlayers(ACCOUNTS, draws)
const devices = new Map<Person, TestClient>()
const counts = new Map<string, number>()
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
const counted = (what: string): number => counts.get(what) ?? 0
const takenAccounts = new Set<string>()

async function tryPassword(browser: TestClient, phoneNumber: string, password: string): Promise<string> {
  const answer = await browser.post('/api/auth/login', { phoneNumber, password })
  return answer.status === 200 ? 'in' : String(answer.body.code)
}

/** A player signs in, mostly on the known phone, sometimes with typing errors, sometimes from a new place. */
async function signIn(when: 'before' | 'beside', person: Person): Promise<void> {
  const own = devices.get(person)
  const isNew = own === undefined || draws.chance(ON_A_NEW_DEVICE)
  const address = isNew && draws.chance(ELSEWHERE) ? draws.one(players.people).address : person.address
  const browser = isNew ? app.browser(address) : own
  if (draws.chance(MISTYPED)) await tryPassword(browser, person.phoneNumber, `${person.password}7`)
  const answer = await tryPassword(browser, person.phoneNumber, person.password)
  count(`${when} ${answer === 'in' ? 'in' : 'out'}`)
  if (isNew) count(`${when} on a new device`)
  if (answer === 'in') devices.set(person, browser)
}

async function attempt(kind: 'slow' | 'fast', address: string, person: Person, password: string): Promise<void> {
  const answer = await tryPassword(app.browser(address), person.phoneNumber, password)
  count(`${kind} ${answer}`)
  if (answer === 'in') takenAccounts.add(person.phoneNumber)
}

/** Spreads all actions of a period evenly and runs each at its time. */
async function during(
  ms: number,
  actions: readonly { readonly times: number; readonly one: (nth: number) => Promise<void> }[],
): Promise<void> {
  const from = app.clock.now().getTime()
  const plan = actions
    .flatMap(({ times, one }) => Array.from({ length: times }, (_, nth) => ({ at: (nth + 0.5) / times, nth, one })))
    .toSorted((a, b) => a.at - b.at)
  for (const { at, nth, one } of plan) {
    app.clock.set(new Date(from + ms * at))
    await one(nth)
  }
  app.clock.set(new Date(from + ms))
}

it('[AUTH-27] [AUTH-28] an attacker with thousands of addresses takes over almost no account by guessing passwords, and players can log in', async () => {
  app = await identityFixture({ RATE_LIMIT_FACTOR: '1000000' })
  onTestFinished(() => app.close())
  for (const each of [counts, takenAccounts, devices]) each.clear()
  await app.openAccounts(players.people)
  // The attack lasts a day and ten minutes. In the two weeks before it, every player has signed in on the known phone.
  await during(14 * DAY_MS, [{ times: ACCOUNTS, one: (nth) => signIn('before', players.people[nth] as Person) }])
  const addresses = attackerAddresses(ADDRESSES, players, draws)
  const addressOf = (nth: number): string => addresses[nth % addresses.length] ?? ''
  const half = Math.floor(attempts / 2)
  const beside = { times: Math.ceil(LOGINS_DURING_ATTACK / 2), one: () => signIn('beside', draws.one(players.people)) }

  const slow = async (nth: number): Promise<void> => {
    const person = players.people[nth % players.people.length] as Person
    const nthOfPerson = Math.floor(nth / players.people.length)
    await attempt('slow', addressOf(nth), person, players.likeliest[nthOfPerson] ?? '')
  }
  await during(SLOW_MS, [{ times: half, one: slow }, beside])

  const few = draws.some(players.people, NARROW)
  const fast = async (nth: number): Promise<void> => {
    const person = few[nth % few.length] as Person
    const nthOfPerson = Math.floor(nth / few.length)
    await attempt(
      'fast',
      addressOf(nth * 7),
      person,
      players.likeliest[(nthOfPerson + 20) % players.likeliest.length] ?? '',
    )
  }
  await during(FAST_MS, [{ times: attempts - half, one: fast }, beside])

  const evaluated = (kind: string): number => counted(`${kind} INVALID_PASSWORD`) + counted(`${kind} in`)
  const passed = counted('beside in') / (counted('beside in') + counted('beside out'))
  const lost = takenAccounts.size / ACCOUNTS
  console.log(
    `guessing: ${attempts} attempts from ${ADDRESSES} addresses at ${ACCOUNTS} accounts (seed ${seed}); ` +
      `compared ${evaluated('slow')} slow and wide, ${evaluated('fast')} fast and narrow; ` +
      `${counted('beside on a new device')} of ${counted('beside in') + counted('beside out')} logins on new devices\n` +
      `RESULT guessing accounts_taken=${takenAccounts.size} taken_percent=${(lost * 100).toFixed(3)} logins_passed_percent=${(passed * 100).toFixed(2)}`,
  )
  // In a small run a single account exceeds a thousandth.
  expect(takenAccounts.size, `seed ${seed}`).toBeLessThanOrEqual(Math.max(1, ACCOUNTS / 1_000))
  expect(passed, `seed ${seed}`).toBeGreaterThanOrEqual(0.995)
  expect(evaluated('slow') + evaluated('fast'), `seed ${seed}`).toBeLessThan(attempts / 2)
})

/** Real requests from separate addresses: without a proxy the server uses the socket's address. */
const requests = Math.max(100, Math.round(attempts / 20))
const PEOPLE = Math.max(20, Math.round(requests / 25))
const CANDIDATES = 30
/** The position of the correct password in the dictionary, which an attacker does not reach. */
const CORRECT_POSITION = 15

type Reply = { readonly status: number; readonly code: string; readonly cookie: string }

function send(url: string, localAddress: string, target: string, body: object, cookie = ''): Promise<Reply> {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    origin: url,
    ...(cookie === '' ? {} : { cookie }),
  }
  return new Promise((resolve, reject) => {
    const agent = new Agent()
    const call = request(`${url}${target}`, { method: 'POST', headers, localAddress, agent }, (answer) => {
      let check = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (check += chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        agent.destroy()
        const cookies = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')
        const { code = '' } = JSON.parse(check) as { readonly code?: string }
        resolve({ status: answer.statusCode ?? 0, code, cookie: cookies })
      })
    })
    call.on('error', reject)
    call.end(text)
  })
}

/** Linux accepts all of 127/8; other systems only one such address. */
const hasLoopbackAddresses = await new Promise<boolean>((resolve) => {
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(0, '127.100.0.1', () => probe.close(() => resolve(true)))
})

it.runIf(hasLoopbackAddresses)(
  `[AUTH-27] [AUTH-28] ${requests} login requests from as many addresses take over no account, and players can log in`,
  async () => {
    const product: Product = await startProduct({ env: { TRUST_PROXY: '0', RATE_LIMIT_FACTOR: '1' } })
    onTestFinished(() => product.close())
    const { url } = product
    const homes = Array.from({ length: PEOPLE }, (_, at) => {
      const phoneNumber = `77${String(2_000_000 + at)}`
      return { phoneNumber, password: `${4_100 + at}-mango`, address: `127.220.${at >> 8}.${at & 255}`, device: '' }
    })
    await inParallel(homes, 4, async (home) => {
      const { phoneNumber, password, address } = home
      const person = { firstName: 'Amina', lastName: 'Nakato', location: 'Kampala', acceptTerms: true }
      const opened = await send(url, address, '/api/auth/register', { ...person, phoneNumber, password })
      expect(opened.status).toBe(201)
      home.device = opened.cookie
      // After another sign-in the address is trusted.
      const entered = await send(url, address, '/api/auth/login', { phoneNumber, password }, home.device)
      expect(entered.status).toBe(200)
    })

    const answers: Record<string, number> = {}
    const people = { in: 0, out: 0 }
    await inParallel(
      Array.from({ length: requests }, (_, at) => at),
      8,
      async (at) => {
        const home = homes[at % PEOPLE]
        if (home === undefined) throw new Error('no account exists')
        const { phoneNumber, password, address, device } = home
        const nthOfPerson = Math.floor(at / PEOPLE)
        // Every tenth request is a player's; every tenth of those uses a new phone.
        if (draws.chance(0.1)) {
          const known = draws.chance(0.1) ? '' : device
          const { status } = await send(url, address, '/api/auth/login', { phoneNumber, password }, known)
          people[status === 200 ? 'in' : 'out'] += 1
          return
        }
        const from = `127.${100 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`
        const guessed = nthOfPerson % CANDIDATES === CORRECT_POSITION ? password : `${nthOfPerson}-kampala`
        const { status, code } = await send(url, from, '/api/auth/login', { phoneNumber, password: guessed })
        const answer = status === 200 ? 'taken' : code
        answers[answer] = (answers[answer] ?? 0) + 1
      },
    )
    const passed = people.in / (people.in + people.out)
    console.log(
      `RESULT guessing-requests requests=${requests} compared=${answers['INVALID_PASSWORD'] ?? 0} slowed=${answers['LOGIN_SLOWED'] ?? 0} taken=${answers['taken'] ?? 0} of=${PEOPLE} logins_passed_percent=${(passed * 100).toFixed(2)}`,
    )
    expect(answers['taken'] ?? 0).toBe(0)
    expect(passed).toBeGreaterThanOrEqual(0.995)
    // The server distinguished the addresses: each wrong password counts for its own address.
    const [seen] = await queryDatabase<{ addresses: number }>(
      product,
      `select count(*)::int as addresses from login_delays where subject like 'address:127.10%' and failures = 1`,
    )
    expect(seen?.addresses).toBe(answers['INVALID_PASSWORD'])
  },
)
