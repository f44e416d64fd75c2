import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { AirtelConfig } from '../../kernel/config/mobile-money.ts'
import type {
  BalanceAnswer,
  MobileMoneyProvider,
  Order,
  OrderKind,
  OrderQuery,
  SendAnswer,
  StatusAnswer,
} from '../../modules/payments/ports.ts'
import { createAuthorisedCall } from './access-token.ts'
import { readAirtelBalance, readAirtelSend, readAirtelStatus } from './airtel-answers.ts'
import { readAirtelCallback } from './airtel-callback.ts'
import { type Asked, type CallOptions, type CallResult, createProviderCall } from './provider-call.ts'

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
    kept: { endpoint: 'token' },
    url: `${baseUrl}/auth/oauth2/token`,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body: JSON.stringify({
      client_id: options.clientId,
      client_secret: options.clientSecret,
      grant_type: 'client_credentials',
    }),
  }))
  const call = (asked: Omit<Asked, 'headers'>): Promise<CallResult> =>
    authorised(asked, (token) => ({
      authorization: `Bearer ${token}`,
      'x-country': 'UG',
      'x-currency': 'UGX',
      'content-type': 'application/json',
      accept: '*/*',
    }))

  async function send(order: Order): Promise<SendAnswer> {
    const { kind, reference } = order
    const body = kind === 'collection' ? collectionBody(order) : payoutBody(order)
    const result = await call({
      operation: 'send',
      kept: { endpoint: PATH[kind], ...body },
      url: `${baseUrl}${PATH[kind]}`,
      method: 'POST',
      body: JSON.stringify('payee' in body ? { ...body, ...unkept(order, body.payee) } : body),
    })
    const { exchange } = result
    if (result.kind === 'reply') return { ...readAirtelSend(result.reply, kind, reference), exchange }
    if (result.kind === 'lost') return { kind: 'unclear', exchange }
    return { kind: 'refused', message: null, unavailable: true, exchange }
  }

  /** What is sent of a payout and written down nowhere: the owner's name, and the PIN. */
  function unkept({ name }: Order, payee: object): object {
    return { payee: { ...payee, name: plainName(name ?? '') }, pin: encryptedPin() }
  }

  /** New for each order: the padding is drawn anew. */
  function encryptedPin(): string {
    return publicEncrypt({ key: pinKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(options.pin)).toString(
      'base64',
    )
  }

  async function status({ kind, reference }: OrderQuery): Promise<StatusAnswer> {
    const path =
      kind === 'collection'
        ? `/standard/v1/payments/${reference}`
        : `/standard/v2/disbursements/${reference}?transactionType=B2C`
    const result = await call({
      operation: 'status',
      kept: { endpoint: path },
      url: `${baseUrl}${path}`,
      method: 'GET',
    })
    const told =
      result.kind === 'reply' ? readAirtelStatus(result.reply, kind, reference) : ({ kind: 'unclear' } as const)
    return { ...told, exchange: result.exchange }
  }

  /** Collections and disbursements have a wallet each; the answer is whole or none. */
  async function balance(): Promise<BalanceAnswer> {
    const ask = async (name: keyof typeof WALLETS) => {
      const path = `/standard/v2/users/balance?walletType=${WALLETS[name]}`
      const asked = { operation: 'balance', kept: { endpoint: path }, url: `${baseUrl}${path}`, method: 'GET' } as const
      const result = await call(asked)
      return {
        name,
        exchange: result.exchange,
        amount: result.kind === 'reply' ? readAirtelBalance(result.reply) : null,
      }
    }
    const first = await ask('collection')
    if (first.amount === null) return { kind: 'unclear', exchange: first.exchange }
    const second = await ask('disbursement')
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
    // A payout that was seen is answered so; of collections nothing of the kind is documented.
    mayRepeat: (kind) => kind === 'payout',
    send,
    status,
    day: () => Promise.resolve({ kind: 'not-offered' }),
    balance,
    readCallback: ({ body }) => readAirtelCallback(options.callbackKey, body),
  }
}

/** 7XXXXXXXX: nine digits without the country code. */
const localNumber = (phoneNumber: string): string => phoneNumber.slice(-9)

/** Letters, at most 60 of them; a payout needs some. */
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
  // Letters and digits only.
  reference: reference.replaceAll(/[^0-9a-zA-Z]/g, ''),
  transaction: { amount: ugxToNumber(amount), id: reference, type: 'B2C' },
})
