import type { WireName } from '../core/wire-names.ts'
import type { Exchange } from '../http/exchange.ts'

export type EndpointName =
  | 'request-payment'
  | 'send-payment'
  | 'check-request-status'
  | 'validate'
  | 'check-wallet-balance'
  | 'transactions'

/** `proxy` is the form of the specification: one address, the endpoint's name in the query, the key kept by the proxy. */
export type Call = { readonly endpoint: EndpointName; readonly via: 'direct' | 'proxy' }

const ENDPOINTS: Readonly<Record<EndpointName, { readonly method: 'GET' | 'POST'; readonly path: string }>> = {
  'request-payment': { method: 'POST', path: '/api/mobile-money/request-payment' },
  'send-payment': { method: 'POST', path: '/api/mobile-money/send-payment' },
  'check-request-status': { method: 'GET', path: '/api/mobile-money/check-request-status' },
  validate: { method: 'POST', path: '/api/mobile-money/validate' },
  'check-wallet-balance': { method: 'GET', path: '/api/mobile-money/check-wallet-balance' },
  transactions: { method: 'GET', path: '/api/payment-requests/transactions' },
}

/** The name of this wire format in the order book. */
export const RELWORX = 'relworx' satisfies WireName
export const PROXY_PATH = '/proxy'
export const DIRECT_PREFIX = '/api/'

const ENDPOINT_OF_PATH = new Map(Object.entries(ENDPOINTS).map(([name, { path }]) => [path, name as EndpointName]))

function isEndpoint(name: string): name is EndpointName {
  return Object.hasOwn(ENDPOINTS, name)
}

/** Null for an unknown address or a method that it does not take: both are 404 here. */
export function readCall(exchange: Exchange): Call | null {
  const named =
    exchange.path === PROXY_PATH ? exchange.query.get('endpoint') : (ENDPOINT_OF_PATH.get(exchange.path) ?? null)
  if (named === null || !isEndpoint(named) || ENDPOINTS[named].method !== exchange.method) return null
  return { endpoint: named, via: exchange.path === PROXY_PATH ? 'proxy' : 'direct' }
}
