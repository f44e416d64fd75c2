import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { OPERATIONS, type OperationKey } from '@mupiira/contract/operations.ts'
import type { Client, RequestInput } from '../support/client.ts'
import { notifiedDeposit, registerPlayer } from '../support/player.ts'
import { proofSize } from '../support/proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import { type Schema, valuesOf } from '../support/schema-arbitrary.ts'
import { accessFixture, type AccessFixture, VALID_REQUESTS } from '../journeys/access-fixture.ts'

// Any request that satisfies the schemas of its operation gets a response that the OpenAPI document describes, and
// never a server error. Together, the requests leave the ledger valid.

/** In full size, 184 operations get about 50,000 requests. */
const requestsEach = proofSize({ small: 4, full: 280 })
const seed = Number(process.env['FC_SEED'] ?? 5_309)

const keyOf = ({ method, path }: Endpoint): OperationKey => `${method} ${path}` as OperationKey
/** The stream never ends. */
const WITHOUT_END: ReadonlySet<OperationKey> = new Set(['GET /api/stream'])
/** These operations can close the whole platform or all games, so they come last. */
const LAST: readonly OperationKey[] = [
  'POST /api/admin/risk/suspensions',
  'POST /api/admin/games/{id}/result',
  'PUT /api/admin/settings',
]
const tested = OPERATIONS.filter((endpoint) => !WITHOUT_END.has(keyOf(endpoint)))
const isLast = (endpoint: Endpoint): boolean => LAST.includes(keyOf(endpoint))
const ordered = [
  ...tested.filter((endpoint) => endpoint.access !== 'admin'),
  ...tested.filter((endpoint) => endpoint.access === 'admin' && !isLast(endpoint)),
  ...tested.filter(isLast),
]

let fixture: AccessFixture
let texts: readonly string[]
let accounts = 0
let sent = 0
const clients = new Map<Endpoint['access'], Client>()

beforeAll(async () => {
  fixture = await accessFixture({ RATE_LIMIT_FACTOR: '1000' })
  const { owner, otherPlayer, ticket, gameId, paymentId, notificationId } = fixture
  texts = [
    ...[owner.userId, otherPlayer.userId, owner.phone, owner.password, gameId, paymentId, notificationId],
    ...[ticket.id, ticket.bookingCode, '1x2', '1', 'X', 'over-2.5', '2026-11-21', 'maintenance_mode', 'true', '0'],
  ]
})
afterAll(() => fixture?.product.close())

/** A session for the operation. A request may have ended the previous one, for example by logging out. */
async function clientOf({ access }: Endpoint): Promise<Client> {
  const known = clients.get(access)
  if (known !== undefined) return known
  const client = access === 'public' ? fixture.product.client() : await signedIn(access)
  clients.set(access, client)
  return client
}

async function signedIn(access: 'player' | 'admin'): Promise<Client> {
  accounts += 1
  const account = await registerPlayer(fixture.product, `7743${String(accounts).padStart(4, '0')}0`)
  if (access === 'player') {
    await notifiedDeposit(account, 1_000_000)
    return account.client
  }
  await queryDatabase(fixture.product, `update profiles set role = 'admin' where id = $1`, [account.userId])
  // Marks the session as recently confirmed, so that operations that move money run.
  await queryDatabase(fixture.product, `update sessions set confirmed_at = '2100-01-01' where user_id = $1`, [
    account.userId,
  ])
  return account.client
}

type Parts = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }

function requestsOf(endpoint: Endpoint): fc.Arbitrary<Parts> {
  const example: Parts = VALID_REQUESTS[keyOf(endpoint)](fixture)
  const schemas = Object.entries({ params: endpoint.params, query: endpoint.query, body: endpoint.body })
  const parts = schemas.flatMap(([name, schema]) =>
    schema === undefined ? [] : [[name, valuesOf(schema as Schema, example[name as keyof Parts], texts)] as const],
  )
  return fc.record(Object.fromEntries(parts))
}

async function send(endpoint: Endpoint, request: Parts): Promise<void> {
  const key = keyOf(endpoint)
  const client = await clientOf(endpoint)
  sent += 1
  const reply = await client.call(key, request as RequestInput<typeof key>)
  // 503 is the documented response of an overloaded or closed operation.
  expect(reply.status === 503 || reply.status < 500, `${reply.status} ${reply.response.text}`).toBe(true)
  if (reply.status === 401 || reply.status === 403) clients.delete(endpoint.access)
}

describe('requests that satisfy the schemas', () => {
  it.each(ordered.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
    `[OPS-01] %s gives ${requestsEach} random valid requests a documented response (seed ${seed})`,
    async (_, endpoint) => {
      await fc.assert(
        fc.asyncProperty(requestsOf(endpoint), (request) => send(endpoint, request)),
        { numRuns: requestsEach, seed, endOnFailure: true },
      )
    },
  )

  it('[WALT-05] after these requests the ledger is valid, and the server has logged no failure', async () => {
    expect(sent).toBeGreaterThanOrEqual(ordered.length)
    const client = await signedIn('admin')
    const { differences } = await client.must('GET /api/admin/ledger/check', {})
    expect(differences).toEqual([])
    expect(fixture.product.log()).not.toContain('a request failed')
  })
})
