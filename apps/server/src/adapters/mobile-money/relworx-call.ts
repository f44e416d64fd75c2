import type { Config } from '../../kernel/config/config.ts'
import type { Exchange } from '../../modules/payments/ports.ts'
import { type CallOptions, type CallResult, createProviderCall } from './provider-call.ts'

export type RelworxOptions = CallOptions & Config['relworx']

/** Endpoints by the last part of their path: the name that the proxy knows them by. */
const PATHS = {
  'request-payment': '/mobile-money/request-payment',
  'send-payment': '/mobile-money/send-payment',
  'check-request-status': '/mobile-money/check-request-status',
  'check-wallet-balance': '/mobile-money/check-wallet-balance',
  transactions: '/payment-requests/transactions',
} as const

type Endpoint = keyof typeof PATHS
type RelworxCall = (
  operation: Exchange['operation'],
  endpoint: Endpoint,
  fields: Readonly<Record<string, string | number>>,
) => Promise<CallResult>

/** The vendor's endpoints, directly or through the proxy. */
export function createRelworxCall(options: RelworxOptions): {
  readonly call: RelworxCall
  readonly isAvailable: () => boolean
} {
  const { proxyUrl, baseUrl, apiKey, accountNo } = options
  const wire = createProviderCall(options)

  return {
    isAvailable: wire.isAvailable,
    call(operation, endpoint, fields) {
      const given = { account_no: accountNo, ...fields }
      const url = new URL(proxyUrl ?? `${baseUrl}${PATHS[endpoint]}`)
      if (proxyUrl !== null) url.searchParams.set('endpoint', endpoint)
      const isPost = operation === 'send'
      if (!isPost) for (const [name, value] of Object.entries(given)) url.searchParams.set(name, String(value))
      return wire.call({
        operation,
        kept: { endpoint, ...fields },
        url,
        method: isPost ? 'POST' : 'GET',
        headers: {
          accept: 'application/vnd.relworx.v2',
          'content-type': 'application/json',
          ...(proxyUrl === null ? { authorization: `Bearer ${apiKey}` } : {}),
        },
        ...(isPost ? { body: JSON.stringify(given) } : {}),
      })
    },
  }
}
