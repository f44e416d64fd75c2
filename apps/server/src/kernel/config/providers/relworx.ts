import { httpUrl, integer, optional, text, type Values, withDefault, withoutTrailingSlash } from '../variable.ts'

const variables = {
  RELWORX_BASE_URL: withDefault(httpUrl, 'http://127.0.0.1:4010/api', {
    about: 'Address of the mobile-money aggregator: `https://payments.relworx.com/api`',
    address: 'provider',
    requiredInProduction: true,
  }),
  RELWORX_PROXY_URL: optional(httpUrl, {
    about: 'A proxy of our own that holds the key: `{url}?endpoint=request-payment`',
    address: 'internal',
  }),
  RELWORX_API_KEY: withDefault(text(), 'development-relworx-key', {
    about: 'API key from the provider',
    secret: 'issued',
    requiredInProduction: true,
  }),
  RELWORX_ACCOUNT_NO: withDefault(text(), 'RELDEVELOPMENT', {
    about: 'Account number at the provider',
    requiredInProduction: true,
  }),
  RELWORX_WEBHOOK_KEY: withDefault(text(), 'development-webhook-key', {
    about: 'The key with which the provider signs callbacks: at least 16 characters',
    secret: 'callback',
    requiredInProduction: true,
  }),
  RELWORX_WEBHOOK_URL: optional(httpUrl, {
    about: 'The callback address exactly as registered with the provider: it is part of the signature',
    address: 'public',
    requiredInProduction: true,
  }),
  RELWORX_REQUESTS_PER_NUMBER: withDefault(integer(0, 1000), 5, {
    about: 'Requests for one number in 10 minutes that the provider accepts; 0: no limit',
  }),
} as const

export type RelworxConfig = {
  readonly baseUrl: string
  readonly proxyUrl: string | null
  readonly apiKey: string
  readonly accountNo: string
  readonly webhookKey: string
  readonly webhookUrl: string
  readonly requestsPerNumber: number
}

/** The provider is always used. */
export const relworx = {
  variables,
  faults: () => [],
  config: (env: Values<typeof variables>, origin: string): RelworxConfig => ({
    baseUrl: withoutTrailingSlash(env.RELWORX_BASE_URL),
    proxyUrl: env.RELWORX_PROXY_URL,
    apiKey: env.RELWORX_API_KEY,
    accountNo: env.RELWORX_ACCOUNT_NO,
    webhookKey: env.RELWORX_WEBHOOK_KEY,
    webhookUrl: env.RELWORX_WEBHOOK_URL ?? `${origin}/api/webhooks/relworx`,
    requestsPerNumber: env.RELWORX_REQUESTS_PER_NUMBER,
  }),
}
