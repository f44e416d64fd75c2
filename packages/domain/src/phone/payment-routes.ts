import type { PaymentMethod } from './carriers.ts'

export const PAYMENT_PROVIDERS = ['relworx', 'mtn', 'airtel'] as const
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number]

/** The providers of each carrier, the preferred one first. */
export type PaymentRoutes = { readonly [method in PaymentMethod]: readonly PaymentProvider[] }

export const DEFAULT_PAYMENT_ROUTES: PaymentRoutes = { MTN: ['relworx', 'mtn'], AIRTEL: ['relworx', 'airtel'] }

/** A carrier's own interface serves no other carrier's numbers. */
const SERVED: PaymentRoutes = DEFAULT_PAYMENT_ROUTES

/** Whether each carrier has at least one provider, none twice, and only such as serve it. */
export function arePaymentRoutes(value: unknown): value is PaymentRoutes {
  if (typeof value !== 'object' || value === null) return false
  const given = Object.entries(value)
  return (
    given.length === Object.keys(SERVED).length &&
    given.every(
      ([method, routes]) =>
        Object.hasOwn(SERVED, method) &&
        Array.isArray(routes) &&
        routes.length > 0 &&
        new Set(routes).size === routes.length &&
        routes.every((route) => SERVED[method as PaymentMethod].includes(route as PaymentProvider)),
    )
  )
}
