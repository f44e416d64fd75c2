import { PAYMENT_METHODS, type PaymentMethod } from '../phone/carriers.ts'

/**
 * `shared-address`: signed callbacks at one address. `order-address`: unsigned callbacks, so each order has a secret
 * address.
 */
export type CallbackForm = 'shared-address' | 'order-address'

type ProviderEntry = {
  /** The name in the console. */
  readonly label: string
  /** The carriers that the provider serves. */
  readonly methods: readonly PaymentMethod[]
  /** The ledger account of our float at the provider. A migration creates it. */
  readonly floatAccount: string
  readonly callback: CallbackForm
}

/** All payment providers in their default order. docs/recipes/add-a-payment-provider.md explains how to add one. */
export const PROVIDERS = {
  relworx: {
    label: 'Relworx',
    methods: ['MTN', 'AIRTEL'],
    floatAccount: '00000000-0000-7000-8000-000000000002',
    callback: 'shared-address',
  },
  mtn: {
    label: 'MTN',
    methods: ['MTN'],
    floatAccount: '00000000-0000-7000-8000-000000000007',
    callback: 'order-address',
  },
  airtel: {
    label: 'Airtel',
    methods: ['AIRTEL'],
    floatAccount: '00000000-0000-7000-8000-000000000008',
    callback: 'shared-address',
  },
} as const satisfies { readonly [provider: string]: ProviderEntry }

export type Provider = keyof typeof PROVIDERS

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly Provider[]

export const isProvider = (name: string): name is Provider => Object.hasOwn(PROVIDERS, name)

/** `providerText('mtn')` → "MTN" */
export const providerText = (provider: string): string => (isProvider(provider) ? PROVIDERS[provider].label : provider)

/** The key of a provider's ledger account. `floatName('mtn')` → "floatMtn" */
export const floatName = <Name extends Provider>(name: Name) =>
  `float${name.charAt(0).toUpperCase()}${name.slice(1)}` as `float${Capitalize<Name>}`

type FloatAccounts = {
  readonly [provider in Provider as `float${Capitalize<provider>}`]: (typeof PROVIDERS)[provider]['floatAccount']
}

export const FLOAT_ACCOUNTS = Object.fromEntries(
  PROVIDER_NAMES.map((name) => [floatName(name), PROVIDERS[name].floatAccount]),
) as FloatAccounts

type WithCallback<Form extends CallbackForm> = {
  [provider in Provider]: (typeof PROVIDERS)[provider]['callback'] extends Form ? provider : never
}[Provider]

/** The providers with this form of callback. `providersWithCallback('order-address')` → ["mtn"] */
export const providersWithCallback = <Form extends CallbackForm>(form: Form): readonly WithCallback<Form>[] =>
  PROVIDER_NAMES.filter((name): name is WithCallback<Form> => PROVIDERS[name].callback === form)

/** The providers of each carrier in order of preference. */
export type PaymentRoutes = { readonly [method in PaymentMethod]: readonly Provider[] }

const serving = (method: PaymentMethod): readonly Provider[] =>
  PROVIDER_NAMES.filter((name) => (PROVIDERS[name].methods as readonly PaymentMethod[]).includes(method))

export const DEFAULT_PAYMENT_ROUTES = Object.fromEntries(
  PAYMENT_METHODS.map((method) => [method, serving(method)]),
) as PaymentRoutes

const areRoutesOf = (method: PaymentMethod, routes: unknown): boolean =>
  Array.isArray(routes) &&
  routes.length > 0 &&
  new Set(routes).size === routes.length &&
  routes.every((route) => DEFAULT_PAYMENT_ROUTES[method].includes(route as Provider))

/**
 * Reads payment routes: for each carrier, one or more different providers that serve it. Returns null for any other
 * value. A missing carrier gets its default route, so that routes stored before a carrier was added stay valid.
 */
export function readPaymentRoutes(value: object): PaymentRoutes | null {
  const isKnown = ([method, routes]: [string, unknown]): boolean =>
    Object.hasOwn(DEFAULT_PAYMENT_ROUTES, method) && areRoutesOf(method as PaymentMethod, routes)
  return Object.entries(value).every(isKnown) ? { ...DEFAULT_PAYMENT_ROUTES, ...value } : null
}
