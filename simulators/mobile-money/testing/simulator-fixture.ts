import type { MobileMoneyOptions } from '../options.ts'
import { type MobileMoney, startMobileMoney } from '../start.ts'
import { listenForWebhooks, type WebhookListener } from './webhook-listener.ts'

const API_KEY = 'test-api-key'
export const ACCOUNT_NO = 'REL7Q2M9X4K1'
export const WEBHOOK_KEY = 'test-webhook-key'

export type Reply = { readonly status: number; readonly body: Record<string, unknown> }

/** A started simulator, a merchant that receives its callbacks, and a clock that the test moves. */
export type SimulatorFixture = {
  readonly money: MobileMoney
  readonly webhooks: WebhookListener
  readonly now: () => number
  pass(ms: number): void
  call(method: 'GET' | 'POST', path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  collect(msisdn: string, changes?: Record<string, unknown>): Promise<Reply>
  payOut(msisdn: string, changes?: Record<string, unknown>): Promise<Reply>
  status(internalReference: unknown): Promise<Reply>
  balance(): Promise<unknown>
  /** Waits until this many callbacks since the last reset got a response other than 200. */
  failedCallbacks(count: number): Promise<void>
  close(): Promise<void>
}

export async function openSimulatorFixture(options: Partial<MobileMoneyOptions> = {}): Promise<SimulatorFixture> {
  const webhooks = await listenForWebhooks()
  let clockMs = Date.parse('2026-01-05T07:12:58.977Z')
  const now = (): number => clockMs
  const money = await startMobileMoney({
    apiKey: API_KEY,
    accountNo: ACCOUNT_NO,
    webhookKey: WEBHOOK_KEY,
    webhookUrl: webhooks.url,
    now,
    ...options,
  })
  let orders = 0

  async function call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(`${money.url}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.relworx.v2',
        authorization: `Bearer ${API_KEY}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  function order(msisdn: string, changes: Record<string, unknown>): Record<string, unknown> {
    orders += 1
    return {
      account_no: ACCOUNT_NO,
      reference: `ORDER-${String(orders).padStart(5, '0')}`,
      msisdn: `+${msisdn}`,
      currency: 'UGX',
      amount: 25_000,
      description: 'Deposit',
      ...changes,
    }
  }

  return {
    money,
    webhooks,
    now,
    call,
    pass(ms) {
      clockMs += ms
    },
    collect: (msisdn, changes = {}) => call('POST', '/api/mobile-money/request-payment', order(msisdn, changes)),
    payOut: (msisdn, changes = {}) => call('POST', '/api/mobile-money/send-payment', order(msisdn, changes)),
    status: (internalReference) =>
      call(
        'GET',
        `/api/mobile-money/check-request-status?internal_reference=${String(internalReference)}&account_no=${ACCOUNT_NO}`,
      ),
    balance: async () =>
      (await call('GET', `/api/mobile-money/check-wallet-balance?account_no=${ACCOUNT_NO}&currency=UGX`)).body[
        'balance'
      ],
    failedCallbacks: (count) =>
      until(async () => ((await call('GET', '/control')).body['callbacks'] as { failed: number }).failed === count),
    async close() {
      await money.close()
      await webhooks.close()
    },
  }
}

/** Waits in real time until the condition is true, for work that ends a few milliseconds after the clock was moved. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const patienceMs = 30_000
  const startedMs = performance.now()
  while (!(await condition())) {
    if (performance.now() - startedMs > patienceMs)
      throw new Error(`not true within ${patienceMs} ms: ${condition.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Waits long enough that unwanted work would have happened. */
export async function waitBriefly(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 80))
}

/** Asserts that the value exists, and returns it. */
export function expectDefined<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the value is missing')
  return value
}
