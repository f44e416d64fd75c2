import { createHash } from 'node:crypto'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { MtnConfig } from '../../../kernel/config/providers/mtn.ts'
import type {
  WalletBalances,
  MobileMoneyProvider,
  Order,
  OrderKind,
  OrderQuery,
  QueryReply,
  SendReply,
} from '../../../modules/payments/ports.ts'
import { createAuthorisedCall } from '../http/access-token.ts'
import { readMtnBalance, readMtnSend, readMtnStatus } from './replies.ts'
import { callbackToken, readMtnCallback } from './callback.ts'
import { type CallOptions, type CallResult, createProviderCall, type ProviderRequest } from '../http/provider-call.ts'
import { fieldsOf, type RawReply, shortTextOf } from '../http/reply-fields.ts'

export type MtnOptions = CallOptions & MtnConfig

type ProductName = 'collection' | 'disbursement'

const PRODUCT: { readonly [kind in OrderKind]: ProductName } = { collection: 'collection', payout: 'disbursement' }
const PATH: { readonly [kind in OrderKind]: string } = {
  collection: '/collection/v1_0/requesttopay',
  payout: '/disbursement/v1_0/transfer',
}

/** MTN MoMo Open API: Request to Pay and Transfer. */
export function createMtn(options: MtnOptions): MobileMoneyProvider {
  const { baseUrl, targetEnvironment, clock } = options
  const wire = createProviderCall(options, isDown)
  const calls = { collection: productCall('collection'), disbursement: productCall('disbursement') }

  function productCall(name: ProductName) {
    const { apiUser, apiKey, subscriptionKey } = options[name]
    const basic = Buffer.from(`${apiUser}:${apiKey}`).toString('base64')
    const subscription = { 'ocp-apim-subscription-key': subscriptionKey }
    const authorised = createAuthorisedCall(clock, wire.call, () => ({
      operation: 'status',
      stored: { endpoint: `${name}/token` },
      url: `${baseUrl}/${name}/token/`,
      // MTN answers 400 if this request has a body.
      method: 'POST',
      headers: { ...subscription, authorization: `Basic ${basic}` },
    }))
    return (
      request: Omit<ProviderRequest, 'headers'>,
      extraHeaders: ProviderRequest['headers'] = {},
    ): Promise<CallResult> =>
      authorised(request, (token) => ({
        ...subscription,
        ...extraHeaders,
        authorization: `Bearer ${token}`,
        'x-target-environment': targetEnvironment,
        accept: 'application/json',
      }))
  }

  async function send(order: Order): Promise<SendReply> {
    const id = referenceId(order.reference)
    const party = { partyIdType: 'MSISDN', partyId: order.phoneNumber.replace('+', '') }
    const body = {
      amount: String(ugxToNumber(order.amount)),
      currency: 'UGX',
      externalId: order.reference,
      ...(order.kind === 'collection' ? { payer: party } : { payee: party }),
      payerMessage: plain(order.description),
      payeeNote: plain(order.description),
    }
    const result = await calls[PRODUCT[order.kind]](
      {
        operation: 'send',
        stored: { endpoint: PATH[order.kind], id, ...body },
        url: `${baseUrl}${PATH[order.kind]}`,
        method: 'POST',
        body: JSON.stringify(body),
      },
      {
        'x-reference-id': id,
        'content-type': 'application/json',
        'x-callback-url': `${options.callbackUrl}/${callbackToken(options.callbackKey, order.reference)}`,
      },
    )
    const { exchange } = result
    if (result.kind === 'reply') return { ...readMtnSend(result.reply, id), exchange }
    if (result.kind === 'lost') return { kind: 'unclear', exchange }
    return { kind: 'refused', message: null, unavailable: true, exchange }
  }

  async function query({ kind, reference }: OrderQuery): Promise<QueryReply> {
    const id = referenceId(reference)
    const result = await calls[PRODUCT[kind]]({
      operation: 'status',
      stored: { endpoint: PATH[kind], id },
      url: `${baseUrl}${PATH[kind]}/${id}`,
      method: 'GET',
    })
    const status = result.kind === 'reply' ? readMtnStatus(result.reply, id, kind) : ({ kind: 'unclear' } as const)
    return { ...status, exchange: result.exchange }
  }

  /** Collections and disbursements have separate wallets. If one cannot be read, the balance is unknown. */
  async function balances(): Promise<WalletBalances> {
    const wallets = []
    for (const name of ['collection', 'disbursement'] as const) {
      const endpoint = `/${name}/v1_0/account/balance`
      const request: Omit<ProviderRequest, 'headers'> = {
        operation: 'balance',
        stored: { endpoint },
        url: `${baseUrl}${endpoint}`,
        method: 'GET',
      }
      const { exchange, ...result } = await calls[name](request)
      const amount = result.kind === 'reply' ? readMtnBalance(result.reply) : null
      if (amount === null) return { kind: 'unclear', exchange }
      wallets.push({ name, amount, exchange })
    }
    const [first, second] = wallets
    if (first === undefined || second === undefined) throw new Error('MTN must have two wallets')
    return {
      kind: 'balance',
      wallets: [first, second].map(({ name, amount }) => ({ name, amount })),
      exchange: second.exchange,
    }
  }

  return {
    name: 'mtn',
    numberLimit: null,
    isAvailable: wire.isAvailable,
    // MTN answers 409 to a repeated X-Reference-Id, without a second payment.
    canResend: () => true,
    send,
    query,
    list: () => Promise.resolve({ kind: 'not-offered' }),
    balances,
    readCallback: (callback) => readMtnCallback(options.callbackKey, callback),
  }
}

/** Whether MTN is down. A refusal may have HTTP 500 too, so only MTN's outage codes or a missing code count. */
function isDown({ httpStatus, text }: RawReply): boolean {
  if (httpStatus < 500) return false
  const code = shortTextOf(fieldsOf(text)?.['code'])
  return httpStatus !== 500 || code === null || code === 'SERVICE_UNAVAILABLE' || code === 'INTERNAL_PROCESSING_ERROR'
}

/** The UUID v4 of the order at MTN. It is derived from our reference, so a query needs no stored id. */
export function referenceId(reference: string): string {
  const hex = createHash('sha256').update(`mtn ${reference}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Removes apostrophes and other special characters; at most 160 characters. */
const plain = (text: string): string => text.replace(/[^\w .,:-]/g, ' ').slice(0, 160)
