import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { problemFaults } from '@mupiira/contract/test-answers.ts'
import { OPERATIONS, type OperationKey } from '@mupiira/contract/operations.ts'
import { type Client, targetOf } from '../support/client.ts'
import type { RawRequest, RawResponse } from '../support/raw-client.ts'
import { type Player, registerPlayer } from '../support/player.ts'
import { proofSeed as seed, proofSize } from '../support/proof.ts'
import {
  BAD_PARAMS,
  BAD_QUERIES,
  BROKEN_TEXTS,
  brokenBodies,
  randomBodies,
  OTHER_CONTENT_TYPES,
} from '../journeys/broken-requests.ts'
import { queryDatabase } from '../support/query-database.ts'
import { makeStaff } from '../support/staff.ts'
import { accessFixture, type AccessFixture, VALID_REQUESTS, newKey } from '../journeys/access-fixture.ts'
import { finalState, stateWithoutJobs } from '../journeys/access-state.ts'

// Invalid input to any operation produces a client error of the contract, never a server error, and changes nothing.

const drawnEach = proofSize({ small: 5, full: 1_000 })
/** Below the lowest limit per minute. Later requests use another address or player. */
const REQUESTS_OF_ONE = 15
/** An account may request 60 payments a minute. */
const playersNeeded = 6 + Math.ceil(drawnEach / 30)

const staffNeeded = playersNeeded

const withBody = OPERATIONS.filter((endpoint) => endpoint.body !== undefined)
const changing = OPERATIONS.filter((endpoint) => endpoint.method !== 'GET')
const keyOf = ({ method, path }: Endpoint): OperationKey => `${method} ${path}` as OperationKey
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [keyOf(endpoint), endpoint] as const)

let fixture: AccessFixture
const players: Player[] = []
const staff: Player[] = []
let visitor: Client
let before: unknown
let sent = 0

beforeAll(async () => {
  fixture = await accessFixture()
  for (let at = 0; at < playersNeeded; at++) {
    players.push(await registerPlayer(fixture.product, `7742${String(at).padStart(4, '0')}0`))
  }
  for (let at = 0; at < staffNeeded; at++) staff.push(await registerAdmin(`77421${String(at).padStart(3, '0')}0`))
  before = await stateWithoutJobs(fixture)
})
afterAll(() => fixture?.product.close())

/** Gives the account a staff role before its next request. */
async function registerAdmin(phone: string): Promise<Player> {
  const admin = await registerPlayer(fixture.product, phone)
  await makeStaff(fixture.product, admin.userId)
  // Marks the session as recently confirmed, so that requests are refused for their content only.
  await queryDatabase(fixture.product, `update sessions set confirmed_at = '2100-01-01' where user_id = $1`, [
    admin.userId,
  ])
  return admin
}

/** The next client: players and staff alternate, visitors use a new address each time. */
function nextClient({ access }: Endpoint): Client {
  const turn = Math.floor(sent / REQUESTS_OF_ONE)
  if (sent % REQUESTS_OF_ONE === 0) visitor = fixture.product.client()
  sent++
  if (access === 'public') return visitor
  const accounts = access === 'admin' ? staff : players
  return (accounts[turn % accounts.length] as Player).client
}

function goodTarget(endpoint: Endpoint): string {
  const { params, query } = goodRequest(endpoint)
  return targetOf(endpoint.path, params, query)
}

type Request = {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}
const goodRequest = (endpoint: Endpoint): Request => {
  const request: object = VALID_REQUESTS[keyOf(endpoint)](fixture)
  return request
}
const goodBody = (endpoint: Endpoint): unknown => goodRequest(endpoint).body

async function send(
  endpoint: Endpoint,
  ask: Partial<RawRequest>,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  const client = nextClient(endpoint)
  return client.raw.send({
    method: endpoint.method,
    target: goodTarget(endpoint),
    ...ask,
    headers: {
      ...client.headers(),
      ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(endpoint.idempotent === true ? { 'idempotency-key': newKey() } : {}),
      ...headers,
    },
  })
}

/** Matches the addresses of an operation. */
const formOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** Expects a client error of the contract; failures show the request. */
function expectRefused(response: RawResponse, what: unknown): void {
  const body = parsed(response.text)
  const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 429
  const faults = problemFaults(response.status, response.headers['content-type'], body)
  const shown = typeof what === 'string' ? what.slice(0, 200) : JSON.stringify(what)?.slice(0, 600)
  expect({ isRefusal, faults, status: response.status, sent: shown }).toEqual({
    isRefusal: true,
    faults: [],
    status: response.status,
    sent: shown,
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const sendBody = (endpoint: Endpoint, body: unknown): Promise<RawResponse> =>
  send(endpoint, { body: JSON.stringify(body) ?? '' })

describe('bad input', () => {
  it.each(named(changing))('[OPS-01] %s refuses bodies that are not a JSON object', async (_, endpoint) => {
    for (const text of BROKEN_TEXTS) {
      // If an operation requires no body, the text `null` counts as no body.
      if (endpoint.body === undefined && text === 'null') continue
      const response = await send(endpoint, { body: text })
      expectRefused(response, text.toString())
      // A callback accepts any object, so it is refused for its missing signature.
      expect([400, 401]).toContain(response.status)
    }
  })

  it.each(named(changing))(
    '[OPS-01] %s refuses other content types and bodies that are too large',
    async (_, endpoint) => {
      const good = JSON.stringify(goodBody(endpoint) ?? {})
      for (const type of OTHER_CONTENT_TYPES) {
        // An operation with uploads accepts forms, so it is refused for the content.
        if (endpoint.upload !== undefined && type.startsWith('multipart/')) continue
        const response = await send(endpoint, { body: good }, { 'content-type': type })
        expectRefused(response, type)
        // The signature of a callback covers its content, whatever the content type. Without a signature the status is
        // 401.
        expect(response.status).toBe(endpoint.isCallback === true ? 401 : 415)
      }
      const large = await send(endpoint, { body: JSON.stringify({ filler: 'x'.repeat(70_000) }) })
      expectRefused(large, 'a large body')
      expect(large.status).toBe(413)
    },
  )

  it.each(named(withBody))('[OPS-01] [WALT-04] %s refuses missing, wrong and unknown fields', async (_, endpoint) => {
    for (const body of brokenBodies(endpoint, goodBody(endpoint))) expectRefused(await sendBody(endpoint, body), body)
  })

  // A callback accepts any fields; only its signature counts.
  it.each(named(withBody.filter((endpoint) => !endpoint.path.startsWith('/api/webhooks/'))))(
    `[OPS-01] %s refuses ${drawnEach} random bodies (seed ${seed})`,
    async (_, endpoint) => {
      const drawn = randomBodies(endpoint, goodBody(endpoint))
      await fc.assert(
        fc.asyncProperty(drawn, async (body) => expectRefused(await sendBody(endpoint, body), body)),
        { numRuns: drawnEach, seed },
      )
    },
  )

  it('[DEP-07] [DEP-10] [WDR-08] [SLIP-30] [WALT-04] every operation with an amount refuses invalid amounts', async () => {
    const amounts = [-1, 0, 0.001, 0.1 + 0.2, 1, 999.999, 5_000_000.01, 1e12, 1e13, Number.MIN_VALUE]
    const operations = [
      ['POST /api/payments/deposits', 'amount'],
      ['POST /api/payments/withdrawals', 'amount'],
      ['POST /api/bets', 'stake'],
    ] as const
    for (const [key, field] of operations) {
      const endpoint = OPERATIONS.find((each) => keyOf(each) === key) as Endpoint
      for (const amount of amounts) {
        const body = { ...(goodBody(endpoint) as object), [field]: amount }
        expectRefused(await sendBody(endpoint, body), body)
      }
    }
  })

  it.each(['firstName', 'phoneNumber', 'password', 'location', 'acceptTerms'])(
    '[AUTH-51] a registration without %s is refused',
    async (field) => {
      const endpoint = OPERATIONS.find((each) => keyOf(each) === 'POST /api/auth/register') as Endpoint
      const { [field]: _, ...body } = goodBody(endpoint) as Record<string, unknown>
      const response = await sendBody(endpoint, body)
      expectRefused(response, body)
      expect(parsed(response.text)).toMatchObject({ code: 'FIELDS_MISSING' })
    },
  )

  it.each(named(OPERATIONS.filter((endpoint) => endpoint.path.includes('{'))))(
    '[OPS-01] %s refuses URLs of resources that do not exist',
    async (_, endpoint) => {
      const body = goodBody(endpoint)
      for (const param of BAD_PARAMS) {
        const target = endpoint.path.replace(/\{\w+\}/, param)
        const response = await send(endpoint, { target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
        expectRefused(response, target)
      }
    },
  )

  it.each(named(OPERATIONS.filter((endpoint) => endpoint.query !== undefined)))(
    '[OPS-01] %s refuses unknown query parameters',
    async (_, endpoint) => {
      const known = new Set(Object.keys((endpoint.query as { properties: object }).properties))
      for (const query of BAD_QUERIES) {
        const name = /^[^=[]+/.exec(query)?.[0] ?? ''
        // If the operation knows the parameter, it refuses the invalid value.
        const response = await send(endpoint, { target: `${endpoint.path}?${query}` })
        expectRefused(response, { query, isKnown: known.has(name) })
      }
    },
  )

  it('[OPS-01] the server refuses other HTTP methods and returns the allowed methods', async () => {
    for (const endpoint of OPERATIONS) {
      const { path } = endpoint
      // Other operations may match the same address, for example /api/bets/{id} and /api/bets/quote.
      const sameForm = OPERATIONS.filter((other) => formOf(other.path).test(path))
      const own = new Set<string>(sameForm.map((other) => other.method))
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((each) => !own.has(each))) {
        const response = await send(endpoint, { method })
        expectRefused(response, `${method} ${path}`)
        expect([path, method, response.status]).toEqual([path, method, 405])
        expect(new Set(response.headers['allow']?.split(', '))).toEqual(own)
      }
    }
  })

  it('[OPS-01] the server returns 404 for unknown URLs', async () => {
    const client = fixture.owner.client
    for (const target of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/bets/x/y',
      '/api//bets',
      '/api/%2e%2e/admin',
      '/api/admin/users',
    ]) {
      for (const method of ['GET', 'POST']) {
        const response = await client.raw.send({ method, target, headers: client.headers() })
        expectRefused(response, `${method} ${target}`)
      }
    }
  })

  it.each(named(OPERATIONS.filter((endpoint) => endpoint.idempotent === true)))(
    '[OPS-03] %s refuses missing, short, long and unprintable idempotency keys',
    async (_, endpoint) => {
      const body = JSON.stringify(goodBody(endpoint))
      for (const key of ['', 'short', 'x'.repeat(65), 'with a space', 'kéy-with-ümlaut']) {
        const response = await send(endpoint, { body }, { 'idempotency-key': key })
        expectRefused(response, key)
        expect(parsed(response.text)).toMatchObject({ code: 'IDEMPOTENCY_KEY_MISSING' })
      }
    },
  )

  it.each(named(OPERATIONS.filter((endpoint) => endpoint.method !== 'GET' && endpoint.access !== 'public')))(
    '[OPS-02] %s refuses cross-site requests with a valid session',
    async (_, endpoint) => {
      const body = goodBody(endpoint)
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of foreign) {
        const response = await send(endpoint, body === undefined ? {} : { body: JSON.stringify(body) }, headers)
        expect([response.status, parsed(response.text)]).toMatchObject([403, { code: 'FOREIGN_ORIGIN' }])
      }
    },
  )

  it('[OPS-01] the refused requests of this test have changed no data', async () => {
    expect(await finalState(fixture)).toEqual(before)
    expect(sent).toBeGreaterThan(500)
    expect(fixture.product.log()).not.toContain('a request failed')
  })
})
