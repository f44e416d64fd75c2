import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { RelworxConfig } from '../../../kernel/config/providers/relworx.ts'
import type {
  Exchange,
  MobileMoneyProvider,
  Order,
  OrderList,
  OrderQuery,
  QueryReply,
  SendReply,
  WalletBalances,
} from '../../../modules/payments/ports.ts'
import { maskNumbers } from '../http/masking.ts'
import { type CallOptions, type CallResult, createProviderCall } from '../http/provider-call.ts'
import { readCallback } from './callback.ts'
import { findInList, readBalance, readList, readSendReply, readStatusReply } from './replies.ts'

export type RelworxOptions = CallOptions & RelworxConfig

/** The vendor counts requests per phone number in 10 minutes. The additional 15 s allow for clock differences. */
const NUMBER_LIMIT_MS = 10 * 60_000 + 15_000

/** Endpoints by the last part of their path, which is also their name at the proxy. */
const PATHS = {
  'request-payment': '/mobile-money/request-payment',
  'send-payment': '/mobile-money/send-payment',
  'check-request-status': '/mobile-money/check-request-status',
  'check-wallet-balance': '/mobile-money/check-wallet-balance',
  transactions: '/payment-requests/transactions',
} as const

/** Relworx Payments API v2, directly or through the specification's proxy (DEP-13). */
export function createRelworx(options: RelworxOptions): MobileMoneyProvider {
  const { clock, proxyUrl, baseUrl, apiKey, accountNo, requestsPerNumber } = options
  const wire = createProviderCall(options)
  let listing: Promise<CallResult> | null = null

  function call(
    operation: Exchange['operation'],
    endpoint: keyof typeof PATHS,
    fields: Readonly<Record<string, string | number>>,
  ): Promise<CallResult> {
    const allFields = { account_no: accountNo, ...fields }
    const url = new URL(proxyUrl ?? `${baseUrl}${PATHS[endpoint]}`)
    if (proxyUrl !== null) url.searchParams.set('endpoint', endpoint)
    const isPost = operation === 'send'
    if (!isPost) for (const [name, value] of Object.entries(allFields)) url.searchParams.set(name, String(value))
    return wire.call({
      operation,
      stored: { endpoint, ...fields },
      url,
      method: isPost ? 'POST' : 'GET',
      headers: {
        accept: 'application/vnd.relworx.v2',
        'content-type': 'application/json',
        ...(proxyUrl === null ? { authorization: `Bearer ${apiKey}` } : {}),
      },
      ...(isPost ? { body: JSON.stringify(allFields) } : {}),
    })
  }

  async function send(order: Order): Promise<SendReply> {
    const endpoint = order.kind === 'collection' ? 'request-payment' : 'send-payment'
    const result = await call('send', endpoint, {
      reference: order.reference,
      msisdn: order.phoneNumber,
      currency: 'UGX',
      amount: ugxToNumber(order.amount),
      description: order.description,
    })
    const { exchange } = result
    if (result.kind === 'reply') return { ...readSendReply(result.reply), exchange }
    if (result.kind === 'lost') return { kind: 'unclear', exchange }
    return { kind: 'refused', message: null, unavailable: true, exchange }
  }

  /** Queries by the vendor's reference. Without one, searches the vendor's list for our reference. */
  async function query({ reference, internalReference }: OrderQuery): Promise<QueryReply> {
    if (internalReference === null) return search(reference)
    const result = await call('status', 'check-request-status', { internal_reference: internalReference })
    const status = result.kind === 'reply' ? readStatusReply(result.reply) : ({ kind: 'unclear' } as const)
    return { ...status, exchange: result.exchange }
  }

  async function search(reference: string): Promise<QueryReply> {
    // Concurrent searches share one list.
    listing ??= call('list', 'transactions', {}).finally(() => (listing = null))
    const result = await listing
    if (result.kind !== 'reply') return { kind: 'unclear', exchange: result.exchange }
    const { status, row } = findInList(result.reply, reference)
    return { ...status, exchange: { ...result.exchange, response: row === null ? null : maskNumbers(row) } }
  }

  async function list(from: Date, to: Date): Promise<OrderList> {
    const result = await call('list', 'transactions', {})
    const exchange = { ...result.exchange, response: null }
    const read = result.kind === 'reply' ? readList(result.reply, { from, to, now: clock.now() }) : null
    return read === null ? { kind: 'unclear', exchange } : { kind: 'list', ...read, exchange }
  }

  async function balances(): Promise<WalletBalances> {
    const result = await call('balance', 'check-wallet-balance', { currency: 'UGX' })
    const { exchange } = result
    const amount = result.kind === 'reply' ? readBalance(result.reply) : null
    return amount === null
      ? { kind: 'unclear', exchange }
      : { kind: 'balance', wallets: [{ name: 'wallet', amount }], exchange }
  }

  return {
    name: 'relworx',
    numberLimit: requestsPerNumber === 0 ? null : { requests: requestsPerNumber, withinMs: NUMBER_LIMIT_MS },
    isAvailable: wire.isAvailable,
    // The effect of a repeated reference is not documented.
    canResend: () => false,
    send,
    query,
    list,
    balances,
    readCallback: (callback, now) => readCallback(options, callback, now),
  }
}
