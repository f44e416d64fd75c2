import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { type Ugx, ugxFromShillings, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { type MobileMoney, startMobileMoney } from '../../../../../../simulators/mobile-money/start.ts'
import { until } from '../../../../../../simulators/mobile-money/testing/till.ts'
import { cuttable } from '../../../../../../tests/support/cut-connection.ts'
import { testDatabase } from '../../../../../../tests/support/database.ts'
import { createAirtel } from '../../../adapters/mobile-money/airtel.ts'
import { createMtn } from '../../../adapters/mobile-money/mtn.ts'
import { createRelworx } from '../../../adapters/mobile-money/relworx.ts'
import { readConfig } from '../../../kernel/config/config.ts'
import { createDb } from '../../../kernel/db/pool.ts'
import type { Db, Tx } from '../../../kernel/db/sql.ts'
import { serveRoutes } from '../../../kernel/http/server.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { createLog } from '../../../kernel/log.ts'
import { type TestClock, testClock, testKernel } from '../../../kernel/test-kernel.ts'
import { createProtection } from '../../protection/index.ts'
import { createWallet, HOUSE, type Wallet } from '../../wallet/index.ts'
import { createPayments, type Payments } from '../index.ts'
import type { Applied } from '../apply-outcome.ts'
import type { Decision } from '../evaluate-outcome.ts'
import type { MobileMoneyProvider } from '../ports.ts'

export const WEBHOOK_KEY = 'test-webhook-key'

export type Answer = {
  readonly status: number
  readonly body: { readonly [name: string]: unknown; readonly transaction?: Transaction }
  readonly text: string
  readonly retryAfter: string | undefined
}
export type Player = { readonly id: string; readonly phone: string }

/** The module over a database of its own, the real adapter, the simulator, and one clock that the test moves. */
export type PaymentHouse = {
  readonly kernel: Kernel
  readonly owner: Db
  readonly clock: TestClock
  readonly money: MobileMoney
  readonly wallet: Wallet
  readonly payments: Payments
  readonly provider: MobileMoneyProvider
  readonly app: FastifyInstance
  readonly webhookUrl: string
  set(settings: Partial<Settings>): void
  player(phone: string, balanceShillings?: number): Promise<Player>
  deposit(player: Player, amount: unknown, more?: { phone?: string; method?: string; key?: string }): Promise<Answer>
  withdraw(player: Player, amount?: unknown, key?: string): Promise<Answer>
  call(player: Player | null, method: 'GET' | 'POST', url: string, body?: unknown, key?: string): Promise<Answer>
  read(player: Player, id: string): Promise<Transaction>
  /** Moves the clock and looks after what is due then. */
  pass(ms: number): Promise<void>
  /** Waits until the provider has ended an order, after the clock was moved. */
  ended(transaction: Transaction): Promise<void>
  balance(player: Player): Promise<{ balance: number; held: number }>
  /** What the ledger check finds wrong, and the postings of payments that no payment explains (OPS-05). */
  unexplained(): Promise<unknown[]>
  events(player: Player): Promise<{ type: string; data: Record<string, unknown> }[]>
  postings(id: string): Promise<{ kind: string; amount: number }[]>
  callbacks(what: string): Promise<number>
  /** Proposes one verdict, as whoever hears something does. */
  apply(tx: Tx, paymentId: string, verdict: Decision, now: Date): Promise<Applied>
  /** See `cuttable`; where the house was opened so. */
  cutAnswerTo(words: string): void
  close(): Promise<void>
}

type HouseOptions = {
  readonly cuttable?: boolean
  readonly callbacks?: boolean
  /** MTN and Airtel are configured as well. */
  readonly direct?: boolean
  readonly requestsPerNumber?: number
  readonly failuresToOpen?: number
}

export async function openPaymentHouse(options: HouseOptions = {}): Promise<PaymentHouse> {
  const database = await testDatabase()
  const clock = testClock()
  // The address must be known before the server is made: it is part of the signature.
  let app: FastifyInstance | null = null
  const api = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const signature = request.headers['relworx-signature']
      const headers = {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'relworx-signature': signature }),
      }
      const method = request.method === 'PUT' ? 'PUT' : 'POST'
      void app
        ?.inject({ method, url: request.url ?? '/', headers, payload: body })
        .then((answer) => response.writeHead(answer.statusCode).end())
    })
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const webhookUrl = `${origin}/api/webhooks/relworx`
  const keys = { apiKey: 'test-api-key', accountNo: 'REL7Q2M9X4K1', webhookKey: WEBHOOK_KEY }
  const money = await startMobileMoney({
    ...keys,
    now: () => clock.now().getTime(),
    limitRequests: false,
    webhookUrl: options.callbacks === true ? webhookUrl : null,
    airtelCallbackUrl: options.callbacks === true ? `${origin}/api/webhooks/airtel` : null,
  })

  const way = options.cuttable === true ? await cuttable(database.url) : null
  const running = testKernel(way?.url ?? database.url, { clock })
  const { kernel } = running
  const owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 4, log: createLog('silent') })
  const wallet = createWallet(kernel)
  let settings: Settings = DEFAULT_SETTINGS
  const wire = { clock, timeoutMs: 2_000, failuresToOpen: options.failuresToOpen ?? 1_000 }
  const provider = createRelworx({
    ...keys,
    baseUrl: money.relworxUrl,
    proxyUrl: null,
    webhookUrl,
    ...wire,
    requestsPerNumber: options.requestsPerNumber ?? 0,
  })
  const providers = [provider, ...(options.direct === true ? directProviders(money.directEnv(), origin, wire) : [])]
  const payments = createPayments(
    kernel,
    {
      wallet,
      settings: { current: () => settings },
      protection: createProtection(kernel, { wallet }),
      identity: {
        async profile(id) {
          const [row] = await kernel.db.query<{ phoneNumber: string; firstName: string; lastName: string }>(
            `select phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName"
               from profiles where id = $1`,
            [id],
          )
          return row ?? null
        },
      },
    },
    { providers },
  )
  const sessions = new Map<string, string>()
  const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
  app = await serveRoutes(kernel, {
    routes: payments.routes,
    pageLoaders: {},
    sessions: {
      async find(tokenHash) {
        const userId = sessions.get(tokenHash.toString('hex'))
        if (userId === undefined) return null
        const expiresAt = new Date('2040-01-01')
        return { sessionId: userId, userId, role: 'user', accountStatus: 'active', expiresAt }
      },
    },
  })
  const served = app

  const house: PaymentHouse = {
    kernel,
    owner,
    clock,
    money,
    wallet,
    payments,
    provider,
    app: served,
    webhookUrl,
    set: (change) => void (settings = { ...settings, ...change }),
    async player(phone, balanceShillings = 0) {
      const id = randomUUID()
      await owner.query(
        `insert into profiles (id, username, email, phone_number, first_name, last_name, location, nationality, created_at)
         values ($1, $2, $2 || '@mupiira.app', $2, 'Grace', 'Nakato', 'Kampala', 'Ugandan', $3)`,
        [id, phone, clock.now()],
      )
      sessions.set(hashOf(id), id)
      await kernel.db.transaction(async (tx) => {
        await wallet.openAccount(tx, id, clock.now())
        if (balanceShillings === 0) return
        const words = { kind: 'top-up', reference: randomUUID(), description: 'Opening balance' }
        const amount: Ugx = ugxFromShillings(balanceShillings)
        await wallet.credit(tx, { account: id, from: HOUSE.operator, amount, ...words }, clock.now())
      })
      return { id, phone }
    },
    async call(player, method, url, body, key) {
      const answer = await served.inject({
        method,
        url,
        ...(body === undefined ? {} : { payload: body as object }),
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(player === null ? {} : { cookie: `mupiira_session=${player.id}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
      })
      return {
        status: answer.statusCode,
        text: answer.body,
        body: JSON.parse(answer.body) as Answer['body'],
        retryAfter: answer.headers['retry-after'] as string | undefined,
      }
    },
    deposit: (player, amount, { phone = player.phone, method = 'MTN', key = randomUUID() } = {}) =>
      house.call(player, 'POST', '/api/payments/deposits', { amount, phoneNumber: phone, method }, key),
    withdraw: (player, amount, key = randomUUID()) =>
      house.call(player, 'POST', '/api/payments/withdrawals', amount === undefined ? {} : { amount }, key),
    async read(player, id) {
      const answer = await house.call(player, 'GET', `/api/payments/${id}`)
      return answer.body as unknown as Transaction
    },
    async pass(ms) {
      clock.forward(ms)
      await payments.settleDue()
    },
    async ended({ id, type }) {
      const reference = `${type === 'deposit' ? 'DEP' : 'WDR'}-${id.replaceAll('-', '')}`
      await until(() => (money.orders.find(reference)?.status ?? 'pending') !== 'pending')
    },
    async balance(player) {
      const { balance, held } = await wallet.balance(player.id)
      return { balance: ugxToNumber(balance), held: ugxToNumber(held) }
    },
    async unexplained() {
      const { differences, unexplainedKinds } = await wallet.checkLedger()
      return [...differences, ...unexplainedKinds.filter(({ kind }) => /deposit|withdrawal|hold/.test(kind))]
    },
    async events(player) {
      const rows = await owner.query<{ events: { type: string; userId?: string; data: Record<string, unknown> }[] }>(
        'select events from outbox order by id',
      )
      return rows.flatMap((row) => row.events).filter((event) => event.userId === player.id)
    },
    async postings(id) {
      const rows = await owner.query<{ kind: string; amount: bigint }>(
        'select kind, amount from posting where reference = $1 order by id',
        [id],
      )
      return rows.map(({ kind, amount }) => ({ kind, amount: Number(amount) / 100 }))
    },
    async callbacks(what) {
      const found = new RegExp(`payment_callbacks\\S*what="${what}"\\S* (\\d+)`).exec(await kernel.metrics.text())
      return Number(found?.[1] ?? 0)
    },
    async apply(tx, paymentId, verdict, now) {
      const [applied] = await payments.applyOutcomes(tx, [{ paymentId, verdict }], now)
      if (applied === undefined) throw new Error('every proposal has an outcome')
      return applied
    },
    cutAnswerTo: (words) => way?.cutAnswerTo(words),
    async close() {
      await served.close()
      await running.stop()
      await way?.close()
      await owner.close()
      await money.close()
      api.closeAllConnections()
      await new Promise((resolve) => api.close(resolve))
      await database.drop()
    },
  }
  return house
}

function directProviders(
  env: Readonly<Record<string, string>>,
  origin: string,
  wire: { readonly clock: TestClock; readonly timeoutMs: number; readonly failuresToOpen: number },
): MobileMoneyProvider[] {
  const { mtn, airtel } = readConfig({ DATABASE_URL: 'postgres://unused/x', PUBLIC_ORIGIN: origin, ...env })
  if (mtn === null || airtel === null) throw new Error('the simulator tells of both')
  return [createMtn({ ...mtn, ...wire }), createAirtel({ ...airtel, ...wire })]
}

/** The payment of a 202. */
export function takenOf(answer: Answer): Transaction {
  if (answer.status !== 202 || answer.body.transaction === undefined) {
    throw new Error(`expected a 202, got ${answer.status}: ${answer.text}`)
  }
  return answer.body.transaction
}
