import { expect, it } from 'vitest'
import { DEFAULT_PAYMENT_ROUTES, PROVIDER_NAMES, providersWithCallback, readPaymentRoutes } from './providers.ts'

it('every provider belongs to exactly one form of callback', () => {
  expect(providersWithCallback('order-address')).toEqual(['mtn'])
  const all = [...providersWithCallback('order-address'), ...providersWithCallback('shared-address')]
  expect(all.toSorted()).toEqual(PROVIDER_NAMES.toSorted())
})

it.each([
  [
    { MTN: ['mtn', 'relworx'], AIRTEL: ['airtel'] },
    { MTN: ['mtn', 'relworx'], AIRTEL: ['airtel'] },
  ],
  [{ MTN: ['mtn'] }, { MTN: ['mtn'], AIRTEL: DEFAULT_PAYMENT_ROUTES.AIRTEL }],
  [{}, DEFAULT_PAYMENT_ROUTES],
  [{ MTN: [] }, null],
  [{ MTN: ['mtn', 'mtn'] }, null],
  [{ MTN: ['mtn', 'airtel'] }, null],
  [{ MTN: ['other'] }, null],
  [{ MTN: 'mtn' }, null],
  [{ OTHER: ['mtn'] }, null],
  [{ toString: ['mtn'] }, null],
])('the stored payment routes %j are read as %j', (stored, routes) => {
  expect(readPaymentRoutes(stored)).toEqual(routes)
})
