import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { OPERATIONS, type OperationKey } from '@mupiira/contract/operations.ts'
import type { Client, RequestInput } from '../support/client.ts'
import { notifiedDeposit, registerPlayer } from '../support/player.ts'
import { proofSeed as seed, proofSize } from '../support/proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import { makeStaff } from '../support/staff.ts'
import { type Schema, valuesOf } from '../support/schema-arbitrary.ts'
import { accessFixture, type AccessFixture, VALID_REQUESTS } from '../journeys/access-fixture.ts'

// Any request that satisfies the schemas of its operation gets a response that the OpenAPI document describes, and
// never a server error. Together, the requests leave the ledger valid.

const requestsEach = proofSize({ small: 4, full: 280 })
const isFull = process.env['PROOF_SIZE'] === 'full'

const keyOf = ({ method, path }: Endpoint): OperationKey => `${method} ${path}` as OperationKey
/** The stream never ends. */
const WITHOUT_END: ReadonlySet<OperationKey> = new Set(['GET /api/stream'])
/** Operations that end sessions or exclude the player, after those that need the owner's session. */
const ENDS_SESSION = /^\/api\/(auth|account|protection)/
/** These operations can close the whole platform or all games, so they come last. */
const LAST: readonly OperationKey[] = [
  'POST /api/admin/risk/suspensions',
  'POST /api/admin/games/{id}/result',
  'PUT /api/admin/settings',
]
/** In full size, at least these many operations must succeed. Others need a code, signature or row by chance. */
const MIN_SUCCESSFUL = 140
const tested = OPERATIONS.filter((endpoint) => !WITHOUT_END.has(keyOf(endpoint)))
const turnOf = (endpoint: Endpoint): number => {
  if (LAST.includes(keyOf(endpoint))) return 3
  if (endpoint.access === 'admin') return 2
  return ENDS_SESSION.test(endpoint.path) ? 1 : 0
}
const ordered = tested.toSorted((a, b) => turnOf(a) - turnOf(b))

let fixture: AccessFixture
/** Texts for random requests: values of the fixture, then the ids of created rows. */
let texts: string[] = []
/** The number of texts of the fixture, which stay when new ids replace old ones. */
let fixedTexts = 0
const MAX_TEXTS = 40
let accounts = 0
const succeeded = new Set<OperationKey>()
const clients = new Map<Endpoint['access'], Client>()

beforeAll(async () => {
  fixture = await accessFixture({ RATE_LIMIT_FACTOR: '1000' })
  clients.set('player', fixture.owner.client)
  const { owner, otherPlayer, ticket, gameId, paymentId, notificationId, imageName, otherSessionId } = fixture
  texts = [
    ...[owner.userId, otherPlayer.userId, owner.phone, owner.password, gameId, paymentId, notificationId, imageName],
    ...[otherSessionId, ticket.id, ticket.bookingCode, '1x2', '1', 'X', 'over-2.5', '2026-11-21', 'maintenance_mode'],
    ...['true', '0'],
  ]
  fixedTexts = texts.length
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
  await makeStaff(fixture.product, account.userId)
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
  const reply = await client.call(key, request as RequestInput<typeof key>)
  // 503 is the documented response of an overloaded or closed operation.
  expect(reply.status === 503 || reply.status < 500, `${reply.status} ${reply.response.text}`).toBe(true)
  if (reply.ok) succeeded.add(key)
  if (reply.ok && endpoint.method === 'POST') texts.push(...idsIn(reply.response.text))
  if (texts.length > MAX_TEXTS) texts.splice(fixedTexts, texts.length - MAX_TEXTS)
  if (reply.status === 401 || reply.status === 403) clients.delete(endpoint.access)
}

const idsIn = (text: string): string[] => text.match(/(?<="id":")[^"]+/g)?.slice(0, 2) ?? []

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
    const without = ordered.map(keyOf).filter((key) => !succeeded.has(key))
    process.stdout.write(`operations without a success: ${without.join(', ')}\n`)
    if (isFull) expect(succeeded.size).toBeGreaterThanOrEqual(MIN_SUCCESSFUL)
    const client = await signedIn('admin')
    const { differences } = await client.must('GET /api/admin/ledger/check', {})
    expect(differences).toEqual([])
    expect(fixture.product.log()).not.toContain('a request failed')
  })
})
