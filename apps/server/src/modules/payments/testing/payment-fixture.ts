import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { startMobileMoney } from '../../../../../../simulators/mobile-money/start.ts'
import { until } from '../../../../../../simulators/mobile-money/testing/simulator-fixture.ts'
import { cuttableDatabase } from '../../../../../../tests/support/cut-connection.ts'
import { testDatabase } from '../../../../../../tests/support/database.ts'
import { createMobileMoney } from '../../../adapters/mobile-money/providers.ts'
import { createRelworx } from '../../../adapters/mobile-money/relworx/adapter.ts'
import { createDb } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import { testClock } from '../../../kernel/test-kernel.ts'
import { readConfig } from '../../../kernel/config/config.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestResponse } from '../../../testing/test-client.ts'
import { decidePayment } from '../admin/decide-payment.ts'
import type { PaymentDecision } from '../admin/payment-decisions.repository.ts'
import type { AppliedOutcome } from '../apply-outcome.ts'
import type { PaymentOutcome } from '../evaluate-outcome.ts'
import { referenceOf } from '../payment.ts'

export const WEBHOOK_KEY = 'test-webhook-key'

export type Player = TestAccount
type Answer = TestResponse<{ readonly [name: string]: unknown; readonly transaction?: Transaction }>

type Options = {
  /** Whether the test can cut the connection to the database. */
  readonly cuttableDatabase?: boolean
  /** Whether the simulator sends callbacks to the server. */
  readonly callbacks?: boolean
  /** Whether MTN and Airtel are configured as well. */
  readonly direct?: boolean
  readonly requestsPerNumber?: number
  readonly failuresToOpen?: number
}

/** The application with real provider adapters, the simulator, and one clock that the test moves. */
export async function openPaymentFixture(options: Options = {}) {
  const database = await testDatabase()
  const clock = testClock()
  let server: FastifyInstance | null = null
  const forwarder = await openForwarder(() => server)
  const keys = { apiKey: 'test-api-key', accountNo: 'REL7Q2M9X4K1', webhookKey: WEBHOOK_KEY }
  const webhookUrl = `${forwarder.origin}/api/webhooks/relworx`
  const money = await startMobileMoney({
    ...keys,
    now: () => clock.now().getTime(),
    limitRequests: false,
    webhookUrl: options.callbacks === true ? webhookUrl : null,
    callbackOrigin: options.callbacks === true ? forwarder.origin : null,
  })
  const wire = { clock, timeoutMs: 2_000, failuresToOpen: options.failuresToOpen ?? 1_000 }
  const provider = createRelworx({
    ...keys,
    baseUrl: money.relworxUrl,
    proxyUrl: null,
    webhookUrl,
    ...wire,
    requestsPerNumber: options.requestsPerNumber ?? 0,
  })
  const configs = readConfig({
    DATABASE_URL: database.url,
    PUBLIC_ORIGIN: forwarder.origin,
    ...(options.direct === true ? money.directEnv() : {}),
  })
  const direct = createMobileMoney(configs, wire).filter(({ name }) => name !== 'relworx')

  const way = options.cuttableDatabase === true ? await cuttableDatabase(database.url) : null
  const app = await createTestApp({
    clock,
    database: { url: way?.url ?? database.url, adminUrl: database.adminUrl },
    providers: { mobileMoney: [provider, ...direct] },
  })
  server = await app.server()
  const owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 4, log: createLog('silent') })
  const { payments, wallet } = app.modules

  const post = async (player: Player, url: string, body: object, key?: string): Promise<Answer> => {
    const answer = await player.post<Answer['body']>(url, body, key === undefined ? {} : { key })
    await payments.commands.idle()
    return answer as Answer
  }

  return {
    ...app,
    owner,
    money,
    provider,
    payments,
    wallet,
    webhookUrl,
    server,
    async set(settings: Partial<Settings>): Promise<void> {
      for (const [key, value] of Object.entries(settings)) await app.set(key as keyof Settings, value as never)
    },
    player: (phone: string, balanceUgx = 0) => app.player({ phone, balanceUgx }),
    /** A player who may deposit from other numbers, because their own number is confirmed. */
    async confirmedPlayer(phone: string, balanceUgx = 0): Promise<Player> {
      const player = await app.player({ phone, balanceUgx })
      await owner.query('insert into phone_proofs (user_id, phone_number, proved_at) values ($1, $2, $3)', [
        player.id,
        player.phone,
        clock.now(),
      ])
      return player
    },
    /** Requests a deposit, and waits until the provider has replied. */
    deposit: (
      player: Player,
      amount: unknown,
      { phone = player.phone, method = 'MTN', key }: { phone?: string; method?: string; key?: string } = {},
    ) => post(player, '/api/payments/deposits', { amount, phoneNumber: phone, method }, key),
    withdraw: (player: Player, amount?: unknown, key?: string) =>
      post(player, '/api/payments/withdrawals', amount === undefined ? {} : { amount }, key),
    call: (
      player: Player | null,
      method: 'GET' | 'POST',
      url: string,
      body: object = {},
      key: string | null = null,
    ) => {
      const client = player ?? app.browser()
      return method === 'GET' ? client.get(url, { key }) : client.post(url, body, { key })
    },
    async read(player: Player, id: string): Promise<Transaction> {
      return (await player.get<Transaction>(`/api/payments/${id}`)).body
    },
    /** Moves the clock and processes the payments that are due then. */
    async pass(ms: number): Promise<void> {
      clock.forward(ms)
      await payments.commands.processDue()
    },
    /** Waits until the provider has ended an order, after the clock was moved. */
    async ended({ id, type }: Transaction): Promise<void> {
      await until(() => (money.orders.find(referenceOf(type, id))?.status ?? 'pending') !== 'pending')
    },
    async balances(player: Player): Promise<{ balance: number; held: number }> {
      const { balance, held } = await wallet.accounts.balance(player.id)
      return { balance: ugxToNumber(balance), held: ugxToNumber(held) }
    },
    /**
     * Differences of the ledger check, and postings of payments that no payment explains (OPS-05). Corrections that a
     * test posts belong to no ticket.
     */
    async unexplained(): Promise<unknown[]> {
      const { differences, unexplainedKinds } = await wallet.ledger.check()
      return [
        ...differences.filter(({ subject }) => !subject.startsWith('resettlement ')),
        ...unexplainedKinds.filter(({ kind }) => /deposit|withdrawal|hold/.test(kind)),
      ]
    },
    async changes(player: Player): Promise<{ data: Record<string, unknown> }[]> {
      const events = await app.eventsOf(player)
      return events.filter(({ type }) => type === 'payment-changed') as { data: Record<string, unknown> }[]
    },
    /** The postings of a payment without the provider's charge. */
    async postings(id: string): Promise<{ kind: string; amount: number }[]> {
      const rows = await owner.query<{ kind: string; amount: bigint }>(
        `select kind, amount from postings where reference = $1 and kind <> 'provider-charge' order by id`,
        [id],
      )
      return rows.map(({ kind, amount }) => ({ kind, amount: Number(amount) / 100 }))
    },
    async callbackCount(result: string): Promise<number> {
      const found = new RegExp(`payment_callbacks\\S*what="${result}"\\S* (\\d+)`).exec(await app.kernel.metrics.text())
      return Number(found?.[1] ?? 0)
    },
    async apply(tx: Tx, paymentId: string, outcome: PaymentOutcome, now: Date): Promise<AppliedOutcome> {
      const {
        applied: [applied],
      } = await payments.commands.applyOutcomes(tx, [{ paymentId, outcome }], now)
      if (applied === undefined) throw new Error('every outcome has a result')
      return applied
    },
    /** An operator's decision about a payment in review. */
    decide: (decision: PaymentDecision) =>
      app.kernel.db.transaction((tx) => decidePayment(tx, payments.commands.applyOutcomes, decision)),
    cutAnswerTo: (text: string) => way?.cutAnswerTo(text),
    async close(): Promise<void> {
      await app.close()
      await way?.close()
      await owner.close()
      await money.close()
      await forwarder.close()
      await database.drop()
    },
  }
}

export type PaymentFixture = Awaited<ReturnType<typeof openPaymentFixture>>

/** An address for callbacks that is known before the server exists: it is part of the signature. */
async function openForwarder(server: () => FastifyInstance | null) {
  const listener = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { host: _, connection: __, ...headers } = request.headers
      const method = request.method === 'PUT' ? 'PUT' : 'POST'
      void server()
        ?.inject({ method, url: request.url ?? '/', headers, payload: body })
        .then((answer) => response.writeHead(answer.statusCode).end())
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** The payment of a 202 response. */
export function acceptedPayment(answer: Answer): Transaction {
  if (answer.status !== 202 || answer.body.transaction === undefined) {
    throw new Error(`expected a 202, got ${answer.status}: ${answer.text}`)
  }
  return answer.body.transaction
}
