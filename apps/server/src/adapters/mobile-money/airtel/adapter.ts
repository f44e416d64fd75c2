import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { AirtelConfig } from '../../../kernel/config/providers/airtel.ts'
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
import { readAirtelBalance, readAirtelSend, readAirtelStatus } from './replies.ts'
import { readAirtelCallback } from './callback.ts'
import { type CallOptions, type CallResult, createProviderCall, type ProviderRequest } from '../http/provider-call.ts'

export type AirtelOptions = CallOptions & AirtelConfig

const PATH: { readonly [kind in OrderKind]: string } = {
  collection: '/merchant/v1/payments/',
  payout: '/standard/v2/disbursements/',
}
const WALLETS = { collection: 'COLL', disbursement: 'DISB' } as const

/** Airtel Money Africa Open API: USSD push and disbursements, without message signing. */
export function createAirtel(options: AirtelOptions): MobileMoneyProvider {
  const { baseUrl, clock } = options
  const wire = createProviderCall(options)
  const pinKey = createPublicKey({ key: Buffer.from(options.publicKey, 'base64'), format: 'der', type: 'spki' })
  const authorised = createAuthorisedCall(clock, wire.call, () => ({
    operation: 'status',
    stored: { endpoint: 'token' },
    url: `${baseUrl}/auth/oauth2/token`,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body: JSON.stringify({
      client_id: options.clientId,
      client_secret: options.clientSecret,
      grant_type: 'client_credentials',
    }),
  }))
  const call = (request: Omit<ProviderRequest, 'headers'>): Promise<CallResult> =>
    authorised(request, (token) => ({
      authorization: `Bearer ${token}`,
      'x-country': 'UG',
      'x-currency': 'UGX',
      'content-type': 'application/json',
      accept: '*/*',
    }))

  async function send(order: Order): Promise<SendReply> {
    const { kind, reference } = order
    const body = kind === 'collection' ? collectionBody(order) : payoutBody(order)
    const result = await call({
      operation: 'send',
      stored: { endpoint: PATH[kind], ...body },
      url: `${baseUrl}${PATH[kind]}`,
      method: 'POST',
      body: JSON.stringify('payee' in body ? { ...body, ...secretFields(order, body.payee) } : body),
    })
    const { exchange } = result
    if (result.kind === 'reply') return { ...readAirtelSend(result.reply, kind, reference), exchange }
    if (result.kind === 'lost') return { kind: 'unclear', exchange }
    return { kind: 'refused', message: null, unavailable: true, exchange }
  }

  /** Fields of a payout that are sent but never stored: the payee's name and the PIN. */
  function secretFields({ name }: Order, payee: object): object {
    return { payee: { ...payee, name: plainName(name ?? '') }, pin: encryptedPin() }
  }

  /** The encrypted PIN differs for each order, because the padding is random. */
  function encryptedPin(): string {
    return publicEncrypt({ key: pinKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(options.pin)).toString(
      'base64',
    )
  }

  async function query({ kind, reference }: OrderQuery): Promise<QueryReply> {
    const path =
      kind === 'collection'
        ? `/standard/v1/payments/${reference}`
        : `/standard/v2/disbursements/${reference}?transactionType=B2C`
    const result = await call({
      operation: 'status',
      stored: { endpoint: path },
      url: `${baseUrl}${path}`,
      method: 'GET',
    })
    const status =
      result.kind === 'reply' ? readAirtelStatus(result.reply, kind, reference) : ({ kind: 'unclear' } as const)
    return { ...status, exchange: result.exchange }
  }

  /** Collections and disbursements have separate wallets. If one cannot be read, the balance is unknown. */
  async function balances(): Promise<WalletBalances> {
    const balanceOf = async (name: keyof typeof WALLETS) => {
      const path = `/standard/v2/users/balance?walletType=${WALLETS[name]}`
      const request = {
        operation: 'balance',
        stored: { endpoint: path },
        url: `${baseUrl}${path}`,
        method: 'GET',
      } as const
      const result = await call(request)
      return {
        name,
        exchange: result.exchange,
        amount: result.kind === 'reply' ? readAirtelBalance(result.reply) : null,
      }
    }
    const first = await balanceOf('collection')
    if (first.amount === null) return { kind: 'unclear', exchange: first.exchange }
    const second = await balanceOf('disbursement')
    if (second.amount === null) return { kind: 'unclear', exchange: second.exchange }
    const wallets = [
      { name: first.name, amount: first.amount },
      { name: second.name, amount: second.amount },
    ]
    return { kind: 'balance', wallets, exchange: second.exchange }
  }

  return {
    name: 'airtel',
    numberLimit: null,
    isAvailable: wire.isAvailable,
    // Airtel reports a repeated payout as a duplicate. Its documentation does not say what a repeated collection does.
    canResend: (kind) => kind === 'payout',
    send,
    query,
    list: () => Promise.resolve({ kind: 'not-offered' }),
    balances,
    readCallback: ({ body }) => readAirtelCallback(options.callbackKey, body),
  }
}

/** 7XXXXXXXX: nine digits without the country code. */
const localNumber = (phoneNumber: string): string => phoneNumber.slice(-9)

/** A name as Airtel accepts it: at most 60 letters, spaces, dots, apostrophes and hyphens. A payout requires one. */
const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M} .'-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60) || 'Customer'

const collectionBody = ({ reference, phoneNumber, amount }: Order) => ({
  reference: 'Deposit',
  subscriber: { country: 'UG', currency: 'UGX', msisdn: localNumber(phoneNumber) },
  transaction: { amount: ugxToNumber(amount), country: 'UG', currency: 'UGX', id: reference },
})

const payoutBody = ({ reference, phoneNumber, amount }: Order) => ({
  payee: { currency: 'UGX', msisdn: localNumber(phoneNumber) },
  // Airtel accepts letters and digits only.
  reference: reference.replaceAll(/[^0-9a-zA-Z]/g, ''),
  transaction: { amount: ugxToNumber(amount), id: reference, type: 'B2C' },
})
