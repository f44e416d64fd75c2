import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS, type OperationKey } from '@mupiira/contract/operations.ts'
import type { Client } from '../support/client.ts'
import { deposit, inParallel, type Player, registerPlayer, until, withdraw } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { vapidKeys } from '../support/vapid-keys.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { runEntry } from '../support/spawned-server.ts'
import { type StoppableDatabase, stoppableDatabase } from '../support/stoppable-database.ts'
import { allowManyBets, expectCleanLedger } from './ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import { asPlaced } from '../support/place-bet.ts'

// Database outages, graceful shutdown, invalid configuration, and the logs of each.

const NIN = 'CM9012345ZKLQP'
const WRONG_PASSWORD = 'not-the-pass-phrase'
const CONNECTIONS = 16

let database: StoppableDatabase
let product: Product
let player: Player
let gameId: string

beforeAll(async () => {
  database = await stoppableDatabase()
  product = await startProduct({
    matches: recordedLines(4),
    kickoffInSeconds: 7_200,
    database,
    hasOutages: true,
    env: {
      LOG_LEVEL: 'trace',
      SESSION_SECRET: SECRETS.SESSION_SECRET,
      PERSONAL_DATA_KEY: SECRETS.PERSONAL_DATA_KEY,
      PRICE_KEY: SECRETS.PRICE_KEY,
      AVIATOR_KEY: SECRETS.AVIATOR_KEY,
      METRICS_TOKEN,
    },
  })
  await allowManyBets(product)
  player = await registerPlayer(product, '775123450', { nin: NIN, connections: 32 })
  for (let count = 0; count < 6; count++) await deposit(player, 5_000_000)
  gameId = await until('a game is on offer', async () => {
    const { items } = await player.client.must('GET /api/games', { query: { status: 'open' } })
    return items.length === 4 && items[0]?.id
  })
})
afterAll(async () => {
  await product?.close()
  await database?.stop()
})

const SECRETS = {
  SESSION_SECRET: 'quietly-grazing-crested-cranes-at-dawn',
  PERSONAL_DATA_KEY: 'shoebill-and-papyrus-by-the-still-water',
  AVIATOR_KEY: 'marabou-storks-over-the-old-taxi-park',
  PRICE_KEY: 'nile-perch-and-tilapia-in-the-morning',
}

const METRICS_TOKEN = 'grey-parrots-count-in-the-afternoon'

const slip = () => ({
  stake: 25_000,
  acceptOddsChanges: true,
  selections: [{ gameId, market: '1x2', selection: '1', odds: 1.01 }],
})

type Placed = { readonly key: string; readonly status: number | 'cut off'; readonly ticketId: string | null }

/** Sends one bet with its key; the connection may break. */
async function place(key: string): Promise<Placed> {
  try {
    const reply = await player.client.call('POST /api/bets', { body: slip(), idempotencyKey: key })
    return { key, status: reply.status, ticketId: reply.ok ? asPlaced(reply.body).ticket.id : null }
  } catch (error) {
    // A complete response that violates the contract is a fault. A broken connection is expected here.
    if (error instanceof Error && 'code' in error) return { key, status: 'cut off', ticketId: null }
    if (error instanceof Error && error.message.includes('broke off')) return { key, status: 'cut off', ticketId: null }
    throw error
  }
}

/** Connections that place bets, each until its own bet fails; `disturb` runs in the middle. */
async function placeWhile(disturb: () => Promise<unknown>): Promise<Placed[]> {
  const placed: Placed[] = []
  const writers = Array.from({ length: CONNECTIONS }, async () => {
    for (;;) {
      const bet = await place(randomUUID())
      placed.push(bet)
      if (bet.status !== 201) return
    }
  })
  await until('bets are being placed', async () => placed.length >= 2 * CONNECTIONS)
  await disturb()
  await Promise.all(writers)
  return placed
}

const ticketsInDatabase = async (): Promise<string[]> =>
  (await queryDatabase<{ id: string }>(product, 'select id from tickets order by id')).map(({ id }) => id)

async function statusOf(target: string): Promise<{ status: number; retryAfter: string | undefined; text: string }> {
  const { status, headers, text } = await player.client.raw.send({ method: 'GET', target })
  return { status, retryAfter: headers['retry-after'], text }
}

/** Sends every bet again with its key and expects each to exist exactly once. */
async function expectEachOnce(placed: readonly Placed[], ticketsBefore: readonly string[]): Promise<void> {
  const again = await inParallel(placed, 8, (bet) => place(bet.key))
  expect(again.map((bet) => bet.status)).toEqual(placed.map(() => 201))
  for (const [at, bet] of placed.entries()) if (bet.ticketId !== null) expect(again[at]?.ticketId).toBe(bet.ticketId)
  const expected = [...ticketsBefore, ...again.map((bet) => bet.ticketId ?? 'none')]
  expect(await ticketsInDatabase()).toEqual(expected.toSorted())
}

describe('outages', () => {
  it('[OPS-06] during a database outage the server keeps running, reports the outage, and refuses requests until the database is available', async () => {
    const before = await ticketsInDatabase()
    expect((await statusOf('/readyz')).status).toBe(200)
    const interrupted = await placeWhile(() => database.stop())
    expect(new Set(interrupted.map((bet) => bet.status))).toEqual(new Set([201, 503]))

    expect((await statusOf('/healthz')).status).toBe(200)
    expect(await statusOf('/readyz')).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
    const metrics = await metricsOf(product)
    expect(metrics).toContain('database_connections')
    const { client } = player
    const refused: Partial<Record<OperationKey, number>> = {
      'GET /api/wallet': (await client.call('GET /api/wallet', {})).status,
      'GET /api/bets': (await client.call('GET /api/bets', {})).status,
      'POST /api/bets': (await place(randomUUID())).status as number,
      'POST /api/payments/deposits': (
        await client.call('POST /api/payments/deposits', {
          body: { amount: 30_000, phoneNumber: player.phone, method: 'MTN' },
        })
      ).status,
      'POST /api/payments/withdrawals': (
        await client.call('POST /api/payments/withdrawals', { body: { amount: 30_000 } })
      ).status,
      'POST /api/auth/login': (
        await client.call('POST /api/auth/login', { body: { phoneNumber: player.phone, password: player.password } })
      ).status,
      'POST /api/auth/register': (
        await client.call('POST /api/auth/register', {
          body: {
            firstName: 'A',
            lastName: 'B',
            phoneNumber: '775999990',
            password: 'matooke-and-beans',
            location: 'Gulu',
            acceptTerms: true,
          },
        })
      ).status,
    }
    expect(refused).toEqual(Object.fromEntries(Object.keys(refused).map((key) => [key, 503])))
    expect((await statusOf('/healthz')).status).toBe(200)

    await database.start()
    await product.ready()
    await expectEachOnce(interrupted, before)
  })

  it('[OPS-06] after a database outage requests, payments, feed and notifications work again without a restart', async () => {
    expect((await deposit(player, 100_000)).status).toBe('success')
    expect((await withdraw(player, 50_000)).status).toBe('success')
    const before = await player.client.must('GET /api/notifications', { query: { limit: 100 } })
    await deposit(player, 100_000)
    await until('the notification is there', async () => {
      const { unread } = await player.client.must('GET /api/notifications', {})
      return unread > before.unread
    })
    product.feed.control({ action: 'load', matches: recordedLines(6).slice(4), kickoffInSeconds: 9_000 })
    await product.clock.moveTo(new Date(product.clock.now().getTime() + 61_000))
    await until('the feed is followed', async () => {
      const { items } = await player.client.must('GET /api/games', { query: { status: 'open' } })
      return items.length > 4
    })
    await expectCleanLedger(product)
  })

  it('[OPS-07] on SIGTERM the server finishes requests in progress, accepts no new ones, and exits within 10 s', async () => {
    const before = await ticketsInDatabase()
    const stream = await openStream(player.client)
    let left: Awaited<ReturnType<Product['terminate']>> | undefined
    const placed = await placeWhile(async () => (left = await product.terminate()))
    expect(left?.code).toBe(0)
    expect(left?.milliseconds).toBeLessThan(10_000)
    const notPlaced = placed.filter((bet) => bet.status !== 201)
    expect(notPlaced.filter((bet) => bet.status !== 503 && bet.status !== 'cut off')).toEqual([])
    // Every bet that was placed has a response.
    const answered = placed.flatMap((bet) => bet.ticketId ?? [])
    expect(await ticketsInDatabase()).toEqual([...before, ...answered].toSorted())
    await stream.ended

    await product.restart()
    await expectEachOnce(placed, before)
    await expectCleanLedger(product)
  })

  it('[OPS-10] the logs are JSON lines with request ids and without personal data', async () => {
    const { client, phone, password } = player
    const other = product.client()
    await other.call('POST /api/auth/login', { body: { phoneNumber: `+256${phone}`, password: WRONG_PASSWORD } })
    await other.must('POST /api/auth/login', { body: { phoneNumber: `0${phone}`, password } })
    await deposit(player, 30_000, `${phone.slice(0, 8)}1`)
    const searched = await client.must('GET /api/games', { query: { q: `0${phone}` } })
    expect(searched.items).toEqual([])
    for (const target of [`/api/payments/+256${phone}`, `/api/games/${NIN}`, `/api/bets/256${phone}`, `/0${phone}`]) {
      await client.raw.send({ method: 'GET', target, headers: client.headers() })
    }
    const broken = `{"phoneNumber":"0${phone}","password":"${WRONG_PASSWORD}","nin":"${NIN}"`
    const headers = { ...client.headers(), 'content-type': 'application/json' }
    await client.raw.send({ method: 'POST', target: '/api/auth/register', headers, body: broken })
    await client.must('POST /api/auth/logout', { body: {} })

    // The server keeps writing, so the last line may be incomplete.
    const lines = product
      .log()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line !== '')
    expect(lines.length).toBeGreaterThan(100)
    const answered = lines.map(parsed).filter((line) => line['msg'] === 'request completed')
    expect(answered.length).toBeGreaterThan(50)
    expect(answered.filter((line) => typeof line['reqId'] !== 'string')).toEqual([])

    const names = ['mupiira_session', 'mupiira_device']
    const tokens = [client, other].flatMap((each) => names.flatMap((name) => each.cookie(name) ?? []))
    const secrets = [password, WRONG_PASSWORD, NIN, phone, ...tokens, ...seenTokens, ...Object.values(SECRETS)]
    const keysOfOthers = [
      'test-relworx-key',
      'test-webhook-key',
      METRICS_TOKEN,
      product.feed.apiKey,
      new URL(product.database.url).password,
    ]
    const leaked = [...secrets, ...keysOfOthers].filter((secret) => product.log().includes(secret))
    expect(leaked).toEqual([])
    expect(product.log().match(/(\+?256|\b0)7\d{8}\b/)).toBeNull()
  })
})

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch (error) {
    throw new Error(`not a line of JSON: ${line}`, { cause: error })
  }
}

describe('[OPS-08] production refuses to start with an invalid configuration', () => {
  const good = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://mupiira_app:wrung-out-of-dice@127.0.0.1:1/mupiira',
    ...SECRETS,
    PUBLIC_ORIGIN: 'https://bets.example',
    RELWORX_BASE_URL: 'https://payments.example/api',
    RELWORX_API_KEY: 'issued-by-the-provider',
    RELWORX_ACCOUNT_NO: 'REL1234567',
    RELWORX_WEBHOOK_KEY: 'issued-by-the-provider-too',
    RELWORX_WEBHOOK_URL: 'https://bets.example/api/webhooks/relworx',
    AFRICASTALKING_URL: 'https://sms.example/',
    AFRICASTALKING_USERNAME: 'bets',
    AFRICASTALKING_API_KEY: 'issued-by-the-gateway',
    SMTP_URL: 'smtps://bets:issued-by-the-mail-host@mail.example:465',
    MAIL_FROM: 'care@bets.example',
    ...vapidKeys(),
    VAPID_SUBJECT: 'https://bets.example/help',
    STORAGE_DIR: '/var/lib/bets',
    SEALS_DIR: '/mnt/log-store/seals',
    APIFOOTBALL_URL: 'https://feed.example/',
    APIFOOTBALL_KEY: 'issued-by-the-feed',
    TRUST_PROXY: '1',
    WEB_DIST: 'apps/web/dist',
  }
  const main = 'apps/server/src/main.ts'

  it('a refused production start lists every missing variable', async () => {
    const { code, output } = await runEntry(main, { NODE_ENV: 'production' })
    expect(code).toBe(1)
    for (const name of Object.keys(good).filter((each) => each !== 'NODE_ENV'))
      expect(output).toContain(`${name} is missing`)
  })

  it('a refused production start lists only the invalid variables, without their values', async () => {
    const wrong = {
      RELWORX_WEBHOOK_KEY: '',
      APIFOOTBALL_KEY: '',
      RELWORX_BASE_URL: 'http://127.0.0.1:4010/api',
      APIFOOTBALL_URL: 'http://localhost:4020/',
      SESSION_SECRET: 'development-session-secret-that-is-long',
      DATABASE_URL: 'postgres://mupiira:mupiira@db.example/mupiira',
      DEMO: '1',
      CLOCK_FILE: 'clock.json',
    }
    const { code, output } = await runEntry(main, { ...good, ...wrong })
    expect(code).toBe(1)
    const named = output.split('\n').flatMap((line) => /^ {2}- (\w+)/.exec(line)?.[1] ?? [])
    expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted())
    for (const value of Object.values(wrong)) if (value.length > 2) expect(output).not.toContain(value)
  })
})

/** Session tokens of streams, including tokens that a logout removed from the client. */
const seenTokens: string[] = []

async function metricsOf({ url }: Product): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(answer.status).toBe(200)
  return answer.text()
}

async function openStream(client: Client): Promise<{ readonly ended: Promise<void> }> {
  expect(OPERATIONS.some((endpoint) => endpoint.path === '/api/stream')).toBe(true)
  const token = client.cookie('mupiira_session')
  if (token !== undefined) seenTokens.push(token)
  const answer = await fetch(`${product.url}/api/stream?topics=me,games`, { headers: client.headers() })
  expect(answer.status).toBe(200)
  // A stream whose connection breaks has ended, too.
  return {
    ended: answer.text().then(
      () => undefined,
      () => undefined,
    ),
  }
}
